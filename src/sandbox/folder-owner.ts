import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';

/** How often it looks whether the owner has ended. */
const LOOK_AGAIN_MS = 100;

/** The sandbox that serves from a folder. */
interface FolderOwner {
  readonly url: string;
  readonly process: number;
}

/** Another sandbox serves from this folder. Two would take each other's documents, certificates and numbers for their own. */
export class FolderInUse extends Error {
  readonly folder: string;
  readonly owner: FolderOwner;

  constructor(folder: string, owner: FolderOwner) {
    super(`The simulated networks at ${owner.url} (process ${owner.process}) use ${folder}.`);
    this.folder = folder;
    this.owner = owner;
  }
}

/**
 * Takes the folder. The lock is one of SQLite on a file of its own, so that it ends with its process.
 * @param patienceMs how long an owner that is stopping has.
 * @returns a function that gives the folder back.
 * @throws FolderInUse if the owner is still there after that.
 */
export async function ownFolder(folder: string, url: string, patienceMs: number): Promise<() => void> {
  mkdirSync(folder, { recursive: true });
  const owner = join(folder, 'owner.json');
  const lock = new Database(join(folder, 'owner.lock'));
  const until = performance.now() + patienceMs;
  for (;;)
    try {
      // Without a prepared statement, or its lock would last until that is collected.
      lock.exec('BEGIN EXCLUSIVE');
      writeFileSync(owner, JSON.stringify({ url, process: process.pid } satisfies FolderOwner));
      return () => lock.close();
    } catch (error) {
      if (isLocked(error) && performance.now() < until) {
        await pause(LOOK_AGAIN_MS);
        continue;
      }
      lock.close();
      throw isLocked(error)
        ? new FolderInUse(folder, JSON.parse(readFileSync(owner, 'utf8')) as FolderOwner)
        : error;
    }
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
