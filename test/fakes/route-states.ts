import type { RouteState } from '../../src/domain/sending/route-state.ts';
import type { Route } from '../../src/domain/vocabulary/route.ts';
import type { RouteStates } from '../../src/ports/route-states.ts';

export class FakeRouteStates implements RouteStates {
  private readonly kept = new Map<string, RouteState>();

  async find(id: string): Promise<RouteState | undefined> {
    return this.kept.get(id);
  }

  async put(state: RouteState): Promise<void> {
    this.kept.set(state.id, state);
  }

  async newest(route: Route, client: string | undefined): Promise<readonly RouteState[]> {
    return [...this.kept.values()]
      .filter((one) => one.route === route && (client === undefined || one.client === client))
      .sort((one, other) => Number(other.at) - Number(one.at));
  }

  removeOf(client: string): number {
    const own = [...this.kept.values()].filter((one) => one.client === client);
    for (const { id } of own) this.kept.delete(id);
    return own.length;
  }
}
