import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './project-folder.ts';

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

let hash: string | undefined;

/**
 * Hash of the rule compiler and its run time: only the version that made a module runs it. It is taken of the sources if they are present,
 * so that it is the same under tsx and after a build; an image with the build alone hashes that.
 */
export function compilerHash(): string {
  return (hash ??= folderHash(compilerFolder(), (name) => /\.[jt]s$/.test(name)));
}

function compilerFolder(): string {
  const sources = join(projectFolder(), 'validators/engine');
  return existsSync(sources) ? sources : join(projectFolder(), 'dist');
}

/** Hash of the names and contents of the files below a folder: of all, or of those that belong. */
export function folderHash(folder: string, belongs: (name: string) => boolean = () => true): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && belongs(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return sha256(files.map((file) => `${file.slice(folder.length)} ${sha256(readFileSync(file))}\n`).join(''));
}
