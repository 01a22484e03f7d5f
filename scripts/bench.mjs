// `npm run bench` measures the build: under tsx the engine's constants are getters, and parsing is much slower.
import { prepare } from './prepare.mjs';

prepare();
await import(new URL('../dist/scripts/bench.js', import.meta.url).href);
