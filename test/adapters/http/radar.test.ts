import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import type { RadarPorts } from '../../../src/application/radar/radar-runs.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { aPack } from '../../support/rule-packs.ts';
import { handIn, RunningApi } from './harness.ts';
import { radarsWith, radarWorker } from './radar-worker.ts';
import { OPERATOR_KEY } from './world.ts';

const DAY = '2027-01-01';
const HOUR_MS = 3_600_000;
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

  const work = (own: Partial<RadarPorts> = {}, stopping?: AbortSignal) =>
    radarWorker(api.world, own)(stopping);

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
    const judge: RadarPorts['judge'] = {
      run: (invoice) => {
        judged.push(invoice.id);
        return judged.length === 7 ? dies() : Promise.resolve({ verdict: 'judged', broken: true, rows: [] });
      },
    };
    const { replaceParts, work: store } = radars;
    const commit = store.commit.bind(store);
    const deaths: readonly Parameters<typeof radarsWith>[1][] = [
      // In the middle of the judging.
      {},
      { replaceParts: dies },
      // Its parts are ahead of the radar.
      { replaceParts: async (parts) => (await replaceParts(parts), dies()) },
      { commit: dies },
      { commit: async (change) => (await commit(change), dies()) },
    ];
    for (const death of deaths) {
      // A dead process cannot even release its lease, or write that it has failed.
      let isDead = false;
      const dead =
        <T extends unknown[], R>(does: (...given: T) => Promise<R>) =>
        async (...given: T): Promise<R> => {
          if (isDead) return dies();
          try {
            return await does(...given);
          } catch (error) {
            isDead = true;
            throw error;
          }
        };
      const dying = radarsWith(radars, {
        ...{ commit: dead(death.commit ?? commit), releaseLease: dead(store.releaseLease.bind(store)) },
        replaceParts: dead(death.replaceParts ?? replaceParts),
      });
      assert.deepEqual(await work({ judge: { run: dead(judge.run) }, radars: dying }), ['failed']);
      assert.deepEqual(await work({ judge }), ['idle'], 'the lease of the dead');
      api.world.clock.advance(60_001);
      // The next one counts the death and stops; after two deaths in a row the radar waits.
      assert.match((await work({}, AbortSignal.abort())).join(), /^(retried|failed)$/);
      api.world.clock.advance(HOUR_MS);
    }
    assert.deepEqual(await work({ judge }), ['done']);
    const found = (await read(json.id, OPERATOR_KEY)).json;
    assert.deepEqual([found.state, found.counted, found.judged, found.broken], ['done', 45, 45, 45]);
  });

  it('is left by a process that stops, for another one a moment later', async () => {
    await handIn(api, 'acme');
    const { json } = await start(key);
    const { jobs, clock } = api.world;
    assert.ok(jobs.waiting.has(String(json.id)), 'its work begins by a job');
    jobs.forget();
    assert.deepEqual(await work({}, AbortSignal.abort()), ['retried']);
    assert.deepEqual(jobs.waiting.get(String(json.id)), new Date(clock.now().getTime() + 1000));
    assert.deepEqual(await work(), ['idle'], 'not yet');
    clock.advance(1000);
    assert.deepEqual(await work(), ['done']);
    assert.equal((await read(json.id, key)).json.counted, 1);
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
