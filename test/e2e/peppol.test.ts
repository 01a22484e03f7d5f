import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { aSandbox, type TestSandbox } from '../sandbox/running.ts';
import { describeOnEachStore, type StoreInUse } from '../support/each-store.ts';
import { Erp, example, OPERATOR_KEY, type Shown, type Submission } from '../support/erp.ts';
import { type Service, startService } from '../support/service.ts';

interface End {
  readonly state: string;
  /** What is wrong at the end, and who mends it: `EI-PEPPOL-NO-ROUTE erp`. */
  readonly errors?: readonly string[];
  readonly buyer?: string;
  /** How many documents the receivers hold of it. */
  readonly held: 0 | 1;
}

const delivered = (buyer?: string): End => ({ state: 'delivered', held: 1, ...(buyer && { buyer }) });
const rejected = (error: string): End => ({ state: 'rejected', errors: [error], held: 0 });
const gaveUp = (error = 'EI-ROUTE-UNAVAILABLE route'): End => ({
  state: 'dead_letter',
  errors: [error],
  held: 0,
});

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
  '-REJECT': rejected('EI-PEPPOL-REFUSED route'),
  '-DUPLICATE': rejected('EI-PEPPOL-DUPLICATE us'),
  '-NOTREG': rejected('EI-PEPPOL-NO-ROUTE erp'),
  '-5XX': gaveUp(),
  '-NORUN': gaveUp('KOSIT-RUN us'),
  '-MLSRE': { state: 'rejected', errors: ['EI-PEPPOL-REFUSED route'], held: 1 },
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
  '0404': rejected('EI-PEPPOL-NO-ROUTE erp'),
  '0414': rejected('EI-PEPPOL-NO-ROUTE erp'),
  '0310': gaveUp(),
  '0408': gaveUp(),
  '0503': gaveUp(),
  '0410': rejected('EI-PEPPOL-NO-ROUTE erp'),
  '0495': gaveUp(),
};

/** What an invoice can be in Peppol, each judged by a pack that is built in. */
const KINDS: Readonly<Record<string, Kind>> = {
  'BIS Billing 3': { profile: 'peppol', type: 380 },
  'BIS Billing 3 credit note': { profile: 'peppol', type: 381 },
  'BIS Self-Billing 3': { profile: 'peppol', type: 389 },
};
interface Kind {
  readonly profile: 'peppol' | 'xrechnung';
  readonly type: number;
}
const XRECHNUNG: Kind = { profile: 'xrechnung', type: 380 };

type Seen = Shown & { readonly buyer_status: string | null; readonly legal_id: string | null };

/** Between two participants. */
function invoice(number: string, receiver = 'DE190384672', { profile, type } = XRECHNUNG): Submission {
  const { document, ...rest } = example('plain');
  const { seller, buyer } = document as unknown as Record<'seller' | 'buyer', object>;
  const header = { ...document.invoice, number, type_code: type, buyer_reference: '04011000-1234512345-06' };
  return {
    ...rest,
    route: 'PEPPOL',
    invoice_ref: number,
    document: {
      ...document,
      profile,
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
    ...Object.entries(ENDS).map(([ending, end]) => ({ submission: invoice(`R-1${ending}`), end })),
    ...Object.entries(RECEIVERS).map(([last, end]) => ({
      submission: invoice(`R-${last}`, `DE19038${last}`),
      end,
    })),
    ...Object.entries(KINDS).map(([name, kind]) => ({
      submission: invoice(name, undefined, kind),
      end: delivered(),
    })),
  ];
  /** All of them are more at once than one client may hand in. */
  async function taken(submission: Submission): Promise<string> {
    for (;;) {
      const { status, headers, text, json } = await erp.submit(submission);
      if (status === 202) return json.id;
      assert.equal(status, 429, `${submission.invoice_ref}: ${text}`);
      await pause(1000 * Number(headers.get('retry-after') ?? 1));
    }
  }

  const ids = new Map<string, string>();
  before(async function () {
    this.timeout(120_000);
    for (const { submission } of rows) ids.set(submission.invoice_ref, await taken(submission));
  });

  for (const { submission, end } of rows) {
    const number = submission.invoice_ref;
    it(`${number}: ${[end.state, ...(end.errors ?? []), end.buyer ?? []].flat().join(', ')}`, async function () {
      this.timeout(60_000);
      const seen = await endOf(ids.get(number)!, end);
      const errors = seen.errors.map(({ code, who_fixes: owner }) => `${code} ${owner}`);
      assert.deepEqual([seen.state, seen.buyer_status ?? undefined], [end.state, end.buyer]);
      assert.deepEqual(errors, end.errors ?? []);
      assert.equal(await held(number), end.held, 'the network holds it that often');
      const events = (await erp.events(seen.id)).map((event) => event.split(' '));
      assert.deepEqual(
        events.map(([sequence]) => sequence),
        events.map((_, n) => String(n + 1)),
        'events have no gap',
      );
      assert.equal(events.at(-1)?.[1], end.state, 'the last event tells the state');
      if (end.held) assert.match(String(seen.legal_id), /^[0-9a-f-]{36}$/);
    });
  }
});
