import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a process says up to what time it has renewed its leases. */
export const beatsIn = (folder: string, pid: number): string => join(folder, String(pid));

/**
 * Whether a live process has renewed its leases since the clock was moved to a time. One that has said nothing yet holds no lease.
 * @param movedTo undefined before the first move.
 */
export function keepsUp(folder: string, pid: number, movedTo: Date | undefined): boolean {
  const file = beatsIn(folder, pid);
  if (!movedTo || !existsSync(file)) return true;
  // Empty while it is written: then it is read again soon.
  return Date.parse(readFileSync(file, 'utf8')) >= movedTo.getTime();
}
