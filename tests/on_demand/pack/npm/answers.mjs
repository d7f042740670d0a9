// What a host answers: `ask` runs a statement and gives its one row, or throws what SQLite said.
export async function answers(ask, version) {
  const keys = [];
  for (let i = 0; i < 1000; i++) keys.push((await ask('SELECT uuid7() AS answer')).answer);
  const sorted = [...new Set(keys)].sort();
  let error;
  try {
    await ask("SELECT uuid8_name('@dns', 'www.example.com', 'none') AS answer");
  } catch (thrown) {
    error = thrown.message;
  }
  console.log(JSON.stringify({
    version,
    sorted: keys.every((key, i) => key === sorted[i]) && sorted.length === 1000,
    uuid5: (await ask("SELECT uuid5('@dns', 'www.example.com') AS answer")).answer,
    error,
  }));
}
