// Runs what `npm test` runs on the current LTS of Node, 24, which npm carries as a package of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = `node-${process.platform}-${process.arch}`;
const VERSION = '24.21.0';
const root = fileURLToPath(new URL('../../..', import.meta.url));
const home = join(root, 'node_modules/.cache', `${PACKAGE}-${VERSION}`);
const node = join(home, 'node_modules', PACKAGE, 'bin/node');

if (!existsSync(node)) {
  mkdirSync(home, { recursive: true });
  const install = ['install', '--prefix', home, '--no-save', '--ignore-scripts', `${PACKAGE}@${VERSION}`];
  if (spawnSync('npm', install, { stdio: 'inherit' }).status !== 0) process.exit(1);
}
// It is first on the path, so that child processes of the tests use it too.
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH']}` };
const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
process.exit(spawnSync(node, [mocha], { cwd: root, stdio: 'inherit', env }).status ?? 1);
