import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Log } from '../../ports/log.ts';

/** Left to the store, rule packs, threads and the internal listener; of few descriptors connections get half. */
const KEPT_FREE = 128;
const TOLD_EVERY_MS = 60_000;

/**
 * Turns connections away before the process is out of descriptors, and says so: the system drops them without a word then, and
 * nothing else can be opened either.
 */
export function limitConnections(
  server: Server,
  log: Pick<Log, 'warn'>,
  descriptors = mostDescriptors(),
): void {
  if (descriptors === undefined) return;
  server.maxConnections = Math.max(Math.floor(descriptors / 2), descriptors - KEPT_FREE);
  let turnedAway = 0;
  let toldAt = -Infinity;
  server.on('drop', () => {
    turnedAway += 1;
    if (performance.now() - toldAt < TOLD_EVERY_MS) return;
    const fields = { descriptors, most_connections: server.maxConnections, turned_away: turnedAway };
    log.warn(fields, 'descriptors run out: connections are turned away');
    toldAt = performance.now();
    turnedAway = 0;
  });
}

/** Undefined where the system does not tell, or sets no limit. */
function mostDescriptors(): number | undefined {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
