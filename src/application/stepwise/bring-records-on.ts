import type { Log } from '../../ports/log.ts';
import { bringOn } from '../each-apart.ts';
import type { Stepwise } from './write-step.ts';

interface DueRecords<R> {
  /** `connection`. */
  readonly noun: string;
  /** The first `limit` that wait. */
  readonly list: (limit: number) => Promise<readonly R[]>;
  readonly atOnce: number;
  readonly log: Pick<Log, 'warn'>;
}

/** Brings records on, one after the other: one that fails waits. @param advance gives the present record. */
export const bringRecordsOn = <R extends Stepwise>(
  { noun, list, atOnce, log }: DueRecords<R>,
  advance: (record: R) => Promise<R>,
): Promise<void> =>
  bringOn({ list, nameOf: ({ id }) => id, atOnce }, async (record) => {
    try {
      return (await advance(record)).version > record.version;
    } catch (error) {
      log.warn({ err: error, [`${noun}_id`]: record.id, client: record.client }, `a ${noun} waits`);
      return false;
    }
  });
