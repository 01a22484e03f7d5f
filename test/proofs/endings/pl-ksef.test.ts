import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { parsed } from '../../domain/parsed.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, OPERATOR_KEY, type Shown, type Submission } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';

interface End {
  readonly state: string;
  /** The error codes at the end, each with who corrects it. */
  readonly errors?: readonly string[];
}

const ACCEPTED: End = { state: 'accepted' };
const rejected = (error: string): End => ({ state: 'rejected', errors: [error] });
const gaveUp = (error: string): End => ({ state: 'dead_letter', errors: [error] });

/** Decisions, "Sandbox": how an invoice ends by the magic ending of its number. */
const ENDS: Readonly<Record<string, End>> = {
  '': ACCEPTED,
  '-SLOW': ACCEPTED,
  '-TIMEOUT': ACCEPTED,
  '-LOST': ACCEPTED,
  '-5XX-ONCE': ACCEPTED,
  '-LIMIT': ACCEPTED,
  '-HTML': ACCEPTED,
  '-CANCELLED': ACCEPTED,
  '-KEY': ACCEPTED,
  '-PAUSED': ACCEPTED,
  '-REJECT': rejected('KSEF-450 erp'),
  '-REJECT-410': rejected('KSEF-410 client'),
  '-REJECT-415': rejected('KSEF-415 erp'),
  '-REJECT-430': rejected('KSEF-430 erp'),
  '-REJECT-435': rejected('KSEF-435 us'),
  '-DUPLICATE': rejected('KSEF-440 us'),
  '-5XX': gaveUp('EI-ROUTE-UNAVAILABLE route'),
  '-NORUN': gaveUp('KOSIT-RUN us'),
};

type Seen = Shown & { readonly legal_id: string | null };

/** Each has its own seller: KSeF's limits and ours count per company. */
const NIPS = ['5260250274', '5265877635', '7251801126', '8943100558', '6770001116', '5213009111'];

function invoice(
  number: string,
  nip = '5260250274',
  edits: Readonly<Record<string, unknown>> = {},
): Submission {
  const { document, ...rest } = structuredClone(example('over-pl-ksef'));
  const made = { ...document, invoice: { ...document.invoice, number, ...edits } } as Record<string, object>;
  made['seller'] = { ...made['seller'], vat_id: `PL${nip}` };
  return { ...rest, invoice_ref: number, document: made as unknown as Submission['document'] };
}

