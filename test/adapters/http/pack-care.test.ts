import assert from 'node:assert/strict';
import { KeepPackCare } from '../../../src/application/operation/keep-pack-care.ts';
import { MeasurePackAges } from '../../../src/application/operation/measure-pack-ages.ts';
import { LANGUAGES } from '../../../src/domain/words/language.ts';
import { aPack } from '../../support/rule-packs.ts';
import { RunningApi, typeOf } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

const ID = 'pack_xrechnung-3.0.2-sch-2.5.0';
const PUBLISHER = {
  name: 'KoSIT',
  packs: ['xrechnung'],
  announcedAt: 'https://kosit.example/releases',
  rhythm: { months: [1, 7] },
  released: {},
  seen: null,
  carriers: [],
};
type Row = Record<string, unknown>;

describe('the care row of an old rule pack, over HTTP', () => {
  let api: RunningApi;
  let key: string;

  beforeEach(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
    const { clock, telemetry, oldPacks } = api.world;
    const [version, validFrom] = ['3.0.2-sch-2.5.0', '2026-02-02'];
    const pack = aPack({ id: 'xrechnung', layer: 'xrechnung', version, validFrom });
    const measurePackAges = new MeasurePackAges({
      packs: { entries: async () => [pack] },
      publishers: [PUBLISHER],
      clock,
    });
    await new KeepPackCare({ measurePackAges, oldPacks, telemetry, clock }).run();
  });
  afterEach(() => api.stop());

  const rows = async (query = '', by = OPERATOR_KEY): Promise<readonly Row[]> =>
    (await api.call('GET', `/care${query}`, { key: by })).json.data as Row[];

  it('is shown to the operator, without client and route', async () => {
    assert.deepEqual(await rows('?status=open'), [
      {
        invoice_id: ID,
        catalogue_code: 'EI-PACK-OLD',
        who_acts: 'us',
        sender_can_fix: false,
        age_seconds: 0,
        handled: false,
        invoice_ref: 'xrechnung 3.0.2-sch-2.5.0',
        fix_hint:
          'The operator looks for a newer release at https://kosit.example/releases and installs or adopts it.',
      },
    ]);
    const { json } = await api.call('GET', '/care/groups', { key: OPERATOR_KEY });
    const [group] = json.data as Row[];
    assert.deepEqual([group?.rows, group?.clients, group?.routes], [1, 0, []]);
  });

  it('is never shown to a client key, nor in the list of a client', async () => {
    for (const query of ['', '?client=acme', '?catalogue_code=EI-PACK-OLD'])
      assert.deepEqual(await rows(query, key), [], query);
    assert.deepEqual(await rows('?client=acme'), []);
    const note = { catalogue_code: 'EI-PACK-OLD', note: 'Called.' };
    const group = { catalogue_code: 'EI-PACK-OLD', who_acts: 'us' };
    for (const [method, path, body] of [
      ['POST', `/care/${ID}/handled`, undefined],
      ['POST', `/care/${ID}/reopened`, undefined],
      ['PUT', `/care/${ID}/note`, note],
      ['GET', `/care/${ID}/evidence`, undefined],
    ] as const) {
      const refused = await api.call(method, path, { key, ...(body && { body }) });
      assert.deepEqual([refused.status, typeOf(refused)], [404, 'not-found'], path);
    }
    assert.deepEqual((await api.call('GET', '/care/groups', { key })).json.data, []);
    const ids = [ID];
    const calls: readonly (readonly [string, object, string])[] = [
      ['/care/groups/handled', group, 'handled'],
      ['/care/groups/reopened', { catalogue_code: 'EI-PACK-OLD', invoice_ids: ids }, 'reopened'],
    ];
    for (const [path, body, count] of calls)
      assert.equal((await api.call('POST', path, { key, body })).json[count], 0, path);
    assert.equal((await rows('?status=open')).length, 1);
  });

  it('is noted on, handled and opened again by the operator, with rows of the audit log', async () => {
    const note = { catalogue_code: 'EI-PACK-OLD', note: 'KoSIT is late.', assignee: 'Jana' };
    const noted = await api.call('PUT', `/care/${ID}/note`, { key: OPERATOR_KEY, body: note });
    assert.equal(noted.status, 200, noted.text);
    const [row] = await rows();
    assert.deepEqual([row?.note, row?.assignee], ['KoSIT is late.', 'Jana']);
    for (const [path, count] of [
      ['handled', 'handled'],
      ['reopened', 'reopened'],
    ] as const) {
      const { json } = await api.call('POST', `/care/${ID}/${path}`, { key: OPERATOR_KEY });
      assert.deepEqual([json.invoice_id, json[count]], [ID, 1]);
    }
    const evidence = await api.call('GET', `/care/${ID}/evidence`, { key: OPERATOR_KEY });
    assert.deepEqual(evidence.json, { invoice_id: ID, documents: [] });
    for (const action of ['care_noted', 'care_handled', 'care_reopened']) {
      const [entry] = await api.world.audit.recent({ action, limit: 1 });
      assert.deepEqual([entry?.subject, entry?.client], [ID, undefined], action);
    }
  });

  it('says what to do in the language of the reader', async () => {
    const hints = new Set<unknown>();
    for (const language of LANGUAGES) {
      const [row] = await rows(`?lang=${language}`);
      hints.add(row?.fix_hint);
      assert.match(String(row?.fix_hint), /https:\/\/kosit\.example\/releases/);
    }
    assert.equal(hints.size, LANGUAGES.length);
  });
});
