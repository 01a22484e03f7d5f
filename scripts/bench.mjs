// `npm run bench`: measures what was built, because under tsx the engine's constants are getters and parsing is slower by far.
import { prepare } from './prepare.mjs';

prepare();
await import(new URL('../dist/scripts/bench.js', import.meta.url).href);
