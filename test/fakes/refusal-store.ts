import { pastLimits, type Refusal } from '../../src/domain/refusals/refusal.ts';
import type { RefusalStore } from '../../src/ports/refusal-store.ts';
import { removeWhere } from './remove-where.ts';

export class FakeRefusalStore implements RefusalStore {
  private readonly kept = new Map<string, { readonly refusal: Refusal; readonly sealed: Uint8Array }>();

  async put(refusal: Refusal, sealed: Uint8Array): Promise<void> {
    const before = this.kept.get(refusal.id)?.refusal;
    const counted = before ? { times: before.times + 1, firstAt: before.firstAt } : {};
    this.kept.set(refusal.id, { refusal: { ...refusal, ...counted }, sealed });
    for (const id of pastLimits(await this.list({ client: refusal.client, limit: Infinity })))
      this.kept.delete(id);
  }

  async find(id: string): Promise<Refusal | undefined> {
    return this.kept.get(id)?.refusal;
  }

  async body(id: string): Promise<Uint8Array | undefined> {
    return this.kept.get(id)?.sealed;
  }

  async list({ client, after, limit }: Parameters<RefusalStore['list']>[0]): Promise<readonly Refusal[]> {
    const place = ({ at, id }: Pick<Refusal, 'at' | 'id'>): string => `${at.toISOString()} ${id}`;
    return [...this.kept.values()]
      .map(({ refusal }) => refusal)
      .filter(
        (one) => (client === undefined || one.client === client) && (!after || place(one) < place(after)),
      )
      .sort((one, other) => (place(one) < place(other) ? 1 : -1))
      .slice(0, limit);
  }

  async forget(query: Parameters<RefusalStore['forget']>[0]): Promise<number> {
    const before = this.kept.size;
    removeWhere(this.kept, (_, { refusal }) =>
      'client' in query
        ? refusal.client === query.client && refusal.at < query.before
        : refusal.expiresAt <= query.expiredBy,
    );
    return before - this.kept.size;
  }

  removeOf(client: string): number {
    const before = this.kept.size;
    removeWhere(this.kept, (_, { refusal }) => refusal.client === client);
    return before - this.kept.size;
  }
}
