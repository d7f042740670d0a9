// Modules of Node.js, for peers_table.py: node peers.mjs MODULE.FUNCTION, lines as peers.py says.
import { createInterface } from "node:readline";

const [module, name] = process.argv[2].split(".");
const generate = (await import(module))[name];
const kept = new Array(256);

for await (const line of createInterface({ input: process.stdin })) {
    const [question, n] = line.split(" ");
    let answer = "\n"; // its threads share no module, and it has no fork
    if (question === "run") {
        for (let i = 0; i < n; i++)
            kept[i % 256] = generate();
        answer = "done\n";
    } else if (question === "take")
        answer = Array.from({ length: n }, () => generate() + "\n").join("");
    process.stdout.write(answer);
}
