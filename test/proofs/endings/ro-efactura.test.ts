import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { parsed } from '../../domain/parsed.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { Anaf } from '../../sandbox/ro-efactura/anaf.ts';
import { until } from '../../support/until.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, OPERATOR_KEY, type Shown, type Submission } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';

interface End {
  readonly state: string;
  /** The error codes at the end, each with who corrects it. */
  readonly errors?: readonly string[];
  /** Whether the signed answer is stored. */
  readonly receipt: boolean;
}

const ACCEPTED: End = { state: 'accepted', receipt: true };
const rejected = (error: string, receipt = true): End => ({ state: 'rejected', errors: [error], receipt });
const gaveUp = (error: string): End => ({ state: 'dead_letter', errors: [error], receipt: false });

/** Decisions, "Sandbox": how an invoice ends by the magic ending of its number. */
const ENDS: Readonly<Record<string, End>> = {
  '': ACCEPTED,
  '-SLOW': ACCEPTED,
  '-TIMEOUT': ACCEPTED,
  '-LOST': ACCEPTED,
  '-5XX-ONCE': ACCEPTED,
  '-LIMIT': ACCEPTED,
  '-HTML': ACCEPTED,
  '-TECH': ACCEPTED,
  '-REJECT': rejected('BR-RO-110 erp'),
  '-DUPLICATE': rejected('ANAF-DUPLICATE us'),
  '-NOTTAKEN': rejected('ANAF-NOT-TAKEN erp', false),
  '-5XX': gaveUp('EI-ROUTE-UNAVAILABLE route'),
  '-NORUN': gaveUp('KOSIT-RUN us'),
};

/** Kinds of documents that use other paths. */
const KINDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'credit note': { 'invoice.type_code': 381 },
  'self-billed': { 'invoice.type_code': 389 },
  consumer: { 'buyer.vat_id': undefined },
};

type Seen = Shown & { readonly legal_id: string | null };

function invoice(number: string, edits: Readonly<Record<string, unknown>> = {}): Submission {
  const { document, ...rest } = structuredClone(example('over-ro-efactura'));
  const made = { ...document, invoice: { ...document.invoice, number } } as Record<string, object>;
  for (const [path, value] of Object.entries(edits)) {
    const [group = '', member = ''] = path.split('.');
    made[group] = { ...made[group], [member]: value };
  }
  return { ...rest, invoice_ref: number, document: made as unknown as Submission['document'] };
}

