import assert from 'node:assert/strict';
import { aPack } from '../../support/rule-packs.ts';
import { RunningApi } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

const DAY_MS = 86_400_000;

describe('GET /calendar', () => {
  let api: RunningApi;
  beforeEach(async () => {
    api = await RunningApi.start();
    api.world.rulePacks = [];
  });
  afterEach(() => api.stop());

  const dayIn = (days: number) =>
    new Date(api.world.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const store = async (client: string, expiresOn: string, kind = 'ksef-token') => {
    const body = { client, route: 'PL-KSEF', kind, issued_by: 'MF', issued_on: '2026-01-01', value: 'x' };
    const answer = await api.call('POST', '/credentials', {
      key: OPERATOR_KEY,
      body: { ...body, expires_on: expiresOn, legal_entity: `PL${Math.random()}` },
    });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.json.id);
  };
  const read = async (key: string, query = '') => {
    const answer = await api.call('GET', `/calendar${query}`, { key });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.data as { readonly day: string; readonly credential?: { readonly client: string } }[];
  };

  it('has credentials that end within 30 days, the soonest first, for a client its own', async () => {
    const last = await store('acme', dayIn(30));
    await store('acme', dayIn(31));
    await store('other', dayIn(3));
    const today = await store('acme', dayIn(0));
    const own = await read(await api.world.clientKey('acme', ['read']));
    const credential = (id: string) => ({ id, client: 'acme', route: 'PL-KSEF', kind: 'ksef-token' });
    assert.deepEqual(own, [
      { day: dayIn(0), change: 'ends', credential: credential(today) },
      { day: dayIn(30), change: 'ends', credential: credential(last) },
    ]);
    const all = await read(OPERATOR_KEY);
    assert.deepEqual(
      all.map((row) => row.credential?.client),
      ['acme', 'other', 'acme'],
    );
    assert.equal((await read(OPERATOR_KEY, '?client=other')).length, 1);
  });

  it('leaves out a revoked credential', async () => {
    const id = await store('acme', dayIn(1));
    await api.call('POST', `/credentials/${id}/revoke`, { key: OPERATOR_KEY });
    assert.deepEqual(await read(OPERATOR_KEY), []);
  });

  it('has the first and the last day of a rule pack, once for all its syntaxes', async () => {
    const pack = { id: 'en16931', layer: 'en16931', origin: 'official' } as const;
    const coming = { ...pack, version: '1.3.17', validFrom: dayIn(5), validUntil: dayIn(200) };
    api.world.rulePacks = [
      aPack({ ...coming, syntaxes: ['ubl-invoice'] }),
      aPack({ ...coming, syntaxes: ['cii'] }),
      aPack({ ...pack, version: '1.3.16', validFrom: '2026-01-01', validUntil: dayIn(4) }),
    ];
    const named = (version: string) => ({ ...pack, version });
    assert.deepEqual(await read(await api.world.clientKey('acme')), [
      { day: dayIn(4), change: 'ends', pack: named('1.3.16') },
      { day: dayIn(5), change: 'begins', pack: named('1.3.17') },
    ]);
  });
});
