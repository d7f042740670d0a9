// How many UUIDs of two instances differ, of 400, after one got the memory of the other; their clocks
// stand still.
const { instantiate } = WebAssembly;
const memories = [];
WebAssembly.instantiate = async (...words) => {
  const made = await instantiate(...words);
  // Node's own fetch passes a compiled module, and gets no object with an instance.
  if (made.instance) memories.push(made.instance.exports.memory);
  return made;
};
const now = Date.now();
Date.now = () => now;
const module = './node_modules/uuid9562/index.mjs';
const instances = [await import(module), await import(`${module}?another`)];
const draw = (count) => instances.flatMap(({ uuid4, uuid7 }) =>
  [uuid4, uuid7].flatMap((generate) => Array.from({ length: count }, generate)));

draw(1);
const [from, to] = memories.map(({ buffer }) => new Uint8Array(buffer));
to.set(from);
console.log(new Set(draw(100)).size);
