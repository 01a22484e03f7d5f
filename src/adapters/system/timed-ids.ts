import { randomUUID } from 'node:crypto';
import type { Ids } from '../../ports/ids.ts';

/** Milliseconds since 1970 in hex: 12 digits last until the year 10889. */
const TIME_DIGITS = 12;

/**
 * Ids that begin with the time, as UUIDs of version 7 do (RFC 9562, 5.7). Records of one time are then together in the indexes
 * of the store; random ids touch a page of every index with every invoice.
 */
export class TimedIds implements Ids {
  next(prefix: Parameters<Ids['next']>[0]): string {
    const time = Date.now().toString(16).padStart(TIME_DIGITS, '0');
    const random = randomUUID();
    if (prefix === 'rcv') return `${prefix}_${time}${random.slice(24)}`;
    return `${prefix}_${time}${random.slice(14, 18)}${random.slice(19, 23)}${random.slice(24)}`;
  }
}
