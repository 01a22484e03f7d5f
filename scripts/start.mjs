// `npm start`: builds what is missing or older than its sources, then starts the service in this same process, so that
// signals and the exit code are the service's own.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = join(root, 'dist/src/processes/main.js');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

const newest = (path) =>
  statSync(path).isDirectory()
    ? Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
    : statSync(path).mtimeMs;

const SOURCES = ['src', 'validators', 'scripts', 'tsconfig.json', 'tsconfig.build.json'];
const outdated = () =>
  !existsSync(main) ||
  (existsSync(compiler) &&
    Math.max(...SOURCES.map((name) => newest(join(root, name)))) > statSync(main).mtimeMs);

/** Runs a step with its output on standard error; standard output belongs to the service. */
const step = (title, args) => {
  console.error(title);
  execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
};

try {
  if (!existsSync(join(root, 'node_modules'))) throw new Error('Dependencies are missing: run npm ci first.');
  if (outdated()) {
    step('Building (once, about ten seconds) …', [
      compiler,
      '-p',
      'tsconfig.build.json',
      '--incremental',
      'false',
    ]);
    const now = new Date();
    utimesSync(main, now, now);
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(new URL('../dist/src/processes/main.js', import.meta.url).href);
