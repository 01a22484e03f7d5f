import { setTimeout } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import { isUndone, withCode } from './driver-errors.ts';
import { intercept } from './timed.ts';

/** A call that others undo this often in a row is the caller's to repeat, after about as long as SQLite waits for a lock. */
const MAX_TRIES = 10;
/** The pauses double from this one on: several writers that undo each other come apart. */
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 1_000;

/** Each can be made again: as a whole it has written nothing, or its batch skips what is there. */
const WRITES: ReadonlySet<string> = new Set([
  'bulkWrite',
  'deleteMany',
  'deleteOne',
  'findOneAndUpdate',
  'insertMany',
  'insertOne',
  'replaceOne',
  'updateMany',
  'updateOne',
]);

/**
 * The same database, with writes that are repeated if the server has undone them for the sake of another call, and with MongoDB's code for
 * a key that another document has.
 */
export const repeatUndone = (db: Db): Db =>
  intercept(db, (name, values, call) => {
    const made = call(values);
    return name === 'collection' ? repeatedCollection(made as Collection) : made;
  });

const repeatedCollection = (collection: Collection): Collection =>
  intercept(collection, (name, values, call) =>
    WRITES.has(name) ? untilDone(() => call(values) as Promise<unknown>) : call(values),
  );

async function untilDone(write: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 1; ; tries += 1)
    try {
      return await write();
    } catch (error) {
      if (!isUndone(error) || tries === MAX_TRIES) throw withCode(error);
      await setTimeout(Math.random() * Math.min(MIN_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS));
    }
}
