import assert from 'node:assert/strict';
import type { LeasedRadar, Radar, RadarPart } from '../../src/domain/radar/radar.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export const aRadar = (own: Partial<Radar> = {}): Radar => ({
  ...{ id: 'rdr_1', pack: 'en16931-2', day: '2027-01-01', before: '2026-10-05', madeBy: 'key_1' },
  ...{ state: 'running', total: 3, counted: 0, progress: [{ at: START, counted: 0 }] },
  ...{ work: 'judge', version: 1, failures: 0, dueAt: START },
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
/** The next version, without a lease. */
const next = (radar: Radar, own: Partial<Radar> = {}) => ({
  record: { ...radar, ...own, version: radar.version + 1, lease: null } satisfies LeasedRadar,
  ...{ events: [], audit: [], files: [] },
});

export function describesARadarStore(open: Open): void {
  const it = on(open);

  it('keeps a radar with what it has found', async ({ radars, other }) => {
    const radar = aRadar({ tells: ['care', 'mail'] });
    await radars.add(radar);
    await radars.work.lease('rdr_1', lease('t', after(60)), START);
    assert.ok(await radars.replaceParts([aPart({ toldAt: after(1) })]));
    const counted = { counted: 1, cursorAt: START, cursorId: 'inv_1', state: 'done', dueAt: null } as const;
    assert.equal(await radars.work.commit({ ...next(radar, counted), lease: 't' }), 'committed');
    assert.deepEqual(await other.radars.find('rdr_1'), { ...radar, ...counted, version: 2 });
    assert.deepEqual(await other.radars.parts({ radarId: 'rdr_1' }), [aPart({ toldAt: after(1) })]);
    assert.deepEqual(await other.radars.parts({ radarId: 'rdr_1', clients: ['another'] }), []);
    assert.equal(await other.radars.find('rdr_2'), undefined);
  });

  it('leaves a radar of the same id as it is', async ({ radars, other }) => {
    await radars.add(aRadar({ counted: 2 }));
    await other.radars.add(aRadar());
    assert.equal((await radars.find('rdr_1'))?.counted, 2);
  });

  it('gives a running radar, of one client or of all, to one worker at a time', async ({ radars, other }) => {
    await radars.add(aRadar({ id: 'rdr_2', client: 'acme', dueAt: after(1) }));
    await radars.add(aRadar());
    await radars.add(aRadar({ id: 'rdr_3', state: 'done', dueAt: null }));
    assert.deepEqual(await other.radars.work.listNeglected(after(2), after(2), 9), ['rdr_1', 'rdr_2']);
    const taken = async (id: string, token: string, now: Date) =>
      (await other.radars.work.lease(id, lease(token, new Date(now.getTime() + 60_000)), now, ['judge']))
        ?.lease?.holders;
    assert.deepEqual(
      [await taken('rdr_1', 'a', START), await taken('rdr_1', 'b', START), await taken('rdr_3', 'c', START)],
      [1, undefined, undefined],
    );
    assert.equal(await taken('rdr_2', 'd', after(1)), 1);
    assert.deepEqual(await radars.work.listNeglected(after(2), after(2), 9), []);
    await radars.work.releaseLease('rdr_1', 'b');
    assert.equal(await taken('rdr_1', 'c', START), undefined);
    await radars.work.releaseLease('rdr_1', 'a');
    assert.equal(await taken('rdr_1', 'c', START), 1);
    assert.equal(await taken('rdr_1', 'e', after(60_000)), 2, 'the holder before has died');
  });

  it('refuses a worker that was overtaken, and counts for no client twice', async ({ radars, other }) => {
    const radar = aRadar();
    await radars.add(radar);
    await radars.work.lease('rdr_1', lease('old', after(60)), START);
    await radars.work.lease('rdr_1', lease('new', after(200)), after(61));
    assert.equal(await other.radars.work.renewLease('rdr_1', lease('old', after(300))), false);
    assert.equal(
      await other.radars.work.commit({ ...next(radar, { counted: 1 }), lease: 'old' }),
      'conflict',
    );
    assert.ok(await radars.replaceParts([aPart()]));
    assert.equal(await other.radars.replaceParts([aPart({ judged: 9 })]), false);
    const part = aPart({ version: 2, judged: 2, cursorId: 'inv_2' });
    assert.ok(await other.radars.replaceParts([part]));
    assert.deepEqual(await radars.parts({ radarId: 'rdr_1' }), [part]);
    assert.equal(await radars.work.commit({ ...next(radar, { counted: 2 }), lease: 'new' }), 'committed');
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
    const [mine, others] = [aPart(), aPart({ id: 'rdr_1 acme.2', client: 'acme.2' })];
    await radars.replaceParts([mine, others]);
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
