import { MongoServerError } from 'mongodb';
import { type Radar, RADAR_FIELDS, RADAR_PART_FIELDS, type RadarPart } from '../../domain/radar/radar.ts';
import type { RadarStore } from '../../ports/radar-store.ts';
import { membersWithValue } from './members.ts';
import type { Mongo } from './mongo.ts';
import { readerOf } from './record-mapping.ts';

const DUPLICATE_KEY = 11_000;
const NEWEST = { createdAt: -1, _id: -1 } as const;

export class MongoRadarStore implements RadarStore {
  constructor(private readonly mongo: Mongo) {}

  async add({ id, ...radar }: Radar): Promise<void> {
    try {
      await this.mongo.radars.insertOne({ _id: id, ...radar });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  async find(id: string): Promise<Radar | undefined> {
    const found = await this.mongo.radars.findOne({ _id: id });
    return found ? read(found) : undefined;
  }

  async list({ client, limit }: Parameters<RadarStore['list']>[0]): Promise<readonly Radar[]> {
    const found = this.mongo.radars.find(client === undefined ? {} : { client }).sort(NEWEST);
    return (await found.limit(limit).toArray()).map(read);
  }

  async parts({ radarId, clients }: Parameters<RadarStore['parts']>[0]): Promise<readonly RadarPart[]> {
    const filter = { radarId, ...(clients && { client: { $in: [...clients] } }) };
    return (await this.mongo.radarParts.find(filter).sort({ client: 1 }).toArray()).map(readPart);
  }

  async take({ token, until }: Parameters<RadarStore['take']>[0], now: Date): Promise<Radar | undefined> {
    const found = await this.mongo.radars.findOneAndUpdate(
      { state: 'running', $or: [{ leaseUntil: { $exists: false } }, { leaseUntil: { $lte: now } }] },
      { $set: { leaseToken: token, leaseUntil: until } },
      { sort: { createdAt: 1 }, returnDocument: 'after' },
    );
    return found ? read(found) : undefined;
  }

  async commit(
    { id, leaseToken: _t, leaseUntil: _u, ...radar }: Radar,
    parts: readonly RadarPart[],
    token: string,
  ): Promise<'committed' | 'conflict'> {
    const own = { _id: id, leaseToken: token };
    // A worker that was overtaken writes no part.
    if (!(await this.mongo.radars.findOne(own, { projection: { _id: 1 } }))) return 'conflict';
    for (const part of parts) if (!(await this.putPart(part))) return 'conflict';
    const { matchedCount } = await this.mongo.radars.updateOne(own, { $set: membersWithValue(radar) });
    return matchedCount === 1 ? 'committed' : 'conflict';
  }

  /** @returns false if another worker has counted for this client. */
  private async putPart({ id, version, ...part }: RadarPart): Promise<boolean> {
    const { radarParts } = this.mongo;
    if (version > 1) {
      const replaced = await radarParts.replaceOne({ _id: id, version: version - 1 }, { ...part, version });
      return replaced.matchedCount === 1;
    }
    try {
      await radarParts.insertOne({ _id: id, version, ...part });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async release(id: string, token: string): Promise<void> {
    await this.mongo.radars.updateOne(
      { _id: id, leaseToken: token },
      { $unset: { leaseToken: '', leaseUntil: '' } },
    );
  }

  /** Parts first, because the radar names them. */
  async forget(now: Date): Promise<number> {
    const { radars, radarParts } = this.mongo;
    const expired = await radars.find({ expiresAt: { $lte: now } }, { projection: { _id: 1 } }).toArray();
    const ids = expired.map(({ _id }) => _id);
    if (ids.length === 0) return 0;
    await radarParts.deleteMany({ radarId: { $in: ids } });
    return (await radars.deleteMany({ _id: { $in: ids } })).deletedCount;
  }
}

const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

const read = readerOf<Radar>(RADAR_FIELDS);
const readPart = readerOf<RadarPart>(RADAR_PART_FIELDS);
