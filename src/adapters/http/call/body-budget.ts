import { say } from 'en16931-rules/vocabulary/message.ts';
import { CallFailed } from '../../../domain/failures.ts';

/**
 * Limits on the bodies in memory at one time, in bytes. A call holds its body from the first byte to the answer, about three
 * times: as sent, inflated, and parsed. The thread that parses large bodies has a limit of its own.
 */
export const SCALE = {
  /** Smaller bodies are not weighed. */
  from: 64 * 1024,
  /** Four of the largest bodies. The caller waits with further ones. */
  ofOneCaller: 20_000_000,
  together: 60_000_000,
} as const;

/** The weight of one call. */
export interface Weight {
  /** @throws CallFailed `busy` if there is no room. */
  setTo(bytes: number): void;
  release(): void;
}

/** Adds up the weight of all bodies in memory. */
export class BodyBudget {
  private readonly ofCallers = new Map<string, number>();
  private all = 0;

  /** The weight of all bodies, in bytes. */
  get bytes(): number {
    return this.all;
  }

  /** @param caller bodies of one caller are weighed together. */
  reserve(caller: string): Weight {
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
      release: () => change(-own),
    };
  }

  private of(caller: string): number {
    return this.ofCallers.get(caller) ?? 0;
  }

  private needRoom(caller: string, more: number): void {
    const full =
      this.of(caller) + more > SCALE.ofOneCaller
        ? say('calls.other-large-bodies-of-this-caller-are-being')
        : this.all + more > SCALE.together
          ? say('calls.other-large-bodies-are-being-worked-on')
          : undefined;
    if (full) throw new CallFailed({ kind: 'busy', retryAfterSeconds: RETRY_AFTER_SECONDS, detail: full });
  }
}

/** A large body takes about a second. */
const RETRY_AFTER_SECONDS = 1;
