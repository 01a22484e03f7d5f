import { ROUTE_STATE_FIELDS, type RouteState, stateId } from '../../domain/sending/route-state.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { MAX_ROUTE_STATES, type RouteStates } from '../../ports/route-states.ts';
import { membersWithValue } from './members.ts';
import type { Mongo } from './mongo.ts';
import { readerOf } from './record-mapping.ts';

export class MongoRouteStates implements RouteStates {
  constructor(private readonly mongo: Mongo) {}

  async find(id: string): Promise<RouteState | undefined> {
    const found = await this.mongo.routeStates.findOne({ _id: id });
    return found ? read(found) : undefined;
  }

  async put({ id, ...state }: RouteState): Promise<void> {
    await this.mongo.routeStates.replaceOne({ _id: id }, membersWithValue(state) as typeof state, {
      upsert: true,
    });
  }

  async newest(route: Route, client: string | undefined): Promise<readonly RouteState[]> {
    if (client !== undefined) {
      const state = await this.find(stateId(route, client));
      return state ? [state] : [];
    }
    const found = this.mongo.routeStates.find({ route }).sort({ at: -1 }).limit(MAX_ROUTE_STATES);
    return (await found.toArray()).map(read);
  }
}

const read = readerOf<RouteState>(ROUTE_STATE_FIELDS);
