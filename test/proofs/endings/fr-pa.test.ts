import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parsed } from '../../domain/parsed.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../../sandbox/running.ts';
import { until } from '../../support/until.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, numbered, OPERATOR_KEY, type Shown, type Submission } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';

interface End {
  readonly state: string;
  readonly buyerStatus?: string;
  /** The error codes at the end, each with who corrects it. */
  readonly errors?: readonly string[];
  /** The open care rows, each with who has to act. */
  readonly care?: readonly string[];
  /** Lifecycle messages that are stored. */
  readonly kept?: readonly string[];
}

const SENT = ['fr-lifecycle', 'fr-lifecycle-201', 'fr-lifecycle-202', 'fr-lifecycle-203'];
const DELIVERED: End = { state: 'delivered', kept: SENT };
const rejected = (error: string, ...kept: readonly string[]): End => ({
  state: 'rejected',
  errors: [error],
  care: [error],
  kept,
});
const gaveUp = (error: string): End => ({ state: 'dead_letter', errors: [error], care: [error], kept: [] });
const delivered = (buyerStatus: string, ...codes: readonly number[]): End => ({
  state: 'delivered',
  buyerStatus,
  kept: [...SENT, ...codes.map((code) => `fr-lifecycle-${code}`)],
});

/** Decisions, "Sandbox": how an invoice ends by the magic ending of its number. */
const ENDS: Readonly<Record<string, End>> = {
  '': DELIVERED,
  '-SLOW': DELIVERED,
  '-TIMEOUT': DELIVERED,
  '-LOST': DELIVERED,
  '-5XX-ONCE': DELIVERED,
  '-LIMIT': DELIVERED,
  '-HTML': DELIVERED,
  '-NOADDR': { state: 'accepted', kept: ['fr-lifecycle'] },
  '-ROUTE': { state: 'accepted', care: ['ROUTAGE_ERR route'], kept: ['fr-lifecycle', 'fr-lifecycle-221'] },
  '-ACCEPT': delivered('accepted', 204, 205),
  '-REFUSE': { ...delivered('refused', 210), care: ['TX_TVA_ERR business'] },
  '-DISPUTE': { ...delivered('disputed', 204, 207), care: ['EI-BUYER-ASKS business'] },
  '-PARTIAL': delivered('partially_accepted', 204, 206),
  '-SUSPEND': { ...delivered('suspended', 204, 208), care: ['EI-BUYER-ASKS business'] },
  '-PAID': delivered('paid', 204, 205, 211, 212),
  '-REJECT': rejected('REJ_SEMAN us', 'fr-lifecycle'),
  '-DUPLICATE': rejected('DOUBLON erp'),
  '-ACKERR': rejected('IRR_SYNTAX us'),
  '-VIRUS': rejected('IRR_ANTIVIRUS erp'),
  '-5XX': gaveUp('EI-ROUTE-UNAVAILABLE route'),
  '-NORUN': gaveUp('KOSIT-RUN us'),
};

type Seen = Shown & { readonly legal_id: string | null; readonly buyer_status: string | null };
interface Event {
  readonly status: string;
  readonly buyer_status?: string | null;
  readonly route?: { readonly submission_id?: string };
  readonly errors?: readonly { readonly code: string }[];
}

const FRENCH = example('over-fr-pa');
/** Docs, "The French platform": a SIREN with this ending is in no directory. */
const UNKNOWN_BUYER: Submission = {
  ...FRENCH,
  document: {
    ...FRENCH.document,
    buyer: {
      ...(FRENCH.document['buyer'] as object),
      vat_id: 'FR62300090404',
      company_id: '300090404',
    },
  },
};
const lifecycle = ({ documents }: Seen): readonly string[] =>
  documents
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('fr-lifecycle'))
    .sort();

