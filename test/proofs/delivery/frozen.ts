import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** How long a process has stood still when it goes on, by the clock of the service: longer than any lease. */
export const FROZEN_MS = 100_000;

/** Where a process says that it is about to stand still. */
export const frozenIn = (folder: string, pid: number): string => join(folder, `${pid}.frozen`);

export const isFrozen = (folder: string, pid: number): boolean => existsSync(frozenIn(folder, pid));

export const hasThawed = (folder: string, pid: number): void =>
  rmSync(frozenIn(folder, pid), { force: true });
