import type { SessionRow, SessionRows } from '../../ports/session-rows.ts';
import { isDuplicate } from './driver-errors.ts';
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
    try {
      if (row.version === 1) return (await this.mongo.sessions.insertOne({ _id: name, ...row })).acknowledged;
      const before = { _id: name, version: row.version - 1 };
      return (await this.mongo.sessions.replaceOne(before, row)).matchedCount === 1;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}
