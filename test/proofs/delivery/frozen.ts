import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** How long a process was frozen when it continues, by the clock of the service: longer than any lease. */
export const FROZEN_MS = 100_000;

/** The file in which a process writes that it is about to freeze. */
export const frozenIn = (folder: string, pid: number): string => join(folder, `${pid}.frozen`);

export const isFrozen = (folder: string, pid: number): boolean => existsSync(frozenIn(folder, pid));

export const hasThawed = (folder: string, pid: number): void =>
  rmSync(frozenIn(folder, pid), { force: true });
