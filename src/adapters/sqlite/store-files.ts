import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from './driver-errors.ts';

/** The files are private to their owner: sealed or not, they tell who invoices whom. */
const FOR_OWNER = 0o600;
const FOLDER_FOR_OWNER = 0o700;

/** Creates a missing file and folder. Files that others may read, such as copied ones, become private. */
export function makeFiles(path: string): void {
  makeFolder(dirname(path));
  // SQLite gives the log and its index the mode of the file.
  closeSync(openSync(path, 'a', FOR_OWNER));
  for (const part of [path, `${path}-wal`, `${path}-shm`]) keepFromOthers(part);
}

function keepFromOthers(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(path, FOR_OWNER);
  } catch (error) {
    // It belongs to another user, who decides who may read it.
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

// Not `recursive`, which never returns below /proc, where each folder is missing and none can be made.
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, FOLDER_FOR_OWNER);
  } catch (error) {
    // Another process created it first. Opening the file shows whether it is a folder.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

const OPEN = new Map<string, number>();
const EVER_OPEN = new Set<string>();

/**
 * Files that this process has open. A process loses its locks on a file when it closes any descriptor of it, so only the driver
 * may open these files.
 */
export const isOpenHere = (path: string): boolean => OPEN.has(resolve(path));

/**
 * A closed connection keeps its lock on the file until its statements are collected, so its process cannot tell which others
 * have the file open.
 */
export const wasOpenHere = (path: string): boolean => EVER_OPEN.has(resolve(path));

/** @returns a function that reports the close. */
export function noteOpened(path: string): () => void {
  const file = resolve(path);
  EVER_OPEN.add(file);
  OPEN.set(file, (OPEN.get(file) ?? 0) + 1);
  return () => {
    const left = OPEN.get(file)! - 1;
    if (left > 0) OPEN.set(file, left);
    else OPEN.delete(file);
  };
}
