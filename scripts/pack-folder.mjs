// What makes a package of a folder in dist/: the package.json of its sources, its types, its licence and its .tgz.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

function run(program, args) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`${args.join(' ')} failed.`);
}

export const writeTypes = (project) => run(process.execPath, [TSC, '-p', project]);

/**
 * @param workspace the folder with its package.json: `src/client`.
 * @param folder with what else is in the package: `dist/client`.
 */
export function packFolder(workspace, folder) {
  mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(join(root, 'LICENSE'), join(root, folder, 'LICENSE'));
  const description = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  // The service imports sources by name; a package has none.
  delete description.exports?.['./*.ts'];
  writeFileSync(join(root, folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  run('npm', ['pack', `./${folder}`, '--pack-destination', 'dist']);
}
