import { type CapState, type CapWindow, counted, NO_CALLS } from '../../domain/lifecycle/caps.ts';
import type { Caps, Taking } from '../../ports/caps.ts';
import type { CapDocument } from './documents.ts';
import { isDuplicate } from './driver-errors.ts';
import { type Mongo, untilSettled } from './mongo.ts';

/** Longer than clocks differ: until then a key that nobody calls any more is kept by the server. */
const KEPT_MS = 86_400_000;

/** One document holds the calls of a key. A change names the version that it read, so of two at one instant one begins again. */
export class MongoCaps implements Caps {
  readonly #mongo: Mongo;

  constructor(mongo: Mongo) {
    this.#mongo = mongo;
  }

  take(key: string, windows: readonly CapWindow[], now: Date): Promise<Taking> {
    return untilSettled(async () => {
      const before = await this.#mongo.caps.findOne({ _id: key });
      // An older program kept no promises.
      const known: CapState = before ? { calls: before.calls, promised: before.promised ?? [] } : NO_CALLS;
      const { state, freeAt } = counted(known, windows, now);
      if (freeAt && state === known) return { taken: false, freeAt };
      const longestMs = 1000 * Math.max(...windows.map(({ seconds }) => seconds));
      const after: Omit<CapDocument, '_id'> = {
        calls: [...state.calls],
        promised: [...state.promised],
        version: (before?.version ?? 0) + 1,
        expiresAt: new Date(now.getTime() + longestMs + KEPT_MS),
      };
      if (!(await this.#replace(key, before?.version, after))) return 'again';
      return freeAt ? { taken: false, freeAt } : { taken: true };
    });
  }

  async #replace(
    key: string,
    version: number | undefined,
    after: Omit<CapDocument, '_id'>,
  ): Promise<boolean> {
    try {
      if (version === undefined)
        return (await this.#mongo.caps.insertOne({ _id: key, ...after })).acknowledged;
      const { matchedCount } = await this.#mongo.caps.replaceOne({ _id: key, version }, after);
      return matchedCount === 1;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}
