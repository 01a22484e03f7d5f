import { statSync } from 'node:fs';
import { StoreRefused } from '../../ports/store-refused.ts';
import { type LogIndex, type LogScan, readIndex, scanLog } from './log-scan.ts';

/**
 * A live process that writes changes both files while they are compared. After this many changes in a row there certainly is
 * one.
 */
const TRIES = 10;

/**
 * Checks the log before SQLite reads it. SQLite would take damage for the end of the log: it would drop the frames after it, or
 * go back to an older state of frames that were copied to the file long ago.
 * @param path of the database.
 * @throws StoreRefused if committed data would be lost, with what the operator can do.
 */
export function refuseDamagedLog(path: string): void {
  const log = `${path}-wal`;
  if (sizeOf(log) === 0) return;
  if (sizeOf(path) === 0)
    throw refuse(path, `is gone while its log ${log} is there: put it back, or remove the log`);
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const index = readIndex(`${path}-shm`);
    const scan = scanLog(log);
    if (!scan || !isDamaged(scan, index)) return;
    if (same(index, readIndex(`${path}-shm`))) throw refuse(path, whatToDo(path, scan, index));
  }
}

/** The index that killed processes left names the last frame of the log. Without it the log is the only source. */
function isDamaged({ salts, frames, goesOn }: LogScan, index: LogIndex | undefined): boolean {
  if (index && (salts === undefined || index.salts === salts)) return frames < index.frames;
  return salts === undefined || goesOn;
}

function whatToDo(
  path: string,
  { bytes, frames, readableBytes }: LogScan,
  index: LogIndex | undefined,
): string {
  const [log, ofLog] = [`${path}-wal`, `'${path}-wal' '${path}-shm'`];
  const copied = index?.copied ?? 0;
  if (index && copied >= index.frames)
    return `has a damaged log ${log} of which everything stands in the file already: remove it with: rm -f ${ofLog}`;
  const instead =
    frames < copied ? `rm -f ${ofLog}` : `truncate -s ${readableBytes} '${log}' && rm -f '${path}-shm'`;
  return (
    `has a log ${log} that is damaged after ${readableBytes} of ${bytes} bytes: restore both from a backup, ` +
    `or give up what was written last with: ${instead}`
  );
}

const refuse = (path: string, why: string): StoreRefused =>
  new StoreRefused('damaged-log', `STORE_URL names ${path}, which ${why}.`);

const same = (one: LogIndex | undefined, other: LogIndex | undefined): boolean =>
  one?.salts === other?.salts && one?.frames === other?.frames;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
