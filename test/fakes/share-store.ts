import type { Share } from '../../src/domain/shares/share.ts';
import type { ShareStore } from '../../src/ports/share-store.ts';
import { removeWhere } from './remove-where.ts';

export class FakeShareStore implements ShareStore {
  private readonly kept = new Map<string, Share>();

  async add(share: Share): Promise<void> {
    this.kept.set(share.id, share);
  }

  async find(id: string): Promise<Share | undefined> {
    return this.kept.get(id);
  }

  async revoke(id: string, at: Date): Promise<Share | undefined> {
    const share = this.kept.get(id);
    if (share) this.kept.set(id, { revokedAt: at, ...share });
    return this.kept.get(id);
  }

  async forget(now: Date): Promise<number> {
    return removeWhere(this.kept, (_, { expiresAt }) => expiresAt <= now);
  }

  removeOf(client: string): number {
    return removeWhere(this.kept, (_, share) => share.client === client);
  }
}
