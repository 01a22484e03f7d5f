import { setTimeout } from 'node:timers/promises';
import { BSON, type Collection, type Db, type Document, type Filter, type WithId } from 'mongodb';
import { isTooLarge, isUndone, withCode } from './driver-errors.ts';
import { intercept } from './timed.ts';

/** A call that others undo this often in a row is the caller's to repeat. */
const MAX_TRIES = 10;
const MAX_PAUSE_MS = 20;
/** An update takes this long if its document is very large, or the server very busy: then few look for the cause. */
const SLOW_MS = 500;
const LOOK_AGAIN_MS = 1_000;

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

function repeatedCollection(collection: Collection): Collection {
  const fields = new RepeatedFields(collection);
  return intercept(collection, (name, values, call) => {
    if (!WRITES.has(name)) return call(values);
    const write = (): Promise<unknown> => untilDone(() => call(values) as Promise<unknown>);
    if (!/^(updateOne|findOneAndUpdate)$/.test(name)) return write();
    const { _id } = values[0] as Filter<Document>;
    return _id === undefined ? write() : fields.removedBeside(_id, write);
  });
}

async function untilDone(write: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 1; ; tries += 1)
    try {
      return await write();
    } catch (error) {
      if (!isUndone(error) || tries === MAX_TRIES) throw withCode(error);
      await setTimeout(Math.random() * tries * MAX_PAUSE_MS);
    }
}

/** Earlier versions let DocumentDB's engine repeat empty fields of a document until no update fitted (`updateOf`). */
class RepeatedFields {
  private nextLookMs = 0;

  constructor(private readonly collection: Collection) {}

  async removedBeside(_id: unknown, update: () => Promise<unknown>): Promise<unknown> {
    const began = performance.now();
    try {
      const result = await update();
      const now = performance.now();
      if (now - began > SLOW_MS && now > this.nextLookMs) {
        this.nextLookMs = now + LOOK_AGAIN_MS;
        await this.remove(_id);
      }
      return result;
    } catch (error) {
      if (!isTooLarge(error) || !(await this.remove(_id))) throw error;
      return update();
    }
  }

  /** Repeated fields have one value. @returns whether the document had any. */
  private async remove(_id: unknown): Promise<boolean> {
    const found: unknown = await this.collection.findOne({ _id } as Filter<Document>, { raw: true });
    if (!(found instanceof Uint8Array)) return false;
    const document = BSON.deserialize(found, { promoteValues: false }) as WithId<Document>;
    if (BSON.calculateObjectSize(document) === found.length) return false;
    // Whatever another process changes meanwhile changes one of these, or a list that may be copied twice.
    const unchanged = Object.entries(document).filter(([, value]) => !Array.isArray(value));
    const { matchedCount } = await this.collection.replaceOne(Object.fromEntries(unchanged), document);
    return matchedCount === 1;
  }
}
