import { ROUTE_STATE_FIELDS, type RouteState, stateId } from '../../domain/sending/route-state.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { MAX_ROUTE_STATES, type RouteStates } from '../../ports/route-states.ts';
import { columnsOf, fromRow, insertInto, toColumns } from './field-columns.ts';
import type { Row, Sqlite } from './sqlite.ts';

const COLUMNS = columnsOf(ROUTE_STATE_FIELDS);
const PUT = `${insertInto('route_state', COLUMNS)}
  ON CONFLICT (id) DO UPDATE SET ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`;

export class SqliteRouteStates implements RouteStates {
  constructor(private readonly sqlite: Sqlite) {}

  async find(id: string): Promise<RouteState | undefined> {
    const row = await this.sqlite.readOne('SELECT * FROM route_state WHERE id = @id', { id });
    return row && read(row);
  }

  async put(state: RouteState): Promise<void> {
    await this.sqlite.execute(PUT, toColumns(ROUTE_STATE_FIELDS, state));
  }

  async newest(route: Route, client: string | undefined): Promise<readonly RouteState[]> {
    if (client !== undefined) {
      const state = await this.find(stateId(route, client));
      return state ? [state] : [];
    }
    const rows = await this.sqlite.readAll(
      `SELECT * FROM route_state WHERE route = @route ORDER BY at DESC LIMIT ${MAX_ROUTE_STATES}`,
      { route },
    );
    return rows.map(read);
  }
}

const read = (row: Row): RouteState => fromRow<RouteState>(ROUTE_STATE_FIELDS, row);
