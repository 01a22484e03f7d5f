// Tests start real processes as built and judge with the built-in packs. What the kills of a delivery put into those processes
// is a program of its own beside them.
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { prepare } from './prepare.mjs';

prepare();
await bundle(['test/delivery/program.ts'], fileURLToPath(new URL('../dist/mortal', import.meta.url)));
