import {
  blockAt,
  type CallEnd,
  type CapState,
  countCall,
  endCall,
  NO_CALLS,
} from '../../domain/lifecycle/caps.ts';
import type { CapKey, Caps, PermitResult } from '../../ports/caps.ts';
import type { CapDocument } from './documents.ts';
import { isFirst } from './driver-errors.ts';
import { type Mongo, untilSettled } from './mongo.ts';

/** Longer than clocks differ. The server removes an unused key after this time. */
const KEPT_MS = 86_400_000;

/** One document holds the calls of a key. A change names the version that it read, so one of two at the same instant is repeated. */
export class MongoCaps implements Caps {
  constructor(private readonly mongo: Mongo) {}

  take(cap: CapKey, now: Date, position?: Date): Promise<PermitResult> {
    return untilSettled(async () => {
      const { version, known } = await this.readKnown(cap.key);
      const { state, promised } = countCall(known, cap.windows, now, position);
      if (promised && state === known) return { taken: false, promised };
      if (!(await this.replace(cap.key, version, documentOf(cap, state, version, now)))) return 'again';
      return promised ? { taken: false, promised } : { taken: true };
    });
  }

  async end(cap: CapKey, call: CallEnd, now: Date): Promise<void> {
    await untilSettled(async () => {
      const { version, known } = await this.readKnown(cap.key);
      const state = endCall(known, cap.windows, call, now);
      const isWritten = await this.replace(cap.key, version, documentOf(cap, state, version, now));
      return isWritten ? 'written' : 'again';
    });
  }

  async blockedUntil({ key }: CapKey, now: Date): Promise<Date | undefined> {
    return blockAt((await this.readKnown(key)).known, now);
  }

  private async readKnown(key: string): Promise<{ version: number | undefined; known: CapState }> {
    const before = await this.mongo.caps.findOne({ _id: key });
    if (!before) return { version: undefined, known: NO_CALLS };
    const { version, calls, open, promised, blockedUntil } = before;
    return { version, known: { calls, open, promised, blockedUntil } };
  }

  private async replace(
    key: string,
    version: number | undefined,
    after: Omit<CapDocument, '_id'>,
  ): Promise<boolean> {
    if (version === undefined) return isFirst(this.mongo.caps.insertOne({ _id: key, ...after }));
    return (await this.mongo.caps.replaceOne({ _id: key, version }, after)).matchedCount === 1;
  }
}

function documentOf(
  { windows }: CapKey,
  { calls, open, promised, blockedUntil }: CapState,
  version: number | undefined,
  now: Date,
): Omit<CapDocument, '_id'> {
  const longestMs = 1000 * Math.max(...windows.map(({ seconds }) => seconds));
  return {
    calls: [...calls],
    open: [...open],
    promised: [...promised],
    blockedUntil,
    version: (version ?? 0) + 1,
    expiresAt: new Date(now.getTime() + longestMs + KEPT_MS),
  };
}
