import type { DueWork } from '../../ports/due-work.ts';

/**
 * Leases of this process that the store may hold without its knowledge: the answer to taking or releasing one was lost (an election, a
 * time-out of a write concern). Without a release such a lease runs out and looks like a process that died.
 */
export class UnansweredLeases {
  private readonly tokens = new Map<string, Set<string>>();

  constructor(private readonly store: Pick<DueWork<unknown>, 'releaseLease'>) {}

  /**
   * Takes a lease. If the answer is lost, the lease is released by its token, at once or before the record is leased again.
   * @throws the error of `leasing`, or of releasing an earlier lease: then nothing was leased.
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

  /** Never fails: a lease that cannot be released now is released before this process leases the record again. */
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
