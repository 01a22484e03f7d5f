import { readFileSync } from 'node:fs';
import { WAIT, asXRechnung, benchPool } from './bench-pool.ts';

/** Checks one document in a new process and prints its peak of memory, MB. */
const [rulesDir = '', file = ''] = process.argv.slice(2);
const pool = benchPool(rulesDir, 1);
const layers = await pool.check(asXRechnung(readFileSync(file)), WAIT);
if (layers.some(({ outcome }) => outcome !== 'valid')) throw new Error('the document is not valid');
const status = readFileSync('/proc/self/status', 'utf8');
console.log(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
await pool.close();
