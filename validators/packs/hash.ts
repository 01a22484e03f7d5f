import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './project-folder.ts';

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

let known: string | undefined;

/**
 * Hash of the rule compiler and its run time: a module is only run by the version that made it. Taken of the sources where
 * they are at hand, so that it is the same under tsx and after a build; an image that holds only the build hashes that.
 */
export function compilerHash(): string {
  return (known ??= folderHash(compilerFolder(), (name) => /\.[jt]s$/.test(name)));
}

function compilerFolder(): string {
  const sources = join(projectFolder(), 'validators/engine');
  return existsSync(sources) ? sources : join(projectFolder(), 'dist');
}

/** Hash of the names and contents of all files below a folder, or of those that belong to it. */
export function folderHash(folder: string, belongs: (name: string) => boolean = () => true): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && belongs(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return sha256(files.map((file) => `${file.slice(folder.length)} ${sha256(readFileSync(file))}\n`).join(''));
}
