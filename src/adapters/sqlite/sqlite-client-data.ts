import { setImmediate as nextTurn } from 'node:timers/promises';
import { LOCAL_CLIENT } from '../../domain/access/caller.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { ClientData, ClientDataKind } from '../../ports/client-data.ts';
import type { Parameters, Sqlite } from './sqlite.ts';

interface Rows {
  readonly table: string;
  readonly where: string;
  /** Undefined for a table without rowids; a client has few rows in it. */
  readonly atOnce?: number;
}

/** Names that begin with route and client. A blank follows the client, and `!` is the character after a blank. */
const OF_ROUTES = (column: string): string =>
  `EXISTS (SELECT 1 FROM json_each(@routes) AS route
     WHERE ${column} >= route.value || ' ' || @client || ' ' AND ${column} < route.value || ' ' || @client || '!')`;

/** An answer to the operator that is sealed under the key of the client `local`. */
const OF_OPERATOR = `space = 'operator' AND @client = '${LOCAL_CLIENT}'
  AND (key LIKE 'erp:%' OR answer ->> 'sealedFor' = '${LOCAL_CLIENT}')`;

const KINDS: Readonly<Record<ClientDataKind, readonly Rows[]>> = {
  keys: [{ table: 'api_key', where: 'client = @client' }],
  credentials: [{ table: 'credential', where: 'client = @client' }],
  answers: [
    { table: 'idempotency', where: "space = 'client:' || @client", atOnce: 500 },
    { table: 'idempotency', where: OF_OPERATOR, atOnce: 500 },
  ],
  statuses: [{ table: 'outgoing_status', where: 'client = @client' }],
  sales: [{ table: 'reported_sale', where: 'client = @client', atOnce: 500 }],
  refusals: [{ table: 'refusal', where: 'client = @client' }],
  shares: [{ table: 'share', where: 'client = @client' }],
  registrations: [{ table: 'receiver_registration', where: 'client = @client' }],
  connections: [{ table: 'connection', where: 'client = @client' }],
  radars: [
    { table: 'radar_part', where: 'client = @client' },
    { table: 'radar', where: 'client = @client' },
  ],
  sessions: [{ table: 'session', where: OF_ROUTES('name') }],
  feeds: [
    { table: 'feed', where: 'client = @client' },
    { table: 'collection_cursor', where: OF_ROUTES('name') },
  ],
  counters: [
    { table: 'route_state', where: 'client = @client' },
    { table: 'cap', where: OF_ROUTES('key') },
    { table: 'rate', where: "bucket >= @client || '/' AND bucket < @client || '0'" },
    { table: 'search_index', where: 'client = @client' },
    { table: 'search_late', where: 'client = @client' },
    // Each with hundreds of parts.
    { table: 'search_block', where: 'client = @client', atOnce: 10 },
  ],
  content: [{ table: 'content', where: 'client = @client', atOnce: 100 }],
};

const KNOWN = ['api_key', 'credential', 'invoice', 'data_key']
  .map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE client = @client)`)
  .join(' OR ');

export class SqliteClientData implements ClientData {
  constructor(private readonly sqlite: Sqlite) {}

  async isKnown(client: string): Promise<boolean> {
    return this.sqlite.read(() => this.sqlite.one(`SELECT ${KNOWN} AS known`, { client })!['known'] === 1);
  }

  /** The row stays, empty, so that no other key is stored. Its bytes are overwritten, not only freed. */
  async shredKey(client: string): Promise<void> {
    this.sqlite.all('PRAGMA secure_delete=ON');
    await this.sqlite.writeToDisk(() =>
      this.sqlite.run(
        `INSERT INTO data_key (client, wrapped) VALUES (@client, '') ON CONFLICT DO UPDATE SET wrapped = ''`,
        { client },
      ),
    );
  }

  async remove(client: string, kind: ClientDataKind): Promise<number> {
    let removed = 0;
    for (const rows of KINDS[kind])
      removed += await this.removeRows(rows, { client, routes: JSON.stringify(ROUTES) });
    return removed;
  }

  private async removeRows({ table, where, atOnce }: Rows, parameters: Parameters): Promise<number> {
    const which =
      atOnce === undefined ? where : `rowid IN (SELECT rowid FROM ${table} WHERE ${where} LIMIT ${atOnce})`;
    for (let removed = 0; ; await nextTurn()) {
      const now = await this.sqlite.writeToDisk(() =>
        this.sqlite.run(`DELETE FROM ${table} WHERE ${which}`, parameters),
      );
      removed += now;
      if (atOnce === undefined || now < atOnce) return removed;
    }
  }
}
