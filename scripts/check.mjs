// `npm run check [-- NAME…]` runs what a reviewer runs, or the steps that are named; the first that fails ends it.
import { spawnSync } from 'node:child_process';
import { writeApiTypes } from './api-types.mjs';
import { dearFiles, forgetCosts } from './test-costs.cjs';

const STEPS = {
  format: ['prettier', '--check', '.'],
  lint: ['eslint', '.'],
  types: ['tsc', '-p', 'tsconfig.json'],
  'console-types': ['tsc', '-p', 'src/console/tsconfig.json'],
  'library-types': [
    'tsc',
    '-p',
    'validators/library/tsconfig.package.json',
    '--noEmit',
    'false',
    '--outDir',
    'node_modules/.cache/library-types',
  ],
  imports: ['depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'validators', 'scripts', 'test'],
  unused: ['knip', '--no-config-hints'],
  openapi: ['tsx', 'scripts/lint-openapi.ts'],
  commits: ['node', 'scripts/commit-scopes.mjs'],
  tests: ['npm', 'test'],
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.error(`There is no check ${unknown.join(', ')}; there are ${Object.keys(STEPS).join(', ')}.`);
  process.exit(2);
}
forgetCosts();
await writeApiTypes();
const steps = names.length > 0 ? names : Object.keys(STEPS);
for (const name of steps) {
  console.log(`check: ${name}`);
  const [program, ...args] = STEPS[name];
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
if (steps.includes('tests'))
  for (const { file, seconds } of dearFiles()) console.log(`${file} takes ${seconds} s of processor time.`);
