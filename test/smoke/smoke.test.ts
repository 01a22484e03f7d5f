import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeptIds, runIds } from '../commands/run-ids.ts';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../sandbox/running.ts';
import { builtProgram } from '../support/built.ts';
import { describeOnMongoStore, describeOnSqliteStore, type StoreInUse } from '../support/each-store.ts';
import { atEndOfRun } from '../support/end-of-run.ts';
import {
  Erp,
  example,
  numbered,
  OPERATOR_KEY,
  type Shown,
  type Submission,
  uncountable,
} from '../support/erp.ts';
import { exampleBytes } from '../support/example-file.ts';
import { PREPARED_PACKS } from '../support/prepared-packs.ts';
import { type Service, startService } from '../support/service.ts';
import { vatRr } from '../support/vat-rr.ts';
import { until } from '../support/until.ts';
import { isProof } from '../support/volume.ts';

/** An invoice and its end. */
interface Case {
  readonly sent: Submission;
  readonly state: string;
  readonly code?: string;
  /** The kind of the network's proof. */
  readonly receipt?: string;
  /** The number of its documents at the network. */
  readonly held: 0 | 1;
}

/** Each route once to its end, then each other kind of outcome once. Every ending on every route: `npm run proofs -- endings`. */
const CASES: Readonly<Record<string, Case>> = {
  'is ready over DE-XRECHNUNG': { sent: example('plain'), state: 'ready', held: 0 },
  'is delivered over PEPPOL': { sent: example('over-peppol'), state: 'delivered', held: 1 },
  'is accepted over PL-KSEF': { sent: example('over-pl-ksef'), state: 'accepted', receipt: 'upo', held: 1 },
  'is accepted over RO-EFACTURA': {
    sent: example('over-ro-efactura'),
    state: 'accepted',
    receipt: 'anaf-response',
    held: 1,
  },
  'is delivered over FR-PA': {
    sent: example('over-fr-pa'),
    state: 'delivered',
    receipt: 'fr-lifecycle',
    held: 1,
  },
  'is delivered over FR-PA as Factur-X': {
    sent: { ...numbered(example('over-fr-pa'), 'S-FX'), formats: ['facturx'] },
    state: 'delivered',
    receipt: 'fr-lifecycle',
    held: 1,
  },
  'is rejected by its network': {
    sent: numbered(example('over-peppol'), 'S-1-REJECT'),
    state: 'rejected',
    code: 'EI-PEPPOL-REFUSED',
    held: 0,
  },
  'is given up when its network stays away': {
    // Its network has a status inquiry: without one, the invoice ends as unknown.
    sent: numbered(example('over-fr-pa'), 'S-2-5XX'),
    state: 'dead_letter',
    code: 'EI-ROUTE-UNAVAILABLE',
    held: 0,
  },
  'fails the checks': {
    sent: numbered(uncountable(example('plain')), 'S-3'),
    state: 'validation_failed',
    held: 0,
  },
};

/** Those that `npm test` has on MongoDB, too: each kind of outcome once. */
const EACH_OUTCOME = [
  'is ready over DE-XRECHNUNG',
  'is delivered over PEPPOL',
  'is accepted over PL-KSEF',
  'is rejected by its network',
  'is given up when its network stays away',
  'fails the checks',
];

const numberOf = ({ document }: Submission): string => String(document.invoice['number']);

/** Each look is a call of the service. */
const LOOK_MS = 100;

/** A slow call is answered ten steps later: long enough to kill a process meanwhile. */
const STEP_MS = 100;

/** One process of `ids` for both stores. */
let program: KeptIds | undefined;
const runKept: KeptIds['run'] = (...words) => (program ??= new KeptIds()).run(...words);
atEndOfRun(
  async () => program?.stop(),
  // It ends with the process that started it.
  () => undefined,
);