describeOnEachStore('invoices that go over KSeF to the simulated system', function (open) {
  let store: StoreInUse;
  let network: TestSandbox;
  let service: Service;
  const erps = new Map<string, Erp>();
  const ids = new Map<string, string>();

  before(async function () {
    store = open();
    network = await aSandbox({ stepMs: 5, limits: 'off' });
    const env = { SIM_PORT: String(network.port), RETRY_SCALE: '0.001', OPERATOR_KEY };
    service = await startService({ cwd: store.folder, env: { ...store.env, ...env } });
    for (const [index, ending] of Object.keys(ENDS).entries()) {
      const nip = NIPS[index % NIPS.length]!;
      await handIn(`seller-${nip}`, `P-1${ending}`, invoice(`P-1${ending}`, nip));
    }
  });
  after(async () => {
    await service?.stop();
    await network?.stop();
    store.remove();
  });

  async function erpOf(client: string): Promise<Erp> {
    const erp = erps.get(client) ?? (await Erp.of(service, client));
    erps.set(client, erp);
    return erp;
  }

  /** The cap of sends counts per client. */
  async function handIn(client: string, name: string, submission: Submission): Promise<void> {
    const erp = await erpOf(client);
    for (;;) {
      const { status, headers, text, json } = await erp.submit(submission);
      if (status === 202) return void ids.set(name, `${client} ${json.id}`);
      assert.equal(status, 429, `${name}: ${text}`);
      await pause(1000 * Number(headers.get('retry-after') ?? 1));
    }
  }

  const receiptOf = ({ documents }: Seen) => documents.find(({ kind }) => kind === 'upo');

  async function got<T>(name: string, path = ''): Promise<T> {
    const [client = '', id = ''] = ids.get(name)?.split(' ') ?? [];
    return (await (await erpOf(client)).get<T>(`/invoices/${id}${path}`)).json;
  }

  async function endOf(name: string, { state }: End): Promise<Seen> {
    for (const until = Date.now() + 60_000; ;) {
      const seen = await got<Seen>(name);
      const isThere = seen.state === state && (state !== 'accepted' || receiptOf(seen) !== undefined);
      if (isThere || Date.now() > until) return seen;
      await pause(100);
    }
  }

  for (const [ending, end] of Object.entries(ENDS))
    it(`${ending || 'without an ending'}: ${[end.state, ...(end.errors ?? [])].join(' ')}`, async function () {
      const seen = await endOf(`P-1${ending}`, end);
      const errors = seen.errors.map(({ code, who_fixes }) => `${code} ${who_fixes}`);
      assert.deepEqual([seen.state, errors], [end.state, end.errors ?? []], JSON.stringify(seen));
      assert.equal(receiptOf(seen) !== undefined, end.state === 'accepted');
      if (seen.state !== 'accepted') return;
      assert.match(seen.legal_id ?? '', /^\d{10}-\d{8}-[0-9A-F]{12}-[0-9A-F]{2}$/);
      const { data } = await got<{ data: { status: string; route?: { submission_id?: string } }[] }>(
        `P-1${ending}`,
        '/events',
      );
      assert.deepEqual(
        [...new Set(data.map(({ status }) => status))],
        ['received', 'validated', 'submitted', 'accepted'],
      );
      assert.match(data.at(-1)?.route?.submission_id ?? '', /^\d{8}-EE-/);
    });

  it('is stored once by KSeF despite every failure', async () => {
    const held = await fetch(`${network.url}/control/documents?route=PL-KSEF`);
    const { data } = (await held.json()) as { data: { number: string }[] };
    for (const [ending, { state }] of Object.entries(ENDS))
      if (state === 'accepted')
        assert.equal(data.filter(({ number }) => number === `P-1${ending}`).length, 1, ending);
  });

  it('shares one session and one log-in with the others of its seller', async () => {
    const { data } = (await (await fetch(`${network.url}/control/calls?route=PL-KSEF`)).json()) as {
      data: { method: string; path: string }[];
    };
    const logIns = data.filter(({ path }) => path.endsWith('/auth/ksef-token'));
    assert.ok(logIns.length <= NIPS.length, `${logIns.length} log-ins`);
  });

  it('accepts a finished file unchanged', async function () {
    const built = await DOCUMENTS.build(parsed(invoice('X-1').document), 'PL-KSEF', 'fa3');
    assert.ok(built.ok);
    const erp = await erpOf('acme');
    const answer = await fetch(`${service.url}/invoices/xml?route=PL-KSEF&invoice_ref=X-1`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${erp.key}`,
        'Idempotency-Key': 'a-finished-file',
        'Content-Type': 'application/xml',
      },
      body: Buffer.from(built.document.bytes),
    });
    assert.equal(answer.status, 202, await answer.clone().text());
    ids.set('X-1', `acme ${((await answer.json()) as { id: string }).id}`);
    const seen = await endOf('X-1', ACCEPTED);
    assert.equal(seen.state, 'accepted', JSON.stringify(seen.errors));
    const held = await fetch(`${network.url}/control/documents?route=PL-KSEF`);
    const { data } = (await held.json()) as { data: { number: string; sha256: string }[] };
    assert.equal(data.find(({ number }) => number === 'X-1')?.sha256, seen.document_sha256);
  });

  it('sends a self-billed invoice in the name of its buyer', async function () {
    await handIn('acme', 'S-1', invoice('S-1', '5260250274', { type_code: 389 }));
    const seen = await endOf('S-1', ACCEPTED);
    assert.equal(seen.state, 'accepted', JSON.stringify(seen.errors));
  });

  for (const [name, type_code] of [
    ['credit note', 381],
    ['correction', 384],
  ] as const)
    it(`sends a ${name} of a self-billed invoice in the name of its buyer, with P_17 = 1`, async function () {
      const made = invoice(`S-${type_code}`, '5260250274', { type_code });
      const preceding_invoices = [{ number: 'S-1', issue_date: '2026-09-01', type_code: 389 }];
      const submission = { ...made, document: { ...made.document, preceding_invoices } };
      await handIn('acme', `S-${type_code}`, submission);
      const seen = await endOf(`S-${type_code}`, ACCEPTED);
      // The simulated KSeF answers 410 to the log-in of the seller.
      assert.equal(seen.state, 'accepted', JSON.stringify(seen.errors));
      const { key } = await erpOf('acme');
      const [, id = ''] = ids.get(`S-${type_code}`)?.split(' ') ?? [];
      const file = await fetch(`${service.url}/invoices/${id}/documents/fa3`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      assert.match(await file.text(), /<P_17>1<\/P_17>/);
    });

  it('sends a sale to a consumer of another country at its rate (OSS: P_12_XII, P_13_5, P_14_5)', async function () {
    const { document, ...rest } = invoice('OSS-1');
    const [line] = document['lines'] as readonly Record<string, unknown>[];
    const { vat_id: _vat, ...buyer } = document['buyer'] as Record<string, object>;
    const address = { ...buyer['address'], country: 'DE' };
    const oss = {
      ...document,
      buyer: { ...buyer, address, is_consumer: true },
      lines: [{ ...line, vat_rate: 19 }],
      pl: { one_stop_shop: true },
    } as unknown as Submission['document'];
    await handIn('acme', 'OSS-1', { ...rest, route: 'PL-KSEF', document: oss } as Submission);
    const seen = await endOf('OSS-1', ACCEPTED);
    assert.equal(seen.state, 'accepted', JSON.stringify(seen.errors));
    const { key } = await erpOf('acme');
    const [, id = ''] = ids.get('OSS-1')?.split(' ') ?? [];
    const file = await fetch(`${service.url}/invoices/${id}/documents/fa3`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const text = await file.text();
    for (const member of ['<P_12_XII>19</P_12_XII>', '<P_13_5>', '<P_14_5>'])
      assert.ok(text.includes(member), member);
  });

  it('states the address of the code on a print, and KSeF answers at that address', async () => {
    await endOf('P-1', ACCEPTED);
    const { data } = await got<{ data: { route?: { raw?: { verificationLink?: string } } }[] }>(
      'P-1',
      '/events',
    );
    const link = data.at(-1)?.route?.raw?.verificationLink ?? '';
    assert.match(link, /\/ksef\/qr\/invoice\/5260250274\/05-10-2026\/[\w-]{43}$/);
    assert.equal((await fetch(link)).status, 200);
  });

  it('has the receipt as XML', async () => {
    const seen = await endOf('P-1', ACCEPTED);
    const { key } = await erpOf(`seller-${NIPS[0]}`);
    const answer = await fetch(`${service.url}${receiptOf(seen)?.href}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    assert.match(answer.headers.get('content-type') ?? '', /^application\/xml/);
    assert.ok((await answer.text()).includes(`<NumerKSeFDokumentu>${seen.legal_id}</NumerKSeFDokumentu>`));
  });
});
