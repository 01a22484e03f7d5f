import { type Feed, feedName, type Feeds, type KnownFeed } from '../../ports/feeds.ts';
import { isFirst } from './driver-errors.ts';
import type { Mongo } from './mongo.ts';

export class MongoFeeds implements Feeds {
  constructor(private readonly mongo: Mongo) {}

  async begin(feed: Feed): Promise<void> {
    const { route, client, credentialId, company } = feed;
    const fields = { route, client, credentialId, cursor: null, ...(company !== undefined && { company }) };
    const _id = feedName(feed);
    if (!(await this.mongo.feeds.findOne({ _id })))
      await isFirst(this.mongo.feeds.insertOne({ _id, ...fields }));
  }

  async list(after: string | undefined, limit: number): Promise<readonly KnownFeed[]> {
    const found = this.mongo.feeds.find({ _id: { $gt: after ?? '' } });
    const page = await found.sort({ _id: 1 }).limit(limit).toArray();
    return page.map(({ _id, ...feed }) => ({ name: _id, ...feed }));
  }

  async advance(name: string, cursor: string): Promise<void> {
    await this.mongo.feeds.updateOne({ _id: name }, { $set: { cursor } });
  }
}
