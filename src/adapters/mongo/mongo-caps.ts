import {
  blockAt,
  type CallEnd,
  type CapState,
  countCall,
  type CountResult,
  endCall,
  NO_CALLS,
} from '../../domain/lifecycle/caps.ts';
import { Newest } from '../../domain/newest.ts';
import type { CapKey, Caps, PermitResult } from '../../ports/caps.ts';
import type { CapDocument } from './documents.ts';
import { isFirst } from './driver-errors.ts';
import { type Mongo, untilSettled } from './mongo.ts';

/** Longer than clocks differ. The server removes an unused key after this time. */
const KEPT_MS = 86_400_000;

interface Known {
  readonly state: CapState;
  /** Undefined if there is no document. */
  readonly version: number | undefined;
}

/** Of the keys in use: one has up to 1,200 times. */
const MAX_KNOWN = 500;

/**
 * One document holds the calls of a key. A change names the version that it goes out from, so one of two at the same instant is repeated,
 * and a document that no other process has changed is not read again.
 */
export class MongoCaps implements Caps {
  /** By key, as this process has left the documents. */
  private readonly known = new Newest<Known>(MAX_KNOWN);

  constructor(private readonly mongo: Mongo) {}

  take(cap: CapKey, now: Date, position?: Date): Promise<PermitResult> {
    const count = (state: CapState): CountResult => countCall(state, cap.windows, now, position);
    return untilSettled(async () => {
      const remembered = this.known.take(cap.key);
      // No call is refused by memory: another process may have changed the document.
      const isUsed = remembered && !count(remembered.state).promised;
      const from = isUsed ? remembered : await this.readKnown(cap.key);
      const { state, promised } = count(from.state);
      if (promised && state === from.state) return { taken: false, promised };
      if (!(await this.replace(cap, from, state, now))) return 'again';
      return promised ? { taken: false, promised } : { taken: true };
    });
  }

  async end(cap: CapKey, call: CallEnd, now: Date): Promise<void> {
    await untilSettled(async () => {
      const from = this.known.take(cap.key) ?? (await this.readKnown(cap.key));
      const state = endCall(from.state, cap.windows, call, now);
      return (await this.replace(cap, from, state, now)) ? 'written' : 'again';
    });
  }

  async blockedUntil({ key }: CapKey, now: Date): Promise<Date | undefined> {
    return blockAt((await this.readKnown(key)).state, now);
  }

  private async readKnown(key: string): Promise<Known> {
    const before = await this.mongo.caps.findOne({ _id: key });
    if (!before) return { version: undefined, state: NO_CALLS };
    const { version, calls, open, promised, blockedUntil } = before;
    return { version, state: { calls, open, promised, blockedUntil } };
  }

  private async replace(cap: CapKey, from: Known, state: CapState, now: Date): Promise<boolean> {
    const { key } = cap;
    // The server removes unused documents. A later one begins with a version that no earlier one has had.
    const version = (from.version ?? Date.now()) + 1;
    const after = documentOf(cap, state, version, now);
    const isWritten =
      from.version === undefined
        ? await isFirst(this.mongo.caps.insertOne({ _id: key, ...after }))
        : (await this.mongo.caps.replaceOne({ _id: key, version: from.version }, after)).matchedCount === 1;
    if (isWritten) this.known.set(key, { state, version });
    return isWritten;
  }
}

function documentOf(
  { windows }: CapKey,
  { calls, open, promised, blockedUntil }: CapState,
  version: number,
  now: Date,
): Omit<CapDocument, '_id'> {
  const maxWindowMs = 1000 * Math.max(...windows.map(({ seconds }) => seconds));
  return {
    calls: [...calls],
    open: [...open],
    promised: [...promised],
    blockedUntil,
    version,
    expiresAt: new Date(now.getTime() + maxWindowMs + KEPT_MS),
  };
}
