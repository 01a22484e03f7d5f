import { type Feed, feedName, type Feeds, type KnownFeed } from '../../src/ports/feeds.ts';
import { removeWhere } from './remove-where.ts';

export class FakeFeeds implements Feeds {
  private readonly known = new Map<string, KnownFeed>();

  async begin(feed: Feed): Promise<void> {
    const name = feedName(feed);
    if (!this.known.has(name)) this.known.set(name, { ...feed, name, cursor: null });
  }

  async list(after: string | undefined, limit: number): Promise<readonly KnownFeed[]> {
    const names = [...this.known.keys()].sort().filter((name) => name > (after ?? ''));
    return names.slice(0, limit).map((name) => this.known.get(name)!);
  }

  async advance(name: string, cursor: string): Promise<void> {
    const known = this.known.get(name);
    if (known) this.known.set(name, { ...known, cursor });
  }

  removeOf(client: string): number {
    return removeWhere(this.known, (_, feed) => feed.client === client);
  }
}
