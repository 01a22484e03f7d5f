import type { Ids } from '../../src/ports/ids.ts';

/** Ids in counting order, so that tests can predict them. */
export class FakeIds implements Ids {
  private given = 0;

  next(prefix: Parameters<Ids['next']>[0]): string {
    this.given += 1;
    return `${prefix}_${this.given.toString(16).padStart(24, '0')}`;
  }
}
