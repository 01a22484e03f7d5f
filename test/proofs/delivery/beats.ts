import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in which a process writes the time up to which it has renewed its leases. */
export const beatsIn = (folder: string, pid: number): string => join(folder, String(pid));

/**
 * Whether a live process has renewed its leases since the clock was moved to a time. A process without a report has no lease yet.
 * @param movedTo undefined before the first move.
 */
export function keepsUp(folder: string, pid: number, movedTo: Date | undefined): boolean {
  const file = beatsIn(folder, pid);
  if (!movedTo || !existsSync(file)) return true;
  // It is empty while it is written; the caller reads it again soon.
  return Date.parse(readFileSync(file, 'utf8')) >= movedTo.getTime();
}
