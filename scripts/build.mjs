// `npm run build` makes dist/ from the sources: each program with its modules in a few files, because opening a thousand
// modules takes longer than the rest of a start. Types are checked elsewhere (`npm run check -- types`).
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeApiTypes } from './api-types.mjs';
import { bundle, bundleClient, entries } from './bundle.mjs';
import { bundleConsole } from './bundle-console.mjs';
import { keepReferenceScript } from './reference-script.mjs';

/** Programs that are started by their path, or by piscina in a thread. */
const PROGRAMS = [
  'src/processes/main.ts',
  'src/commands/ids.ts',
  'src/processes/sandbox.ts',
  'src/adapters/piscina/reading-thread.ts',
  'src/adapters/pdf/print-thread.ts',
  'src/adapters/piscina/check-thread.ts',
  'scripts/keep-yaml.ts',
  'scripts/health-check.ts',
  'scripts/bench.ts',
  ...['bare-route', 'callers-of-page', 'own-process', 'peak-memory', 'thread-start'].map(
    (name) => `scripts/bench/${name}.ts`,
  ),
];
const THREAD_ENTRIES = [
  'src/adapters/piscina/reading-entry.cts',
  'src/adapters/pdf/print-entry.cts',
  'src/adapters/piscina/check-entry.cts',
];

await writeApiTypes();
const dist = fileURLToPath(new URL('../dist', import.meta.url));
rmSync(dist, { recursive: true, force: true });
await Promise.all([bundle(PROGRAMS, dist), keepReferenceScript(dist), bundleConsole(join(dist, 'console'))]);
await entries(THREAD_ENTRIES, dist);
await bundleClient(join(dist, 'client'));
const { status } = spawnSync(process.execPath, [join(dist, 'scripts/keep-yaml.js')], { stdio: 'inherit' });
process.exitCode = status ?? 1;
