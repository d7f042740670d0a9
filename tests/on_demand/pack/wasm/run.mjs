// For hosts with a command line: reads rows.json, prints what is asked for.
import { readFileSync } from 'node:fs';
import * as uuid9562 from 'uuid9562';
import { answers, facts } from './answers.mjs';

const rows = JSON.parse(readFileSync('rows.json', 'utf8'));
console.log(JSON.stringify({ answers: answers(uuid9562, rows), facts: facts(uuid9562) }));
