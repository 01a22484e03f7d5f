import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Log } from '../../ports/log.ts';

/**
 * Descriptors kept free for the store, rule packs, threads and the internal listener. If there are few, connections get half of
 * them.
 */
const KEPT_FREE = 128;
const TOLD_EVERY_MS = 60_000;

/**
 * Refuses connections before the process runs out of descriptors, and logs it. Without descriptors the system drops connections
 * silently, and nothing else can be opened.
 */
export function limitConnections(
  server: Server,
  log: Pick<Log, 'warn'>,
  descriptors = maxDescriptors(),
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

/** Undefined if the system reports no limit. */
function maxDescriptors(): number | undefined {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
