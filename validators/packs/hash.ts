import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './project-folder.ts';

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

let hash: string | undefined;

/** The compilers of rules and of schemas, with what runs their programs. */
const COMPILERS = ['validators/engine', 'validators/schema'];

/**
 * Hash of the compilers and their run time: only the version that made a program runs it. It is taken of the sources if they are present,
 * so that it is the same under tsx and after a build; an image with the build alone hashes that.
 */
export function compilerHash(): string {
  return (hash ??= sha256(
    compilerFolders()
      .map((folder) => folderHash(folder, isCode))
      .join(),
  ));
}

const isCode = (name: string): boolean => /\.[jt]s$/.test(name);

function compilerFolders(): readonly string[] {
  const sources = COMPILERS.map((folder) => join(projectFolder(), folder));
  return sources.every(existsSync) ? sources : [join(projectFolder(), 'dist')];
}

/** Hash of the names and contents of the files below a folder: of all, or of those that belong. */
export function folderHash(folder: string, belongs: (name: string) => boolean = () => true): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && belongs(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return sha256(files.map((file) => `${file.slice(folder.length)} ${sha256(readFileSync(file))}\n`).join(''));
}
