import { baseAddress } from 'en16931-rules/vocabulary/base-address.ts';

const PATIENCE_MS = 10_000;

/** The clock of a sandbox with `CLOCK_CONTROL=1`, at its listener for metrics. */
export class TestClock {
  private constructor(private readonly url: string) {}

  /** @returns undefined if nothing at this address moves a clock. */
  static async at(url: string): Promise<TestClock | undefined> {
    const clock = new TestClock(baseAddress(url));
    return (await clock.advance(0).catch(() => false)) ? clock : undefined;
  }

  /** @returns whether it was moved. */
  async advance(seconds: number): Promise<boolean> {
    const { ok } = await fetch(`${this.url}/clock`, {
      method: 'POST',
      body: JSON.stringify({ advance_seconds: seconds }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return ok;
  }
}