/** @param isWhole also what is about a route, whatever the store. */
function delivers(open: () => StoreInUse, isWhole: boolean): void {
  const cases = Object.entries(CASES).filter(([what]) => isWhole || EACH_OUTCOME.includes(what));
  const itOfRoute = (title: string, test: () => Promise<void>): void => {
    if (isWhole) it(title, test);
  };
  let store: StoreInUse;
  let network: TestSandbox;
  let service: Service;
  let erp: Erp;
  before(async function () {
    store = open();
    network = await aSandbox({ stepMs: STEP_MS, limits: 'off' });
    service = await started();
    erp = await Erp.of(service, 'acme');
  });
  after(async () => {
    await service?.stop();
    await network?.stop();
    store.remove();
  });

  const started = (): Promise<Service> =>
    startService({
      cwd: store.folder,
      env: {
        ...store.env,
        SIM_PORT: String(network.port),
        OPERATOR_KEY,
        RETRY_SCALE: '0.001',
        CLOCK_CONTROL: '1',
      },
      // Other processes can lease the work of a killed process after seconds.
      program: builtProgram('support/hasty-service.ts'),
    });

  async function taken(sent: Submission): Promise<string> {
    const { status, text, json } = await erp.submit(sent);
    assert.equal(status, 202, text);
    return json.id;
  }

  const shown = async (id: string): Promise<Shown> => (await erp.read<Shown>(`/invoices/${id}`)).json;

  async function timesHeld(number: string): Promise<number> {
    const { data } = (await jsonOf(`${network.url}/control/documents`)) as { data: { number: string }[] };
    return data.filter((document) => document.number === number).length;
  }

  const ids = new Map<string, string>();
  it('takes an invoice for each route, and one for each other outcome', async () => {
    for (const [what, { sent }] of cases) ids.set(what, await taken(sent));
  });

  for (const [what, { sent, state, code, receipt, held }] of cases)
    it(`has an invoice that ${what}`, async () => {
      const isThere = async (): Promise<boolean> => {
        const seen = await shown(ids.get(what)!);
        return seen.state === state && (!receipt || seen.documents.some(({ kind }) => kind === receipt));
      };
      await until(isThere, `it ${what}`, 60_000, LOOK_MS);
      const { errors } = await shown(ids.get(what)!);
      if (code !== undefined)
        assert.deepEqual(
          errors.map((error) => error.code),
          [code],
        );
      const events = (await erp.events(ids.get(what)!)).map((event) => event.split(' '));
      assert.deepEqual(
        events.map(([sequence]) => sequence),
        events.map((_, n) => String(n + 1)),
      );
      assert.equal(events.at(-1)?.[1], state);
      assert.equal(await timesHeld(numberOf(sent)), held);
    });

  for (const what of ['is accepted over PL-KSEF', 'is delivered over FR-PA as Factur-X'])
    itOfRoute(
      `proves the outcome of the invoice that ${what} to a reader without its key and its store`,
      async () => {
        const id = ids.get(what)!;
        const { document_sha256: sha256, documents } = await shown(id);
        const { href } = documents.find((document) => document.sha256 === sha256)!;
        const file = (name: string): string => join(store.folder, `${id}-${name}`);
        const download = async (path: string, name: string): Promise<void> => {
          const headers = { authorization: `Bearer ${erp.key}` };
          const answer = await fetch(`${service.url}${path}`, { headers });
          assert.equal(answer.status, 200);
          writeFileSync(file(name), new Uint8Array(await answer.arrayBuffer()));
        };
        await download(`/invoices/${id}/proof`, 'proof');
        await download(href, 'document');
        await download('/.well-known/jwks.json', 'keys');
        const words = ['verify', file('proof'), '--document', file('document'), '--keys', file('keys')];
        const { code, out, err } = await runKept(['proof', ...words, '--rerun', '--rules', PREPARED_PACKS]);
        assert.equal(code, 0, err);
        assert.match(err, /^Judged again: xsd valid, /m);
        const stated = JSON.parse(out) as { invoice: { id: string }; events: unknown[] };
        assert.deepEqual([stated.invoice.id, stated.events.length], [id, (await erp.events(id)).length]);
        writeFileSync(file('document'), ' ', { flag: 'a' });
        const changed = await runIds(['proof', ...words]);
        assert.equal(changed.code, 1);
        assert.match(
          changed.err,
          /^Refused\. The document is not the one that the proof states: it has SHA-256 /,
        );
      },
    );

  itOfRoute(
    "writes the data of the client's record at the time of intake, although the record has changed since",
    async () => {
      const french = await Erp.of(service, 'french');
      const state = async (fr: object): Promise<void> => {
        const headers = { authorization: `Bearer ${OPERATOR_KEY}`, 'content-type': 'application/json' };
        const body = JSON.stringify({ fr });
        const answer = await fetch(`${service.url}/clients/french/profile`, { method: 'PUT', headers, body });
        assert.equal(answer.status, 200, await answer.text());
      };
      await state({ business_process: 'S1', notes: { PMT: 'Indemnité de 80 euros.' } });
      const { status, text, json } = await french.submit(numbered(example('over-fr-pa'), 'S-FR-1'));
      assert.equal(status, 202, text);
      await state({ business_process: 'B7' });
      const end = async () => (await french.read<Shown>(`/invoices/${json.id}`)).json;
      await until(async () => (await end()).state === 'delivered', 'it is delivered', 60_000, LOOK_MS);
      const { text: xml } = await french.read(`/invoices/${json.id}/documents/ubl`);
      assert.match(xml, /<cbc:ProfileID>S1</);
      assert.match(xml, /<cbc:Note>#PMT#Indemnité de 80 euros\.</);
    },
  );

  itOfRoute(
    'reports to the French platform that an invoice was paid, and the outcome to the ERP',
    async () => {
      const id = ids.get('is delivered over FR-PA')!;
      const told = { status: 'paid', amounts: [{ amount: '99999.00', vat_rate: '20.00' }] };
      const { status, text } = await erp.post(`/invoices/${id}/statuses`, told);
      assert.equal(status, 202, text);
      const isTold = async (): Promise<boolean> => {
        const { buyer_status: said } = (await erp.read<{ buyer_status?: string }>(`/invoices/${id}`)).json;
        return said === 'paid';
      };
      await until(isTold, 'the platform has taken it', 60_000, LOOK_MS);
      const german = await erp.post(`/invoices/${ids.get('is ready over DE-XRECHNUNG')!}/statuses`, told);
      assert.equal(german.status, 409, german.text);
      assert.match(german.text, /status-not-supported/);
    },
  );

  itOfRoute("brings the seller the buyer's answer over PEPPOL, if both are clients", async () => {
    const id = ids.get('is delivered over PEPPOL')!;
    const buyer = await Erp.of(service, 'buyer');
    const { text: xml } = await erp.read(`/invoices/${id}/documents/ubl`);
    const received = await fetch(`${service.url}/received?route=PEPPOL`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${buyer.key}`,
        'content-type': 'application/xml',
        'idempotency-key': 'received-of-the-seller',
      },
      body: xml,
    });
    const { id: came } = (await received.json()) as { id: string };
    assert.equal(received.status, 202);
    const refusal = { status: 'refused', reason_code: 'REF', note: 'The order is unknown.' };
    const { status, text } = await buyer.post(`/received/${came}/statuses`, refusal);
    assert.equal(status, 202, text);
    const shownTo = async (caller: Erp, path: string): Promise<boolean> => {
      const { json } = await caller.read<{ data: { buyer_status?: string }[] }>(path);
      return json.data.some(({ buyer_status: said }) => said === 'refused');
    };
    await until(() => shownTo(buyer, `/received/${came}/events`), 'the buyer is told', 60_000, LOOK_MS);
    await until(() => shownTo(erp, `/invoices/${id}/events`), 'the seller is told', 60_000, LOOK_MS);
    const { text: response } = await buyer.read(`/received/${came}/documents/invoice-response-RE`);
    assert.match(response, /<cbc:StatusReason>The order is unknown\.</);
  });

  itOfRoute(
    "tells the buyer that the seller's side refused the buyer's answer over PEPPOL later",
    async () => {
      const buyer = await Erp.of(service, 'buyer');
      const { text: xml } = await erp.read(`/invoices/${ids.get('is delivered over PEPPOL')!}/documents/ubl`);
      const received = await fetch(`${service.url}/received?route=PEPPOL`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${buyer.key}`,
          'content-type': 'application/xml',
          'idempotency-key': 'received-and-answered-in-vain',
        },
        body: xml.replace(/<cbc:ID>[^<]*/, '<cbc:ID>S-1-MLSRE'),
      });
      const { id } = (await received.json()) as { id: string };
      assert.equal(received.status, 202);
      const { status, text } = await buyer.post(`/received/${id}/statuses`, { status: 'accepted' });
      assert.equal(status, 202, text);
      const events = async () => {
        const { json } = await buyer.read<{ data: { buyer_status?: string; errors?: { code: string }[] }[] }>(
          `/received/${id}/events`,
        );
        return json.data.flatMap((one) => one.buyer_status ?? one.errors?.map(({ code }) => code) ?? []);
      };
      await until(async () => (await events()).length > 1, 'the buyer is told', 60_000, LOOK_MS);
      assert.deepEqual(await events(), ['accepted', 'EI-PEPPOL-REFUSED']);
    },
  );

  itOfRoute('lists finished files by the date that each states', async () => {
    const own = await Erp.of(service, 'finished-files');
    for (const [route, file, type] of [
      ['DE-XRECHNUNG', 'xrechnung-ubl.xml', 'application/xml'],
      ['DE-XRECHNUNG', 'xrechnung-cii.xml', 'application/xml'],
      ['PL-KSEF', 'fa3.xml', 'application/xml'],
      ['DE-XRECHNUNG', 'pdf/de-zugferd.pdf', 'application/pdf'],
    ] as const) {
      const where = new URLSearchParams({ route, invoice_ref: file });
      const sent = await fetch(`${service.url}/invoices/xml?${where}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${own.key}`,
          'content-type': type,
          'idempotency-key': `finished-${file}`,
        },
        body: new Uint8Array(exampleBytes(file)),
      });
      assert.equal(sent.status, 202, `${file}: ${await sent.text()}`);
    }
    const totalOf = async (days: string) =>
      (await own.read<{ total: number }>(`/invoices?issued_from=2026-10-${days}`)).json.total;
    assert.deepEqual(
      await Promise.all(['05', '06', '07'].map((day) => totalOf(`${day}&issued_to=2026-12-31`))),
      [4, 1, 0],
    );
  });

  itOfRoute('sends an invoice VAT RR as its buyer, and has its receipt and its page', async () => {
    const where = new URLSearchParams({ route: 'PL-KSEF', invoice_ref: 'vat-rr' });
    const sent = await fetch(`${service.url}/invoices/xml?${where}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${erp.key}`,
        'content-type': 'application/xml',
        'idempotency-key': 'an-invoice-vat-rr',
      },
      body: vatRr('S-RR'),
    });
    const { id } = (await sent.json()) as { id: string };
    assert.equal(sent.status, 202);
    const read = async () =>
      (await erp.read<{ state: string; documents: { kind: string }[] }>(`/invoices/${id}`)).json;
    const hasReceipt = async () => (await read()).documents.some(({ kind }) => kind === 'upo');
    await until(hasReceipt, 'the receipt of the invoice VAT RR', 60_000, LOOK_MS);
    const { state, documents } = await read();
    assert.equal(state, 'accepted');
    assert.ok(documents.some(({ kind }) => kind === 'fa-rr'));
    const page = await fetch(`${service.url}/invoices/${id}/documents/view`, {
      headers: { authorization: `Bearer ${erp.key}` },
    });
    assert.equal(page.status, 200);
    const converted = await fetch(`${service.url}/invoices/${id}/documents/as-canonical`, {
      headers: { authorization: `Bearer ${erp.key}` },
    });
    assert.equal(converted.status, 422, await converted.text());
  });

  it('refuses an invoice with a mistyped IBAN, and stores nothing', async () => {
    const { total } = (await erp.read<{ total: number }>('/invoices')).json;
    const { status, json } = await erp.submit(example('broken-iban'));
    const { errors } = json as unknown as { errors: readonly { code: string }[] };
    assert.deepEqual([status, errors.map(({ code }) => code)], [422, ['EI-ID-IBAN']]);
    assert.equal((await erp.read<{ total: number }>('/invoices')).json.total, total);
  });

  it('delivers an invoice once whose process is killed while it is sent', async () => {
    const { data } = (await jsonOf(`${network.url}/control/calls?route=PEPPOL`)) as {
      data: { id: number }[];
    };
    const after = data.at(-1)!.id;
    const slow = { route: 'PEPPOL', call: 'POST /submit-sbd', fault: 'slow', count: 1 };
    assert.ok((await fetch(`${network.url}/control/faults`, posted(slow))).ok);
    const id = await taken(numbered(example('over-peppol'), 'S-KILLED'));
    const isSent = async (): Promise<boolean> => {
      const calls = (await jsonOf(`${network.url}/control/calls?route=PEPPOL&after=${after}`)) as {
        data: { path: string }[];
      };
      return calls.data.some(({ path }) => path.includes('/submit-sbd'));
    };
    await until(isSent, 'the network is called');
    await service.stop('SIGKILL');
    service = await started();
    erp = erp.at(service);
    // Another process takes over once the lease of the dead one has expired, and asks for the status before it sends.
    const isDelivered = async (): Promise<boolean> => {
      const body = JSON.stringify({ advance_seconds: 30 });
      assert.ok((await fetch(`${service.metricsUrl}/clock`, { method: 'POST', body })).ok);
      return (await shown(id)).state === 'delivered';
    };
    await until(isDelivered, 'it is delivered', 60_000, 500);
    assert.equal(await timesHeld('S-KILLED'), 1);
  });

  it('lets the operator delete a client with all its data, out of band', async () => {
    const leaving = await Erp.of(service, 'leaving');
    const { status } = await leaving.submit(numbered(example('plain'), 'S-LEAVING'));
    assert.equal(status, 202);
    const operator = new Erp(service, OPERATOR_KEY);
    const series = async (): Promise<number> => {
      const { data } = (
        await operator.read<{ data: { received: number }[] }>('/invoices/series?days=2&client=leaving')
      ).json;
      return data.reduce((sum, { received }) => sum + received, 0);
    };
    assert.equal(await series(), 1);
    const done = await runKept(['clients', 'delete', 'leaving'], store.env);
    assert.match(done.out, /^Client leaving is deleted\. Removed: /, done.err);
    // The service looks for the rest of a deletion, too: each of the two writes what it removed to the audit.
    const removed = async (kind: 'invoices' | 'keys'): Promise<number> => {
      type Rows = readonly {
        readonly action: string;
        readonly details?: Readonly<Record<string, unknown>>;
      }[];
      const { data } = (await operator.read<{ data: Rows }>('/audit?client=leaving')).json;
      const rows = data.filter(({ action }) => action === 'client_data_removed');
      return rows.reduce((sum, { details }) => sum + Number(details?.[kind] ?? 0), 0);
    };
    await until(
      async () => (await removed('invoices')) >= 1 && (await removed('keys')) >= 1,
      'all is removed',
      60_000,
      LOOK_MS,
    );
    assert.deepEqual([await removed('invoices'), await removed('keys')], [1, 1]);
    assert.equal((await leaving.get('/invoices')).status, 401);
    const { total } = (await operator.read<{ total: number }>('/invoices?client=leaving')).json;
    assert.deepEqual([total, await series()], [0, 1]);
    const refused = [
      await operator.submit({ ...numbered(example('plain'), 'S-AGAIN'), client: 'leaving' } as Submission),
      await operator.post('/keys', { client: 'leaving', scopes: ['read'] }),
    ];
    assert.deepEqual(
      refused.map((answer) => answer.status),
      [403, 403],
    );
  });
}

const TITLE = 'one service with every network';
describeOnSqliteStore(TITLE, (open) => delivers(open, true));
describeOnMongoStore(TITLE, (open) => delivers(open, isProof));
