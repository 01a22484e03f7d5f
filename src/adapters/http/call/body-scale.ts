import { CallFailed } from '../../../domain/failures.ts';

/**
 * What bodies may weigh that are held at one time, in bytes. A call holds its body from its first byte to its answer, about
 * three times over: as it came, inflated, and what is made of it. The thread that reads large ones has a bound of its own.
 */
export const SCALE = {
  /** Smaller ones are not weighed: they are answered as they come. */
  from: 64 * 1024,
  /** Four of the largest: what more one caller sends at once waits at the caller. */
  ofOneCaller: 20_000_000,
  together: 60_000_000,
} as const;

/** What a call has on the scale. */
export interface Weight {
  /** @throws CallFailed `busy` when there is no room for as much. */
  setTo(bytes: number): void;
  takeOff(): void;
}

/** Knows what the bodies weigh that are held now. */
export class BodyScale {
  private readonly ofCallers = new Map<string, number>();
  private all = 0;

  /** All bodies together, in bytes. */
  get held(): number {
    return this.all;
  }

  /** @param caller whose bodies are weighed together. */
  put(caller: string): Weight {
    let own = 0;
    const change = (by: number): void => {
      own += by;
      this.all += by;
      const ofCaller = this.of(caller) + by;
      if (ofCaller > 0) this.ofCallers.set(caller, ofCaller);
      else this.ofCallers.delete(caller);
    };
    return {
      setTo: (bytes) => {
        const weighed = bytes > SCALE.from ? bytes : 0;
        const more = weighed - own;
        if (more > 0) this.needRoom(caller, more);
        change(more);
      },
      takeOff: () => change(-own),
    };
  }

  private of(caller: string): number {
    return this.ofCallers.get(caller) ?? 0;
  }

  private needRoom(caller: string, more: number): void {
    const full =
      this.of(caller) + more > SCALE.ofOneCaller
        ? 'Other large bodies of this caller are being worked on.'
        : this.all + more > SCALE.together
          ? 'Other large bodies are being worked on.'
          : undefined;
    if (full) throw new CallFailed({ kind: 'busy', retryAfterSeconds: RETRY_AFTER_SECONDS, detail: full });
  }
}

/** One large body takes about a second. */
const RETRY_AFTER_SECONDS = 1;
