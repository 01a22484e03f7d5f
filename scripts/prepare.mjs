// Makes the folders that are not in git: dist/ from the sources, and rules/ from the built-in packs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundler = join(root, 'node_modules/esbuild');
const BUILT = join(root, 'dist/src/processes/main.js');
const SOURCES = ['src', 'validators', 'scripts', 'package-lock.json', 'openapi.yaml', 'schematron/syntaxes'];

const newest = (path) =>
  statSync(path).isDirectory()
    ? Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
    : statSync(path).mtimeMs;

// Without the bundler (a production image) only the earlier build exists.
const outdated = () =>
  !existsSync(BUILT) ||
  (existsSync(bundler) &&
    Math.max(...SOURCES.map((name) => newest(join(root, name)))) > statSync(BUILT).mtimeMs);

/** Runs one of our programs with its output on standard error: standard output belongs to the service. */
const run = (args, failure) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(failure);
};

/**
 * Makes dist/ if it is missing or older than the sources.
 * @throws Error whose message is one sentence.
 */
export function build() {
  if (!existsSync(join(root, 'node_modules'))) throw new Error('Dependencies are missing: run npm ci first.');
  if (outdated()) {
    console.error('Building (once, some seconds) …');
    run([join(root, 'scripts/build.mjs')], 'The build failed.');
  }
}

/**
 * Makes everything that a start needs.
 * @throws Error whose message is one sentence.
 */
export function prepare() {
  build();
  compilePacks();
}

/**
 * Compiles the built-in packs that are missing.
 * @param rulesDir the folder of the service if left out.
 */
export function compilePacks(rulesDir) {
  const saxon = process.env.RULE_ENGINE === 'saxon' || Number(process.env.CROSS_CHECK) > 0;
  const engine = saxon ? ['--engine', 'saxon'] : [];
  const folder = rulesDir ? ['--rules', rulesDir] : [];
  run(
    [join(root, 'dist/src/commands/ids.js'), 'packs', 'compile', ...engine, ...folder],
    'The rule packs could not be compiled.',
  );
}
