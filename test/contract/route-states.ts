import assert from 'node:assert/strict';
import type { RouteState } from '../../src/domain/sending/route-state.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const aState = (own: Partial<RouteState> = {}): RouteState => {
  const { route = 'PEPPOL', client = 'acme' } = own;
  const base = { at: START, answer: '200', tookMs: 12, works: true, workedAt: START };
  return { id: `${route} ${client}`, route, client, ...base, ...own };
};

export function describesRouteStates(open: Open): void {
  const it = on(open);

  it('keep the last state of a route and a client', async ({ routeStates, other }) => {
    await routeStates.put(aState());
    const { workedAt: _gone, ...failing } = aState({
      answer: 'timeout',
      works: false,
      failingSince: after(5),
    });
    await routeStates.put(failing);
    assert.deepEqual(await other.routeStates.find('PEPPOL acme'), failing);
    assert.equal(await other.routeStates.find('PEPPOL acme.2'), undefined);
  });

  it('list those of a route, the newest first, or those of one client', async ({ routeStates, other }) => {
    const [old, fresh] = [aState(), aState({ client: 'beta', at: after(5) })];
    const fetched = aState({ id: 'PEPPOL acme fetch', isFetch: true, at: after(-5) });
    for (const state of [old, fetched, fresh, aState({ route: 'FR-PA' })]) await routeStates.put(state);
    assert.deepEqual(await other.routeStates.newest('PEPPOL', undefined), [fresh, old, fetched]);
    assert.deepEqual(await other.routeStates.newest('PEPPOL', 'acme'), [old, fetched]);
    assert.deepEqual(await other.routeStates.newest('PL-KSEF', 'acme'), []);
  });

  it('are removed with their client', async ({ routeStates, clientData, other }) => {
    for (const client of ['acme', 'acme.2']) await routeStates.put(aState({ client }));
    await clientData.remove('acme', 'counters');
    const [left, ...more] = await other.routeStates.newest('PEPPOL', undefined);
    assert.deepEqual([left?.client, more], ['acme.2', []]);
  });
}