describeOnEachStore('invoices that go to the simulated French platform', function (open) {
  let store: StoreInUse;
  let network: TestSandbox;
  let service: Service;
  let erp: Erp;
  const ids = new Map<string, string>();

  before(async function () {
    store = open();
    network = await aSandbox({ stepMs: 5, limits: 'off' });
    const env = { SIM_PORT: String(network.port), RETRY_SCALE: '0.001', OPERATOR_KEY };
    service = await startService({ cwd: store.folder, env: { ...store.env, ...env } });
    erp = await Erp.of(service, 'acme');
    for (const ending of Object.keys(ENDS)) await handIn(`F-1${ending}`);
  });
  after(async () => {
    await service?.stop();
    await network?.stop();
    store.remove();
  });

  async function handIn(number: string, of = erp, more: Partial<Submission> = {}): Promise<void> {
    for (;;) {
      const { status, headers, text, json } = await of.submit({ ...numbered(FRENCH, number), ...more });
      if (status === 202) return void ids.set(number, json.id);
      assert.equal(status, 429, `${number}: ${text}`);
      await pause(1000 * Number(headers.get('retry-after') ?? 1));
    }
  }

  /** The invoice as soon as it has the expected form, or its last form. */
  async function seen(number: string, isThere: (one: Seen) => boolean, of = erp): Promise<Seen> {
    for (const end = Date.now() + 60_000; ;) {
      const { json } = await of.read<Seen>(`/invoices/${ids.get(number)}`);
      if (isThere(json) || Date.now() > end) return json;
      await pause(100);
    }
  }
  const endOf = (number: string, { state, buyerStatus, kept = [] }: End): Promise<Seen> =>
    seen(
      number,
      (one) =>
        one.state === state &&
        one.buyer_status === (buyerStatus ?? null) &&
        lifecycle(one).length === kept.length,
    );

  const events = async (id: string, of = erp): Promise<readonly Event[]> =>
    (await of.read<{ data: readonly Event[] }>(`/invoices/${id}/events`)).json.data;
  /** Each state, with its number of events. */
  const toldOf = async (id: string, of: Erp): Promise<readonly string[]> =>
    (await events(id, of)).map(({ status }) => status).sort();

  /** The open care rows, each with who has to act. */
  async function openCare(id: string): Promise<readonly string[]> {
    const { data } = (
      await erp.read<{ data: readonly { invoice_id: string; catalogue_code: string; who_acts: string }[] }>(
        '/care?status=open',
      )
    ).json;
    const own = data.filter(({ invoice_id }) => invoice_id === id);
    return own.map(({ catalogue_code, who_acts }) => `${catalogue_code} ${who_acts}`);
  }

  /** The message that gave the final status. */
  async function receiptOf({ documents }: Seen): Promise<string> {
    const { href } = documents.find(({ kind }) => kind === 'fr-lifecycle')!;
    const answer = await fetch(`${service.url}${href}`, { headers: { Authorization: `Bearer ${erp.key}` } });
    assert.equal(answer.headers.get('content-type'), 'application/xml');
    return answer.text();
  }

  /** Hashes of the platform's documents under a number. */
  async function heldUnder(number: string): Promise<readonly string[]> {
    const { data } = (await jsonOf(`${network.url}/control/documents?route=FR-PA`)) as {
      data: { number: string; sha256: string }[];
    };
    return data.filter((one) => one.number === number).map(({ sha256 }) => sha256);
  }

  for (const [ending, end] of Object.entries(ENDS))
    it(`${ending || 'without an ending'}: ${[end.state, end.buyerStatus, ...(end.errors ?? [])].filter(Boolean).join(' ')}`, async function () {
      const one = await endOf(`F-1${ending}`, end);
      const errors = one.errors.map(({ code, who_fixes }) => `${code} ${who_fixes}`);
      assert.deepEqual([one.state, errors], [end.state, end.errors ?? []], JSON.stringify(one));
      assert.equal(one.buyer_status, end.buyerStatus ?? null);
      assert.deepEqual(lifecycle(one), [...(end.kept ?? [])].sort());
      assert.deepEqual(await openCare(one.id), end.care ?? []);
      if (one.state !== 'delivered') return;
      const told = await events(one.id);
      // 201 and 202 are reported without a change of state.
      const states = told.map(({ status }) => status).filter((status, at, all) => status !== all[at - 1]);
      assert.deepEqual(states.slice(0, 5), ['received', 'validated', 'submitted', 'accepted', 'delivered']);
      assert.deepEqual(told[2]?.errors ?? [], []);
      assert.equal(told.at(-1)?.route?.submission_id, one.legal_id);
    });

  it('is stored once by the platform despite every failure', async () => {
    for (const ending of ['-TIMEOUT', '-LOST', '-5XX-ONCE', '-HTML', '-LIMIT'])
      assert.equal((await heldUnder(`F-1${ending}`)).length, 1, ending);
  });

  it('reports in the event that the buyer cannot be reached yet', async () => {
    const one = await endOf('F-1-NOADDR', ENDS['-NOADDR']!);
    const accepted = (await events(one.id)).find(({ status }) => status === 'accepted');
    assert.deepEqual(
      accepted?.errors?.map(({ code }) => code),
      ['NON_TRANSMISE'],
    );
  });

  for (const [ending, end, more] of [
    ['-NOADDR', ENDS['-NOADDR']!, ['accepted NON_TRANSMISE']],
    ['-TIMEOUT', DELIVERED, []],
  ] as const)
    it(`is sent to a buyer that the directory does not know, with one warning: ${ending}`, async function () {
      const number = `F-UNKNOWN${ending}`;
      await handIn(number, erp, numbered(UNKNOWN_BUYER, number));
      const one = await endOf(number, end);
      assert.deepEqual([one.state, one.errors], [end.state, []], JSON.stringify(one));
      assert.equal((await heldUnder(number)).length, 1);
      const told = (await events(one.id)).flatMap(({ status, errors = [] }) =>
        errors.filter(({ code }) => code !== 'EI-ADAPTED').map(({ code }) => `${status} ${code}`),
      );
      assert.deepEqual(told, ['submitted EI-FR-NO-ADDRESS', ...more]);
      assert.deepEqual(await openCare(one.id), []);
    });

  it('is rejected late if the receiving side reports it after the end', async function () {
    await handIn('F-LATE');
    await endOf('F-LATE', DELIVERED);
    const answer = posted({ route: 'FR-PA', invoice_number: 'F-LATE', code: '213' });
    await jsonOf(`${network.url}/control/answers`, answer);
    const one = await seen('F-LATE', ({ state }) => state === 'rejected');
    assert.deepEqual([one.state, lifecycle(one)], ['rejected', [...SENT, 'fr-lifecycle-213'].sort()]);
  });

  it('changes a received invoice, too: each status by one event, a rejection by a care row', async function () {
    const built = await DOCUMENTS.build(parsed(numbered(FRENCH, 'RCV-1').document), 'FR-PA', 'ubl');
    assert.ok(built.ok);
    const xml = Buffer.from(built.document.bytes).toString();
    const inbound = `${network.url}/control/inbound?route=FR-PA&recipient=acme`;
    assert.equal((await fetch(inbound, { method: 'POST', body: xml })).status, 200);
    const { status, id, text } = await erp.received('FR-PA', xml);
    assert.equal(status, 202, text);
    interface Shows {
      readonly state: string;
      readonly present_status?: string;
      readonly documents: readonly { readonly kind: string }[];
    }
    const shows = async () => (await erp.read<Shows>(`/received/${id}`)).json;
    await until(async () => (await shows()).state === 'validated', 'it is checked', 60_000, 200);
    for (const [code, present] of [
      ['207', 'disputed'],
      ['213', 'rejected'],
    ] as const) {
      const answer = posted({ route: 'FR-PA', invoice_number: 'RCV-1', code });
      assert.equal((await jsonOf(`${network.url}/control/answers`, answer))['known'], true);
      await until(async () => (await shows()).present_status === present, present, 60_000, 200);
    }
    const { json } = await erp.read<{ data: { event?: string; route?: { raw?: { code?: string } } }[] }>(
      `/received/${id}/events`,
    );
    const codes = json.data.flatMap(({ route }) => route?.raw?.code ?? []);
    assert.deepEqual(codes, ['207', '213']);
    const kinds = (await shows()).documents.map(({ kind }) => kind);
    for (const kind of ['fr-lifecycle-207', 'fr-lifecycle-213'])
      assert.ok(kinds.includes(kind), String(kinds));
    assert.ok((await openCare(id)).length > 0);
  });

  it('is paid when the partial payments reach the total', async function () {
    await handIn('F-PARTS');
    await endOf('F-PARTS', DELIVERED);
    /** @returns the stored parts of the newest. */
    const pay = async (amount: string, buyerStatus: string | null, before?: string): Promise<string> => {
      const of = ({ documents }: Seen) => documents.find(({ kind }) => kind === 'fr-lifecycle-212')?.sha256;
      const part = posted({ route: 'FR-PA', invoice_number: 'F-PARTS', code: '212', amount });
      await jsonOf(`${network.url}/control/answers`, part);
      const one = await seen('F-PARTS', (now) => of(now) !== before);
      assert.equal(one.buyer_status, buyerStatus);
      return of(one) ?? '';
    };
    const first = await pay('2000.00', null);
    const second = await pay('795.99', null, first);
    await pay('0.01', 'paid', second);
  });

  for (const syntax of ['ubl', 'cii'] as const) {
    it(`is delivered as ${syntax}, and has the message with its end as XML`, async function () {
      const number = `J-${syntax}`;
      await handIn(number, erp, { formats: [syntax] });
      const one = await endOf(number, DELIVERED);
      assert.equal(one.state, 'delivered', JSON.stringify(one.errors));
      assert.ok(one.documents.some(({ kind }) => kind === syntax));
      assert.deepEqual(await heldUnder(number), [one.document_sha256]);
      const receipt = await receiptOf(one);
      assert.match(receipt, /<ram:ProcessConditionCode>200</);
      assert.match(receipt, new RegExp(`<ram:IssuerAssignedID>${number}<`));
    });

    it(`accepts a finished file unchanged: ${syntax}`, async function () {
      const number = `X-${syntax}`;
      const built = await DOCUMENTS.build(parsed(numbered(FRENCH, number).document), 'FR-PA', syntax);
      assert.ok(built.ok);
      const answer = await fetch(`${service.url}/invoices/xml?route=FR-PA&invoice_ref=${number}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${erp.key}`,
          'Idempotency-Key': `a-finished-file-${syntax}`,
          'Content-Type': 'application/xml',
        },
        body: Buffer.from(built.document.bytes),
      });
      assert.equal(answer.status, 202, await answer.clone().text());
      ids.set(number, ((await answer.json()) as { id: string }).id);
      const one = await endOf(number, DELIVERED);
      assert.equal(one.state, 'delivered', JSON.stringify(one.errors));
      const sent = createHash('sha256').update(built.document.bytes).digest('hex');
      assert.deepEqual([one.document_sha256, await heldUnder(number)], [sent, [sent]]);
      assert.match(await receiptOf(one), new RegExp(`<ram:IssuerAssignedID>${number}<`));
    });
  }

  it('is sent and followed on platforms before version 1.3', async function () {
    const early = await Erp.of(service, 'early');
    const value = {
      base_url: 'https://pa.example',
      client_id: 'early',
      client_secret: 's',
      api_version: '1.2',
    };
    const stored = await early.post('/credentials', credentialOf(value));
    assert.equal(stored.status, 201, stored.text);
    await handIn('V-1', early);
    const one = await seen('V-1', ({ state }) => state === 'delivered', early);
    assert.equal(one.state, 'delivered');
  });

  it('waits for a credential that the platform accepts', async function () {
    const refused = await Erp.of(service, 'refused');
    const value = { base_url: 'https://pa.example', client_id: 'r', client_secret: 's-REFUSED' };
    const stored = await refused.post<{ id: string }>('/credentials', credentialOf(value));
    await handIn('R-1', refused);
    const waits = await seen('R-1', ({ errors }) => errors.length > 0, refused);
    assert.equal(waits.errors[0]?.code, 'EI-CREDENTIAL-REFUSED');
    const good = JSON.stringify({ ...value, client_secret: 's' });
    const replaced = await refused.post(`/credentials/${stored.json.id}`, { value: good });
    assert.equal(replaced.status, 200, replaced.text);
    const one = await seen('R-1', ({ state }) => state !== 'queued', refused);
    assert.notEqual(one.state, 'queued');
  });

  /** Makes the platform call back. @returns its signing key. */
  async function subscribed(clientId: string, client: string): Promise<string> {
    const platform = `${network.url}/fr-pa`;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: 's' };
    const { access_token: token } = await jsonOf(`${platform}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { signingKey } = await jsonOf(`${platform}/flow-service/v1/webhooks`, {
      ...posted({ callbackUrl: `${service.url}/callbacks/fr-pa/${client}` }),
      headers: { Authorization: `Bearer ${String(token)}`, 'Content-Type': 'application/json' },
    });
    return String(signingKey);
  }

  /** A client whose platform calls back. */
  async function calledBack(clientId: string, client: string): Promise<Erp> {
    const called = await Erp.of(service, client);
    const value = { base_url: 'https://pa.example', client_id: clientId, client_secret: 's' };
    const callback_key = await subscribed(clientId, client);
    await called.post('/credentials', credentialOf({ ...value, callback_key }));
    return called;
  }

  async function callbacks(result: 'verified' | 'dropped'): Promise<number> {
    const counted = new RegExp(`ids_route_callbacks_total\\{route="FR-PA",result="${result}"\\} (\\d+)`);
    const metrics = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    return Number(counted.exec(metrics)?.[1] ?? 0);
  }

  it('gets its status at once by a callback', async function () {
    const called = await calledBack('called', 'called');
    await handIn('C-1', called);
    assert.equal((await seen('C-1', ({ state }) => state === 'delivered', called)).state, 'delivered');
    assert.ok((await callbacks('verified')) > 0, 'no callback was heard');
  });

  it('reaches its end once, although callbacks are repeated, out of order, and sent for another tenant', async function () {
    const called = await calledBack('called-REPEATING', 'repeated');
    const stray = await calledBack('stray', 'strayed');
    // The platform of one tenant also calls the address of another, signed with a key that is not that tenant's.
    await subscribed('called-REPEATING', 'strayed');
    const [verified, dropped] = [await callbacks('verified'), await callbacks('dropped')];
    const usual = await toldOf((await endOf('F-1', DELIVERED)).id, erp);
    await handIn('C-2', called);
    await handIn('C-3', called);
    await handIn('C-4', stray);
    for (const [number, of] of [
      ['C-2', called],
      ['C-3', called],
      ['C-4', stray],
    ] as const) {
      const one = await seen(number, ({ state }) => state === 'delivered', of);
      assert.equal(one.state, 'delivered');
      assert.deepEqual(await heldUnder(number), [one.document_sha256]);
      assert.deepEqual(await toldOf(one.id, of), usual);
    }
    await until(async () => (await callbacks('verified')) >= verified + 5, 'repeated callbacks');
    await until(async () => (await callbacks('dropped')) >= dropped + 5, 'callbacks for another tenant');
  });
});

const credentialOf = (value: object) => ({
  route: 'FR-PA',
  kind: 'pa-oauth',
  issued_by: 'Plateforme Exemple',
  issued_on: '2026-01-15',
  value: JSON.stringify(value),
});
