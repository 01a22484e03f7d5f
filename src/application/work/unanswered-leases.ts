import type { DueWork } from '../../ports/due-work.ts';

/**
 * Leases of this process of which the store may hold what this process does not know: the answer to taking or to releasing one was
 * lost (an election, a time-out of a write concern). Left alone, such a lease runs out and looks like a process that died.
 */
export class UnansweredLeases {
  private readonly tokens = new Map<string, Set<string>>();

  constructor(private readonly store: Pick<DueWork<unknown>, 'releaseLease'>) {}

  /**
   * Takes a lease; one without an answer is released by its token, at once or before the record is leased again.
   * @throws what `leasing` throws; what releasing an earlier one throws: then nothing was leased.
   */
  async take<R>(id: string, token: string, leasing: () => Promise<R | undefined>): Promise<R | undefined> {
    for (const earlier of this.tokens.get(id) ?? []) {
      await this.store.releaseLease(id, earlier);
      this.forget(id, earlier);
    }
    try {
      return await leasing();
    } catch (error) {
      await this.release(id, token);
      throw error;
    }
  }

  /** Never fails: a lease that cannot be released now is released before the record is leased again here. */
  async release(id: string, token: string): Promise<void> {
    const tokens = this.tokens.get(id) ?? new Set();
    this.tokens.set(id, tokens.add(token));
    await this.store.releaseLease(id, token).then(
      () => this.forget(id, token),
      () => undefined,
    );
  }

  private forget(id: string, token: string): void {
    const tokens = this.tokens.get(id);
    tokens?.delete(token);
    if (tokens?.size === 0) this.tokens.delete(id);
  }
}
