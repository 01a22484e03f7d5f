import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from './driver-errors.ts';

/** What is kept is its owner's: sealed or not, it tells who invoices whom. */
const FOR_OWNER = 0o600;
const FOLDER_FOR_OWNER = 0o700;

/** Makes the file and its folder when they are missing. What an older program made for everybody to read is its owner's now. */
export function makeFiles(path: string): void {
  makeFolder(dirname(path));
  // SQLite makes the log and its index as it finds the file.
  closeSync(openSync(path, 'a', FOR_OWNER));
  for (const part of [path, `${path}-wal`, `${path}-shm`]) keepFromOthers(part);
}

function keepFromOthers(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(path, FOR_OWNER);
  } catch (error) {
    // Another user's: that user has decided who may read it.
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

// Not `recursive`, which never returns below /proc: each folder is missing there, and none can be made.
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, FOLDER_FOR_OWNER);
  } catch (error) {
    // Another process was quicker; whether it is a folder shows when the file is opened.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

const OPEN = new Map<string, number>();
const EVER_OPEN = new Set<string>();

/**
 * Files that this process has open. Locks of a process on a file are gone as soon as it closes any descriptor of it, so from
 * then on nothing but the driver may open them.
 */
export const isOpenHere = (path: string): boolean => OPEN.has(resolve(path));

/** A connection that was closed keeps its lock on the file until its statements are collected, so its process cannot tell who else is there. */
export const wasOpenHere = (path: string): boolean => EVER_OPEN.has(resolve(path));

/** @returns what tells that it is closed. */
export function openedHere(path: string): () => void {
  const file = resolve(path);
  EVER_OPEN.add(file);
  OPEN.set(file, (OPEN.get(file) ?? 0) + 1);
  return () => {
    const left = OPEN.get(file)! - 1;
    if (left > 0) OPEN.set(file, left);
    else OPEN.delete(file);
  };
}
