import type { LiveProcess, LiveProcesses } from '../../ports/live-processes.ts';
import type { ProcessDocument } from './documents.ts';
import type { Mongo } from './mongo.ts';

export class MongoLiveProcesses implements LiveProcesses {
  constructor(private readonly mongo: Mongo) {}

  async renew({ id, ...row }: LiveProcess, before: Date): Promise<void> {
    await this.mongo.processes.deleteMany({ seenAt: { $lt: before } });
    const change = { ...row, lanes: [...row.lanes], masterKeys: [...row.masterKeys] };
    await this.mongo.processes.replaceOne({ _id: id }, change, { upsert: true });
  }

  async leave(id: string): Promise<void> {
    await this.mongo.processes.deleteOne({ _id: id });
  }

  async seenSince(since: Date): Promise<readonly LiveProcess[]> {
    const found = this.mongo.processes.find({ seenAt: { $gte: since } }, { sort: { startedAt: 1, _id: 1 } });
    return (await found.toArray()).map(({ _id, ...row }: ProcessDocument) => ({ id: _id, ...row }));
  }
}
