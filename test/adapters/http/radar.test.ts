import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import type { RadarTools, RunRadars } from '../../../src/application/radar/run-radars.ts';
import type { Finding } from '../../../src/domain/findings/finding.ts';
import { aPack } from '../../support/rule-packs.ts';
import { handIn, RunningApi } from './harness.ts';
import { boundRadars, radarWorker } from './radar-worker.ts';
import { OPERATOR_KEY } from './world.ts';

const DAY = '2027-01-01';
const NAME: Finding = {
  ...{ code: 'BR-NEW', severity: 'error', source: 'XSD', message: 'The name is wrong.', whoFixes: 'erp' },
  ...{ field: 'lines[0].name', correction: 'Right' },
};
const OLD: Finding = {
  code: 'BR-OLD',
  severity: 'error',
  source: 'XSD',
  message: 'Gone.',
  field: 'seller.name',
};

describe('a radar over stored invoices', () => {
  let api: RunningApi;
  let key: string;

  beforeEach(async () => {
    api = await RunningApi.start();
    const { world } = api;
    key = await world.clientKey('acme');
    const pack = { id: 'xsd', layer: 'xsd', origin: 'official' } as const;
    world.rulePacks = [aPack({ ...pack, version: '2', validFrom: DAY })];
    world.packOn = (on) => ({ id: 'xsd', origin: 'official', version: on === DAY ? '2' : '1' });
    world.findingsOn = (on) => (on === DAY ? [NAME] : []);
  });
  afterEach(() => api.stop());

  const start = (by: string, more: object = {}) =>
    api.call('POST', '/radar', { key: by, body: { pack: 'xsd-2', ...more } });
  const read = (id: unknown, by: string) => api.call('GET', `/radar/${String(id)}`, { key: by });

  const worker = (own: Partial<RadarTools> = {}): RunRadars => radarWorker(api.world, own);
  async function work(): Promise<void> {
    while (await worker().run());
  }

  it('counts what a coming pack changes by client, field and code, with examples and the patch', async () => {
    const mine = [await handIn(api, 'acme'), await handIn(api, 'acme')];
    const others = [await handIn(api, 'beta')];
    const stored = await Promise.all([...mine, ...others].map((id) => api.world.invoices.find(id)));
    const { json, status } = await start(OPERATOR_KEY);
    assert.deepEqual([status, json.state, json.total, json.day], [202, 'running', 3, DAY]);
    await work();
    const found = (await read(json.id, OPERATOR_KEY)).json;
    assert.deepEqual(
      [found.state, found.counted, found.judged, found.broken, found.changed],
      ['done', 3, 3, 3, 3],
    );
    const row = {
      ...{ change: 'appears', field: 'lines[].name', code: 'BR-NEW', source: 'XSD', severity: 'error' },
      who_fixes: 'erp',
      patch: [{ op: 'replace', path: '/document/lines/0/name', value: 'Right' }],
    };
    assert.deepEqual(
      (found.clients as { client: string; rows: unknown }[]).map(({ client, rows }) => [client, rows]),
      [
        ['acme', [{ ...row, invoices: 2, examples: mine }]],
        ['beta', [{ ...row, invoices: 1, examples: others }]],
      ],
    );
    // The value of the correction is stored sealed.
    const parts = await api.world.radars.parts({ radarId: String(json.id) });
    assert.ok(!JSON.stringify(parts).includes('"Right"'));
    assert.deepEqual(
      withEnglish(await Promise.all([...mine, ...others].map((id) => api.world.invoices.find(id)))),
      withEnglish(stored),
    );
  });

  it('names what disappears and what changes its severity', async () => {
    await handIn(api, 'acme');
    api.world.findingsOn = (on) =>
      on === DAY ? [{ ...NAME, severity: 'error' }] : [{ ...NAME, severity: 'warning' }, OLD];
    const { json } = await start(key);
    await work();
    const [client] = (await read(json.id, key)).json.clients as {
      rows: Record<string, unknown>[];
      broken: number;
    }[];
    assert.deepEqual(
      client?.rows.map(({ change, code, was, severity }) => [change, code, was, severity]),
      [
        ['disappears', 'BR-OLD', undefined, 'error'],
        ['severity', 'BR-NEW', 'warning', 'error'],
      ],
    );
    assert.equal(client.broken, 0, 'it was invalid before');
  });

  it('of a client judges its own invoices, and no other client sees it', async () => {
    await handIn(api, 'acme');
    await handIn(api, 'beta');
    const { json } = await start(key);
    assert.deepEqual([json.client, json.total], ['acme', 1]);
    const all = await start(OPERATOR_KEY);
    await work();
    const other = await api.world.clientKey('beta');
    assert.equal((await read(json.id, other)).status, 404);
    assert.equal((await read(all.json.id, key)).status, 404);
    const { clients } = (await read(json.id, key)).json as { clients: { client: string }[] };
    assert.deepEqual(
      clients.map(({ client }) => client),
      ['acme'],
    );
    const ids = async (by: string) =>
      ((await api.call('GET', '/radar', { key: by })).json.data as { id: string }[]).map(({ id }) => id);
    assert.deepEqual([await ids(key), await ids(other)], [[json.id], []]);
    assert.equal((await ids(OPERATOR_KEY)).length, 2);
    assert.equal((await start(key, { client: 'beta' })).status, 404);
    const reader = await api.world.clientKey('acme', ['read']);
    assert.equal((await start(reader)).status, 403);
  });

  it('skips what was cancelled or refused, and invoices that come in later', async () => {
    const [cancelled] = [await handIn(api, 'acme'), await handIn(api, 'acme')];
    const record = await api.world.invoices.find(cancelled);
    const next = { ...record!, state: 'cancelled', version: record!.version + 1 } as const;
    await api.world.invoices.commit({ record: next, events: [], audit: [], files: [] });
    const { json } = await start(key);
    api.world.clock.advance(1000);
    await handIn(api, 'acme');
    await work();
    const { judged, skipped, counted } = (await read(json.id, key)).json;
    assert.deepEqual([judged, skipped, counted], [1, 1, 2]);
  });

  it('counts no invoice twice and none too little if its process dies between any two steps', async () => {
    for (let n = 0; n < 45; n += 1) await handIn(api, n % 2 === 0 ? 'acme' : 'beta');
    const { json } = await start(OPERATOR_KEY);
    const { radars } = api.world;
    const died = new Error('the process died');
    const dies = () => Promise.reject(died);
    const judged: string[] = [];
    const judge: RadarTools['judge'] = {
      run: (invoice) => {
        judged.push(invoice.id);
        return judged.length === 7 ? dies() : Promise.resolve({ verdict: 'judged', broken: true, rows: [] });
      },
    };
    const store = boundRadars(radars);
    const { commit, find } = store;
    const deaths: readonly Partial<typeof store>[] = [
      // In the middle of the judging; the process cannot even release its lease.
      { release: dies },
      { commit: dies, release: dies },
      { commit: async (...given) => (await commit(...given), dies()), release: dies },
      // As on a store whose parts are written before the radar.
      {
        commit: async (radar, some, token) => (
          await commit({ ...radar, ...before(radar) }, some, token),
          dies()
        ),
      },
    ];
    let at: Awaited<ReturnType<typeof find>>;
    const before = (_: unknown) => ({ counted: at!.counted, cursorAt: at!.cursorAt, cursorId: at!.cursorId });
    for (const death of deaths) {
      at = await find(String(json.id));
      await assert.rejects(worker({ judge, radars: { ...store, ...death } }).run());
      assert.equal(await worker({ judge }).run(), 'release' in death ? false : true, 'the lease of the dead');
      api.world.clock.advance(60_001);
    }
    while (await worker({ judge }).run());
    const found = (await read(json.id, OPERATOR_KEY)).json;
    assert.deepEqual([found.state, found.counted, found.judged, found.broken], ['done', 45, 45, 45]);
  });

  it('of a client with a limit of time ends with it, and keeps no value of an invoice', async () => {
    await handIn(api, 'acme');
    await api.call('PUT', '/clients/acme/profile', { key: OPERATOR_KEY, body: { retention_days: 3 } });
    const { json } = await start(key);
    assert.equal(Date.parse(String(json.expires_at)) - Date.parse(String(json.created_at)), 3 * 86_400_000);
    await work();
    const [part] = await api.world.radars.parts({ radarId: String(json.id) });
    assert.equal(part?.rows[0]?.sealedPatch, undefined, 'no value is kept beyond the invoice');
  });

  it('compares a pack in force with the day before it, and refuses an order without a day', async () => {
    api.world.rulePacks = [
      aPack({ id: 'xsd', layer: 'xsd', version: '1', validFrom: '2026-01-01' }),
      aPack({ id: 'old', layer: 'xsd', version: '1', validFrom: null }),
    ];
    const { json } = await start(key, { pack: 'xsd-1' });
    assert.deepEqual([json.day, json.compared_with], ['2026-01-01', '2025-12-31']);
    assert.equal((await start(key, { pack: 'old-1' })).status, 400);
    assert.equal((await start(key, { on: DAY })).status, 400);
    assert.equal((await start(key, { pack: 'none-1' })).status, 404);
    assert.equal((await start(key, { pack: 'xsd-1' })).json.id, json.id, 'the one that is under way');
  });
});
