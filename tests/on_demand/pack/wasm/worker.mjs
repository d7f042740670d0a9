// For a module worker.
import * as uuid9562 from './node_modules/uuid9562/index.mjs';
import { answers, facts } from './answers.mjs';

const rows = await (await fetch('rows.json')).json();
postMessage({ answers: answers(uuid9562, rows), facts: facts(uuid9562) });
