import { type Radar, RADAR_FIELDS, RADAR_PART_FIELDS, type RadarPart } from '../../domain/radar/radar.ts';
import type { RadarStore } from '../../ports/radar-store.ts';
import { integer } from './columns.ts';
import { columnsOf, fromRow, insertInto, toColumns } from './field-columns.ts';
import type { Row, Sqlite } from './sqlite.ts';

const COLUMNS = columnsOf(RADAR_FIELDS);
const INSERT = `${insertInto('radar', COLUMNS)} ON CONFLICT (id) DO NOTHING`;
/** The lease is changed by `take` and `release` alone. */
const KEPT = new Set(['id', 'lease_token', 'lease_until']);
const UPDATE = `UPDATE radar SET ${COLUMNS.filter((name) => !KEPT.has(name))
  .map((name) => `${name} = @${name}`)
  .join(', ')} WHERE id = @id AND lease_token = @token`;
const PUT_PART = insertInto('radar_part', columnsOf(RADAR_PART_FIELDS)).replace(
  /^INSERT/,
  'INSERT OR REPLACE',
);

/** Undoes the transaction. */
class Conflict extends Error {}

export class SqliteRadarStore implements RadarStore {
  constructor(private readonly sqlite: Sqlite) {}

  async add(radar: Radar): Promise<void> {
    await this.sqlite.execute(INSERT, toColumns(RADAR_FIELDS, radar));
  }

  async find(id: string): Promise<Radar | undefined> {
    const row = await this.sqlite.readOne('SELECT * FROM radar WHERE id = @id', { id });
    return row && read(row);
  }

  async list({ client, limit }: Parameters<RadarStore['list']>[0]): Promise<readonly Radar[]> {
    const rows = await this.sqlite.readAll(
      `SELECT * FROM radar WHERE ${client === undefined ? 'TRUE' : 'client = @client'}
       ORDER BY created_at DESC, id DESC LIMIT @limit`,
      { limit, ...(client !== undefined && { client }) },
    );
    return rows.map(read);
  }

  async parts({ radarId, clients }: Parameters<RadarStore['parts']>[0]): Promise<readonly RadarPart[]> {
    const rows = await this.sqlite.readAll(
      `SELECT * FROM radar_part WHERE radar_id = @radarId
       ${clients ? 'AND client IN (SELECT value FROM json_each(@clients))' : ''} ORDER BY client`,
      { radarId, ...(clients && { clients: JSON.stringify(clients) }) },
    );
    return rows.map((row) => fromRow<RadarPart>(RADAR_PART_FIELDS, row));
  }

  async take({ token, until }: Parameters<RadarStore['take']>[0], now: Date): Promise<Radar | undefined> {
    return this.sqlite.write(() => {
      const row = this.sqlite.one(
        `UPDATE radar SET lease_token = @token, lease_until = @until WHERE id = (
           SELECT id FROM radar WHERE state = 'running' AND (lease_until IS NULL OR lease_until <= @now)
           ORDER BY created_at LIMIT 1) RETURNING *`,
        { token, until: until.getTime(), now: now.getTime() },
      );
      return row && read(row);
    });
  }

  async commit(radar: Radar, parts: readonly RadarPart[], token: string): Promise<'committed' | 'conflict'> {
    try {
      await this.sqlite.write(() => {
        const { lease_token: _t, lease_until: _u, ...columns } = toColumns(RADAR_FIELDS, radar);
        if (this.sqlite.run(UPDATE, { ...columns, token }) === 0) throw new Conflict();
        for (const part of parts) {
          const held = this.sqlite.one('SELECT version FROM radar_part WHERE id = @id', { id: part.id });
          if ((held ? integer(held, 'version') : 0) !== part.version - 1) throw new Conflict();
          this.sqlite.run(PUT_PART, toColumns(RADAR_PART_FIELDS, part));
        }
      });
      return 'committed';
    } catch (error) {
      if (error instanceof Conflict) return 'conflict';
      throw error;
    }
  }

  async release(id: string, token: string): Promise<void> {
    await this.sqlite.execute(
      'UPDATE radar SET lease_token = NULL, lease_until = NULL WHERE id = @id AND lease_token = @token',
      { id, token },
    );
  }

  async forget(now: Date): Promise<number> {
    return this.sqlite.execute('DELETE FROM radar WHERE expires_at <= @now', { now: now.getTime() });
  }
}

const read = (row: Row): Radar => fromRow<Radar>(RADAR_FIELDS, row);
