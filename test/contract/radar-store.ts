import assert from 'node:assert/strict';
import type { Radar, RadarPart } from '../../src/domain/radar/radar.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export const aRadar = (own: Partial<Radar> = {}): Radar => ({
  ...{ id: 'rdr_1', pack: 'en16931-2', day: '2027-01-01', before: '2026-10-05', madeBy: 'key_1' },
  ...{ state: 'running', total: 3, counted: 0, progress: [{ at: START, counted: 0 }] },
  ...{ createdAt: START, updatedAt: START, expiresAt: after(1000) },
  ...own,
});
const aPart = (own: Partial<RadarPart> = {}): RadarPart => ({
  ...{ id: 'rdr_1 acme', radarId: 'rdr_1', client: 'acme', version: 1, cursorAt: START, cursorId: 'inv_1' },
  ...{ judged: 1, skipped: 0, unjudged: 0, changed: 1, broken: 1, more: 0 },
  rows: [
    {
      ...{ change: 'severity', code: 'BR-1', source: 'EN16931', field: 'lines[].name', severity: 'error' },
      ...{ was: 'warning', whoFixes: 'erp', invoices: 1, examples: ['inv_1'], sealedPatch: 'sealed' },
    },
  ],
  ...own,
});
const lease = (token: string, until: Date) => ({ token, until });

export function describesARadarStore(open: Open): void {
  const it = on(open);

  it('keeps a radar with what it has found', async ({ radars, other }) => {
    const told = { tells: ['care', 'mail'] } as const;
    await radars.add(aRadar(told));
    await radars.take(lease('t', after(60)), START);
    const counted = aRadar({ ...told, counted: 1, cursorAt: START, cursorId: 'inv_1', state: 'done' });
    assert.equal(await radars.commit(counted, [aPart({ toldAt: after(1) })], 't'), 'committed');
    await radars.release('rdr_1', 't');
    assert.deepEqual(await other.radars.find('rdr_1'), counted);
    assert.deepEqual(await other.radars.parts({ radarId: 'rdr_1' }), [aPart({ toldAt: after(1) })]);
    assert.deepEqual(await other.radars.parts({ radarId: 'rdr_1', clients: ['another'] }), []);
    assert.equal(await other.radars.find('rdr_2'), undefined);
  });

  it('leaves a radar of the same id as it is', async ({ radars, other }) => {
    await radars.add(aRadar({ counted: 2 }));
    await other.radars.add(aRadar());
    assert.equal((await radars.find('rdr_1'))?.counted, 2);
  });

  it('gives a running radar to one worker at a time, the oldest first', async ({ radars, other }) => {
    await radars.add(aRadar({ id: 'rdr_2', createdAt: after(1) }));
    await radars.add(aRadar());
    await radars.add(aRadar({ id: 'rdr_3', state: 'done' }));
    const taken = async (token: string, now: Date) =>
      (await other.radars.take(lease(token, new Date(now.getTime() + 60_000)), now))?.id;
    assert.deepEqual(
      [await taken('a', START), await taken('b', START), await taken('c', START)],
      ['rdr_1', 'rdr_2', undefined],
    );
    await radars.release('rdr_2', 'a');
    assert.equal(await taken('c', START), undefined);
    await radars.release('rdr_2', 'b');
    assert.equal(await taken('c', START), 'rdr_2');
    assert.equal(await taken('d', after(60_000)), 'rdr_1');
  });

  it('refuses a worker that was overtaken, and counts for no client twice', async ({ radars, other }) => {
    await radars.add(aRadar());
    await radars.take(lease('old', after(60)), START);
    await radars.take(lease('new', after(200)), after(61));
    assert.equal(await other.radars.commit(aRadar({ counted: 1 }), [aPart()], 'old'), 'conflict');
    assert.deepEqual(await radars.parts({ radarId: 'rdr_1' }), []);
    assert.equal(await other.radars.commit(aRadar({ counted: 1 }), [aPart()], 'new'), 'committed');
    assert.equal(await radars.commit(aRadar({ counted: 2 }), [aPart({ judged: 9 })], 'new'), 'conflict');
    const next = aPart({ version: 2, judged: 2, cursorId: 'inv_2' });
    assert.equal(await radars.commit(aRadar({ counted: 2 }), [next], 'new'), 'committed');
    assert.deepEqual(await other.radars.parts({ radarId: 'rdr_1' }), [next]);
    assert.equal((await other.radars.find('rdr_1'))?.counted, 2);
  });

  it('lists the newest first, those of one client or all', async ({ radars }) => {
    await radars.add(aRadar());
    await radars.add(aRadar({ id: 'rdr_2', client: 'acme', createdAt: after(1) }));
    await radars.add(aRadar({ id: 'rdr_3', client: 'other', createdAt: after(2) }));
    const ids = async (client?: string) => (await radars.list({ client, limit: 2 })).map(({ id }) => id);
    assert.deepEqual([await ids(), await ids('acme')], [['rdr_3', 'rdr_2'], ['rdr_2']]);
  });

  it('forgets what has expired, and what is of a deleted client', async ({ radars, clientData, other }) => {
    await radars.add(aRadar());
    await radars.add(aRadar({ id: 'rdr_2', client: 'acme', expiresAt: after(2000) }));
    await radars.add(aRadar({ id: 'rdr_3', client: 'acme.2', expiresAt: after(2000) }));
    await radars.take(lease('t', after(60)), START);
    const [mine, others] = [aPart(), aPart({ id: 'rdr_1 acme.2', client: 'acme.2' })];
    await radars.commit(aRadar(), [mine, others], 't');
    assert.equal(await clientData.remove('acme', 'radars'), 2);
    assert.deepEqual(await other.radars.parts({ radarId: 'rdr_1' }), [others]);
    assert.deepEqual([await radars.forget(after(999)), await radars.forget(after(1000))], [0, 1]);
    assert.deepEqual(await other.radars.parts({ radarId: 'rdr_1' }), []);
    assert.deepEqual(
      (await other.radars.list({ limit: 9 })).map(({ id }) => id),
      ['rdr_3'],
    );
  });
}
