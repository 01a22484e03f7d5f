import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { aSandbox, type TestSandbox } from '../sandbox/running.ts';
import { describeOnEachStore, type StoreInUse } from '../support/each-store.ts';
import { Erp, example, OPERATOR_KEY, type Shown, type Submission } from '../support/erp.ts';
import { type Service, startService } from '../support/service.ts';

interface End {
  readonly state: string;
  readonly codes?: readonly string[];
  readonly buyer?: string;
  /** How many documents the receivers hold of it. */
  readonly held: 0 | 1;
}

const delivered = (buyer?: string): End => ({ state: 'delivered', held: 1, ...(buyer && { buyer }) });
const rejected = (code: string): End => ({ state: 'rejected', codes: [code], held: 0 });

/** Decisions, "Sandbox": what becomes of an invoice by the magic ending of its number. */
const ENDS: Readonly<Record<string, End>> = {
  '': delivered(),
  '-SLOW': delivered(),
  '-TIMEOUT': delivered(),
  '-LOST': delivered(),
  '-5XX-ONCE': delivered(),
  '-LIMIT': delivered(),
  '-HTML': delivered(),
  '-NOSIGNAL': delivered(),
  '-REJECT': rejected('EI-PEPPOL-REFUSED'),
  '-DUPLICATE': rejected('EI-PEPPOL-DUPLICATE'),
  '-NOTREG': rejected('EI-PEPPOL-NO-ROUTE'),
  '-5XX': { state: 'dead_letter', codes: ['EI-ROUTE-UNAVAILABLE'], held: 0 },
  '-NORUN': { state: 'dead_letter', codes: ['KOSIT-RUN'], held: 0 },
  '-MLSRE': { state: 'rejected', codes: ['EI-PEPPOL-REFUSED'], held: 1 },
  '-ACCEPT': delivered('accepted'),
  '-REFUSE': delivered('refused'),
  '-DISPUTE': delivered('under_query'),
  '-PARTIAL': delivered('conditionally_accepted'),
  '-PAID': delivered('paid'),
};

/** Magic participants at sending. */
const RECEIVERS: Readonly<Record<string, End>> = {
  '0302': delivered(),
  '0381': delivered(),
  '0404': rejected('EI-PEPPOL-NO-ROUTE'),
  '0414': rejected('EI-PEPPOL-NO-ROUTE'),
  '0310': { state: 'dead_letter', codes: ['EI-ROUTE-UNAVAILABLE'], held: 0 },
  '0408': { state: 'dead_letter', codes: ['EI-ROUTE-UNAVAILABLE'], held: 0 },
  '0503': { state: 'dead_letter', codes: ['EI-ROUTE-UNAVAILABLE'], held: 0 },
  '0410': rejected('EI-PEPPOL-NO-ROUTE'),
  '0495': { state: 'dead_letter', codes: ['EI-ROUTE-UNAVAILABLE'], held: 0 },
};

type Seen = Shown & { readonly buyer_status: string | null; readonly legal_id: string | null };

/** XRechnung, whose rules are built in, between two participants. */
function invoice(number: string, receiver = 'DE190384672'): Submission {
  const { document, ...rest } = example('plain');
  const { seller, buyer } = document as unknown as Record<'seller' | 'buyer', object>;
  const header = { ...document.invoice, number, buyer_reference: '04011000-1234512345-06' };
  return {
    ...rest,
    route: 'PEPPOL',
    invoice_ref: number,
    document: {
      ...document,
      profile: 'xrechnung',
      invoice: header,
      seller: { ...seller, endpoint: { id: 'DE281457638', scheme: '9930' } },
      buyer: { ...buyer, endpoint: { id: receiver, scheme: '9930' } },
    },
  };
}

const isAtItsEnd = (seen: Seen, { state, buyer }: End): boolean =>
  seen.state === state && (seen.buyer_status ?? undefined) === buyer;

describeOnEachStore('invoices that go over Peppol to the simulated network', function (open) {
  let store: StoreInUse;
  let network: TestSandbox;
  let service: Service;
  let erp: Erp;
  before(async function () {
    this.timeout(120_000);
    store = open();
    network = await aSandbox({ stepMs: 5, limits: 'off' });
    const env = { ACCESS_POINT_URL: `${network.url}/peppol/ap`, RETRY_SCALE: '0.001', OPERATOR_KEY };
    service = await startService({ cwd: store.folder, env: { ...store.env, ...env } });
    erp = await Erp.of(service, 'sender');
  });
  after(async () => {
    await service?.stop();
    await network?.stop();
    store.remove();
  });

  async function endOf(id: string, end: End): Promise<Seen> {
    for (const until = Date.now() + 45_000; ;) {
      const { json } = await erp.get<Seen>(`/invoices/${id}`);
      if (isAtItsEnd(json, end) || Date.now() > until) return json;
      await pause(100);
    }
  }

  async function held(number: string): Promise<number> {
    const answer = await fetch(`${network.url}/control/documents?route=PEPPOL`);
    const { data } = (await answer.json()) as { data: readonly { number: string }[] };
    return data.filter((one) => one.number === number).length;
  }

  const rows = [
    ...Object.entries(ENDS).map(([ending, end]) => ({ number: `R-1${ending}`, receiver: undefined, end })),
    ...Object.entries(RECEIVERS).map(([last, end]) => ({
      number: `R-${last}`,
      receiver: `DE19038${last}`,
      end,
    })),
  ];
  const ids = new Map<string, string>();
  before(async () => {
    for (const { number, receiver } of rows) {
      const taken = await erp.submit(invoice(number, receiver));
      assert.equal(taken.status, 202, `${number}: ${taken.text}`);
      ids.set(number, taken.json.id);
    }
  });

  for (const { number, end } of rows)
    it(`${number}: ${[end.state, ...(end.codes ?? []), end.buyer ?? []].flat().join(', ')}`, async function () {
      this.timeout(60_000);
      const seen = await endOf(ids.get(number)!, end);
      const codes = seen.errors.map(({ code }) => code);
      assert.deepEqual([seen.state, seen.buyer_status ?? undefined], [end.state, end.buyer]);
      assert.deepEqual(codes, end.codes ?? []);
      assert.equal(await held(number), end.held, 'the network holds it that often');
      if (end.held) assert.match(String(seen.legal_id), /^[0-9a-f-]{36}$/);
    });
});
