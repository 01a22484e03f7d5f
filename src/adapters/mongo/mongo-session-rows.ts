import type { SessionRow, SessionRows } from '../../ports/session-rows.ts';
import { isFirst } from './driver-errors.ts';
import type { Mongo } from './mongo.ts';

export class MongoSessionRows implements SessionRows {
  constructor(private readonly mongo: Mongo) {}

  async find(name: string): Promise<SessionRow | undefined> {
    const found = await this.mongo.sessions.findOne({ _id: name });
    if (!found) return undefined;
    const { version, sealed, openingUntil } = found;
    return { name, version, sealed, openingUntil };
  }

  async replace({ name, ...row }: SessionRow): Promise<boolean> {
    if (row.version === 1) return isFirst(this.mongo.sessions.insertOne({ _id: name, ...row }));
    const before = { _id: name, version: row.version - 1 };
    return (await this.mongo.sessions.replaceOne(before, row)).matchedCount === 1;
  }
}
