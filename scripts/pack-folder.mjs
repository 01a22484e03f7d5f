// What makes a package of its own of a folder in dist/: its types, its licence and its .tgz.
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
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

/** @param folder below the root: `dist/client`. */
export function packFolder(folder) {
  copyFileSync(join(root, 'LICENSE'), join(root, folder, 'LICENSE'));
  run('npm', ['pack', `./${folder}`, '--pack-destination', 'dist']);
}
