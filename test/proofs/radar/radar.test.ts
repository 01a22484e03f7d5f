import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hex } from '../../../scripts/bench/numbered-invoice.ts';
import { describeOnEachStore, storeOf, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { anInstalledPack, assertion } from '../../support/installed-pack.ts';
import { openStores } from '../../support/open-stores.ts';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';
import { type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { printCount } from '../counts.ts';
import { SEED } from '../seed.ts';

/** `RADAR_INVOICES=100000 npm run proofs -- radar` is the long form. */
const INVOICES = Number(process.env['RADAR_INVOICES'] ?? 300);
/** So many are sent; each further one is stored beside one of them, with its documents. */
const MAX_SENT = 600;
const COPIED_AT_ONCE = 500;
const KILLS = 3;
const CLIENTS = 3;
const SAMPLE = 20;
const DAY_MS = 86_400_000;
/** A lease of a killed worker lasts a minute. */
const STEP_MS = 120_000 + INVOICES * 200;

interface Radar {
  readonly id: string;
  readonly state: string;
  readonly counted: number;
  readonly judged: number;
  readonly broken: number;
  readonly clients: readonly {
    readonly client: string;
    readonly judged: number;
    readonly rows: readonly { readonly code: string; readonly change: string; readonly invoices: number }[];
  }[];
}

interface Stored {
  readonly id: string;
  readonly breaks: boolean;
  readonly client: number;
}

describeOnEachStore('a radar over stored invoices', (open) => {
  let store: StoreInUse;
  let service: Service;
  const day = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
  const start = () => startService({ cwd: store.folder, env: { ...store.env, OPERATOR_KEY } });

  before(async function () {
    store = open();
    const rules = join(store.folder, 'rules');
    mkdirSync(rules);
    copyPreparedPacks(rules);
    // Refuses the invoices whose number ends with 0 or 5.
    const number = "string(*[local-name()='ID'][1])";
    const asserts = assertion('NEW-1', `not(matches(${number}, '[05]$'))`);
    await anInstalledPack(rules, '9', { asserts, validFrom: day });
    service = await start();
  });
  after(async () => {
    await service?.stop('SIGKILL');
    store?.remove();
  });

  it(`judges each once over ${KILLS} kills, as a direct check does`, async function () {
    this.timeout(KILLS * STEP_MS + INVOICES * 1_000 + 120_000);
    const erps = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => Erp.of(service, `client-${n}`)));
    const sent: Stored[] = [];
    for (let n = 0; n < Math.min(INVOICES, MAX_SENT); n += 1) {
      const client = n % CLIENTS;
      const { json } = await erps[client]!.submitAfterLimits(numbered(example('plain'), `R-${n}`));
      sent.push({ id: json.id, breaks: n % 5 === 0, client });
    }
    const operator = () => new Erp(service, OPERATOR_KEY);
    for (const { id, client } of sent) await erps[client]!.settled(id, 600_000);
    const ids = [...sent, ...(await copied(sent, INVOICES - sent.length))];
    const { json: begun } = await operator().post<Radar>('/radar', { pack: 'tried-9' });
    const now = async () => (await operator().read<Radar>(`/radar/${begun.id}`)).json;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const wanted = Math.floor((INVOICES * kill) / (KILLS + 1));
      await until(async () => (await now()).counted >= wanted, `${wanted} invoices`, STEP_MS, 50);
      assert.equal((await now()).state, 'running', 'it has ended before the kill');
      await service.stop('SIGKILL');
      service = await start();
    }
    await until(async () => (await now()).state === 'done', 'the end', STEP_MS, 200);
    const result = await now();
    const broken = ids.filter(({ breaks }) => breaks);
    assert.deepEqual([result.counted, result.judged, result.broken], [INVOICES, INVOICES, broken.length]);
    for (const [n, { rows, judged }] of result.clients.entries()) {
      const of = (all: typeof ids) => all.filter(({ client }) => client === n).length;
      const found = rows.map(({ code, change, invoices }) => [code, change, invoices]);
      assert.deepEqual([judged, found], [of(ids), [['NEW-1', 'appears', of(broken)]]]);
    }
    await sample(ids);
    printCount({ of: storeOf(store), unit: 'kills', count: KILLS });
    printCount({ of: storeOf(store), unit: 'invoices judged once', count: INVOICES });
  });

  /** Further invoices, each with the client and the sealed documents of one that was sent. */
  async function copied(sent: readonly Stored[], count: number): Promise<readonly Stored[]> {
    if (count === 0) return [];
    const stores = await openStores(store.env['STORE_URL']!);
    const copies: Stored[] = [];
    try {
      const records = await Promise.all(sent.map(async ({ id }) => (await stores.invoices.find(id))!));
      const copy = async (n: number): Promise<Stored> => {
        const keys = { intakeKey: hex(n, 32), fingerprint: hex(n, 64) };
        const own = { id: `inv_${hex(n, 32)}`, invoiceRef: `copy-${n}`, ...keys };
        const record = { ...records[n % sent.length]!, ...own, version: 1 };
        const { taken } = await stores.invoices.takeIn({ record, events: [], audit: [], files: [] });
        assert.ok(taken, `copy ${n} is a duplicate`);
        return { ...sent[n % sent.length]!, id: record.id };
      };
      for (let from = 0; from < count; from += COPIED_AT_ONCE) {
        const numbers = Array.from({ length: Math.min(COPIED_AT_ONCE, count - from) }, (_, n) => from + n);
        copies.push(...(await Promise.all(numbers.map(copy))));
      }
    } finally {
      await stores.close();
    }
    return copies;
  }

  /** Direct checks of some of them, drawn by the seed. */
  async function sample(ids: readonly Stored[]): Promise<void> {
    const operator = new Erp(service, OPERATOR_KEY);
    for (let n = 0; n < Math.min(SAMPLE, ids.length); n += 1) {
      const { id, breaks } = ids[(SEED * 7919 + n * 104_729) % ids.length]!;
      const { json } = await operator.post<{
        readonly layers: readonly { readonly findings: readonly { readonly code: string }[] }[];
      }>(`/invoices/${id}/validate?on=${day}`);
      const codes = json.layers.flatMap(({ findings }) => findings.map(({ code }) => code));
      assert.equal(codes.includes('NEW-1'), breaks, id);
    }
  }
});