describeOnEachStore('invoices that go over RO e-Factura to the simulated system', function (open) {
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
    for (const ending of Object.keys(ENDS)) await handIn(`R-1${ending}`, invoice(`R-1${ending}`));
    for (const [index, [kind, edits]] of Object.entries(KINDS).entries())
      await handIn(kind, invoice(`K-${index}`, edits));
  });
  after(async () => {
    await service?.stop();
    await network?.stop();
    store.remove();
  });

  async function handIn(name: string, submission: Submission): Promise<void> {
    for (;;) {
      const { status, headers, text, json } = await erp.submit(submission);
      if (status === 202) return void ids.set(name, json.id);
      assert.equal(status, 429, `${name}: ${text}`);
      await pause(1000 * Number(headers.get('retry-after') ?? 1));
    }
  }

  const receiptOf = ({ documents }: Seen) => documents.find(({ kind }) => kind === 'anaf-response');

  async function endOf(name: string, { state, receipt }: End): Promise<Seen> {
    for (const until = Date.now() + 60_000; ;) {
      const { json } = await erp.get<Seen>(`/invoices/${ids.get(name)}`);
      const isThere = json.state === state && (!receipt || receiptOf(json) !== undefined);
      if (isThere || Date.now() > until) return json;
      await pause(100);
    }
  }

  for (const [ending, end] of Object.entries(ENDS))
    it(`${ending || 'without an ending'}: ${[end.state, ...(end.errors ?? [])].join(' ')}`, async function () {
      const seen = await endOf(`R-1${ending}`, end);
      const errors = seen.errors.map(({ code, who_fixes }) => `${code} ${who_fixes}`);
      assert.deepEqual([seen.state, errors], [end.state, end.errors ?? []], JSON.stringify(seen));
      assert.equal(receiptOf(seen) !== undefined, end.receipt);
      if (seen.state !== 'accepted') return;
      assert.match(seen.legal_id ?? '', /^\d+$/);
      const { data } = (
        await erp.get<{ data: { status: string; route?: { submission_id?: string } }[] }>(
          `/invoices/${seen.id}/events`,
        )
      ).json;
      assert.deepEqual(
        data.map(({ status }) => status),
        ['received', 'validated', 'submitted', 'accepted'],
      );
      assert.equal(data.at(-1)?.route?.submission_id, seen.legal_id);
    });

  it('is stored once by ANAF despite every failure', async () => {
    const held = await fetch(`${network.url}/control/documents?route=RO-EFACTURA`);
    const { data } = (await held.json()) as { data: { number: string }[] };
    for (const ending of ['-TIMEOUT', '-LOST', '-5XX-ONCE', '-HTML', '-TECH'])
      assert.equal(data.filter(({ number }) => number === `R-1${ending}`).length, 1, ending);
  });

  for (const [kind, address] of Object.entries({
    'credit note': /\/upload\?.*standard=CN/,
    'self-billed': /\/upload\?.*cif=6859662.*autofactura=DA/,
    consumer: /\/uploadb2c\?/,
  }))
    it(`sends a ${kind} by its own path`, async function () {
      const seen = await endOf(kind, ACCEPTED);
      assert.equal(seen.state, 'accepted', JSON.stringify(seen.errors));
      const { data } = (await (await fetch(`${network.url}/control/calls`)).json()) as {
        data: { path: string }[];
      };
      const uploads = data.map(({ path }) => path).filter((path) => path.includes('/upload'));
      assert.ok(
        uploads.some((path) => address.test(path)),
        JSON.stringify(uploads),
      );
    });

  it('accepts a finished file unchanged', async function () {
    const built = await DOCUMENTS.build(parsed(invoice('X-1').document), 'RO-EFACTURA', 'ubl');
    assert.ok(built.ok);
    const answer = await fetch(`${service.url}/invoices/xml?route=RO-EFACTURA&invoice_ref=X-1`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${erp.key}`,
        'Idempotency-Key': 'a-finished-file',
        'Content-Type': 'application/xml',
      },
      body: Buffer.from(built.document.bytes),
    });
    assert.equal(answer.status, 202, await answer.clone().text());
    ids.set('X-1', ((await answer.json()) as { id: string }).id);
    const seen = await endOf('X-1', ACCEPTED);
    assert.equal(seen.state, 'accepted', JSON.stringify(seen.errors));
    const held = await fetch(`${network.url}/control/documents?route=RO-EFACTURA`);
    const { data } = (await held.json()) as { data: { number: string; sha256: string }[] };
    assert.equal(data.find(({ number }) => number === 'X-1')?.sha256, seen.document_sha256);
  });

  it('accepts a finished file in CII, which ANAF alone judges', async function () {
    const built = await DOCUMENTS.build(parsed(invoice('C-1').document), 'FR-PA', 'cii');
    assert.ok(built.ok);
    const answer = await fetch(`${service.url}/invoices/xml?route=RO-EFACTURA&invoice_ref=C-1`, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${erp.key}`, 'Idempotency-Key': 'a-file-in-cii' },
        'Content-Type': 'application/xml',
      },
      body: Buffer.from(built.document.bytes),
    });
    assert.equal(answer.status, 202, await answer.clone().text());
    ids.set('C-1', ((await answer.json()) as { id: string }).id);
    const seen = await endOf('C-1', ACCEPTED);
    assert.equal(seen.state, 'accepted', JSON.stringify(seen.errors));
    const { data } = (await (await fetch(`${network.url}/control/calls`)).json()) as {
      data: { path: string }[];
    };
    assert.ok(data.some(({ path }) => path.includes('/upload?standard=CII')));
  });

  it('brings the message of the buyer to the seller, as an event and a care row, with its file', async function () {
    const { id, legal_id: index } = await endOf('R-1', ACCEPTED);
    const anaf = await Anaf.loggedIn(network.url);
    const text = 'Unde este comanda?';
    const message = `<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="${index}" message="${text}"/>`;
    const own = await anaf.taken(message, 'standard=RASP&cif=6859662');
    const kind = `buyer-message-${own}`;
    const seen = async () => (await erp.read<Seen>(`/invoices/${id}`)).json;
    const isThere = async () => (await seen()).documents.some((held) => held.kind === kind);
    await until(isThere, 'the message', 60_000, 200);
    assert.equal((await seen()).state, 'accepted');
    const { data } = (
      await erp.read<{ data: { errors?: { code: string; message: string }[] }[] }>(`/invoices/${id}/events`)
    ).json;
    const told = data.flatMap(({ errors = [] }) => errors);
    assert.deepEqual(
      told.map(({ code, message: says }) => [code, says]),
      [['ANAF-BUYER-MESSAGE', `The buyer writes about the invoice: "${text}"`]],
    );
    const { data: care } = (
      await erp.read<{ data: { catalogue_code: string; invoice_id: string }[] }>('/care?status=open')
    ).json;
    assert.ok(
      care.some((row) => row.catalogue_code === 'ANAF-BUYER-MESSAGE' && row.invoice_id === id),
      JSON.stringify(care),
    );
    const file = await erp.get(`/invoices/${id}/documents/${kind}`);
    assert.equal(file.headers.get('content-type'), 'application/zip');
  });

  it('has the signed answer as a ZIP', async () => {
    const seen = await endOf('R-1', ACCEPTED);
    const answer = await fetch(`${service.url}${receiptOf(seen)?.href}`, {
      headers: { Authorization: `Bearer ${erp.key}` },
    });
    assert.equal(answer.headers.get('content-type'), 'application/zip');
    assert.equal(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString(),
      'PK',
    );
  });
});
