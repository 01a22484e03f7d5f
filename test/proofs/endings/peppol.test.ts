import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, OPERATOR_KEY, type Shown, type Submission } from '../../support/erp.ts';
import { exampleText } from '../../support/example-file.ts';
import { type Service, startService } from '../../support/service.ts';

interface End {
  readonly state: string;
  /** The error codes at the end, each with who corrects it: `EI-PEPPOL-NO-ROUTE erp`. */
  readonly errors?: readonly string[];
  readonly buyer?: string;
  /** How many documents of this number the receivers have. */
  readonly held: 0 | 1;
}

const delivered = (buyer?: string): End => ({ state: 'delivered', held: 1, ...(buyer && { buyer }) });
const rejected = (error: string): End => ({ state: 'rejected', errors: [error], held: 0 });
const gaveUp = (error = 'EI-ROUTE-UNAVAILABLE route'): End => ({
  state: 'dead_letter',
  errors: [error],
  held: 0,
});

/** Decisions, "Sandbox": how an invoice ends by the magic ending of its number. */
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

/** Magic participants during the send. */
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

/** A participant registered for invoices only accepts no credit note. */
const CREDIT_NOTES: Readonly<Record<string, End>> = {
  '1234': delivered(),
  '0302': delivered(),
  '0381': rejected('EI-PEPPOL-NO-ROUTE erp'),
};

type Seen = Shown & { readonly buyer_status: string | null; readonly legal_id: string | null };

/** The client, the format that is built, and the kind of access point that sends it. */
interface Sender {
  readonly client: string;
  readonly profile: 'peppol' | 'xrechnung';
  readonly dialect: 'phase4' | 'phoss-ap' | 'recommand' | 'e-invoice-be' | 'storecove' | undefined;
  /** The participant that the credential sends for; the seller's own if left out. */
  readonly account?: string;
}

const SENDERS: readonly Sender[] = [
  // The sandbox's own credential.
  { client: 'bis', dialect: undefined, profile: 'peppol' },
  { client: 'xrechnung', dialect: 'phoss-ap', profile: 'xrechnung' },
  { client: 'phase4', dialect: 'phase4', profile: 'peppol' },
  // It sends under the address of the company and ignores the sender in the document.
  { client: 'recommand', dialect: 'recommand', profile: 'peppol', account: '9915:c_recommand' },
  { client: 'e-invoice', dialect: 'e-invoice-be', profile: 'peppol' },
  { client: 'storecove', dialect: 'storecove', profile: 'peppol' },
];

/** phoss-ap retries if an SMP answers badly. What surely goes nowhere is not handed over. */
const STILL_TRIED: Readonly<Record<string, End>> = { 'R-0310': { state: 'submitted', held: 0 } };

/** phase4 has no status inquiry: after a 503 the outcome is unknown (decisions, "Networks as they are", "failures"). */
const NEVER_KNOWN: Readonly<Record<string, End>> = { 'R-1-5XX': gaveUp('EI-SEND-UNKNOWN us') };

const unknown = (held: 0 | 1 = 0): End => ({
  state: 'dead_letter',
  errors: ['EI-SEND-UNKNOWN us'],
  held,
});
const failedUnexplained = (held: 0 | 1 = 0): End => ({
  state: 'submitted',
  errors: ['EI-SEND-UNKNOWN us'],
  held,
});

/** A repeat at Recommand is a second invoice: a document missing from its list is never sent again. It forwards no MLS. */
const AT_RECOMMAND: Readonly<Record<string, End>> = {
  'R-1-5XX-ONCE': unknown(),
  'R-1-5XX': unknown(),
  'R-1-HTML': unknown(),
  'R-1-NOSIGNAL': unknown(1),
  // Its text is the same for an AS4 error and for a lost receipt.
  'R-1-REJECT': unknown(),
  'R-1-DUPLICATE': unknown(),
  'R-1-MLSRE': delivered(),
};

/** A provider that reports that a send failed, but not whether the receiver has the document. */
const FAILED_UNEXPLAINED: Readonly<Record<string, End>> = {
  'R-1-NOSIGNAL': failedUnexplained(1),
  'R-1-REJECT': failedUnexplained(),
  'R-1-DUPLICATE': failedUnexplained(),
  'R-0310': failedUnexplained(),
  'R-0408': failedUnexplained(),
  'R-0503': failedUnexplained(),
  'R-0495': failedUnexplained(),
};

/** Of answers it reports only the number. */
const AT_E_INVOICE: Readonly<Record<string, End>> = {
  ...FAILED_UNEXPLAINED,
  ...Object.fromEntries(
    ['-MLSRE', '-ACCEPT', '-REFUSE', '-DISPUTE', '-PARTIAL', '-PAID'].map((ending) => [
      `R-1${ending}`,
      delivered(),
    ]),
  ),
};

/** An error of the server may come after Storecove has taken the document, so it is never sent again. It forwards no MLS. */
const AT_STORECOVE: Readonly<Record<string, End>> = {
  'R-1-5XX-ONCE': unknown(),
  'R-1-5XX': unknown(),
  'R-1-HTML': unknown(),
  ...FAILED_UNEXPLAINED,
  'R-1-MLSRE': delivered(),
};

const OWN_ENDS: Readonly<Record<NonNullable<Sender['dialect']>, Readonly<Record<string, End>>>> = {
  phase4: NEVER_KNOWN,
  'phoss-ap': STILL_TRIED,
  recommand: AT_RECOMMAND,
  'e-invoice-be': AT_E_INVOICE,
  storecove: AT_STORECOVE,
};

/** Between two participants; only the number differs. */
function invoice(
  { number, receiver = 'DE190384672', typeCode = 380 }: Row,
  profile: Sender['profile'],
): Submission {
  const { document, ...rest } = example('plain');
  const { seller, buyer } = document as unknown as Record<'seller' | 'buyer', object>;
  const reference = { buyer_reference: '04011000-1234512345-06', type_code: typeCode };
  return {
    ...rest,
    route: 'PEPPOL',
    invoice_ref: number,
    document: {
      ...document,
      profile,
      ...(typeCode === 381 && { preceding_invoices: [{ number: 'R-0', issue_date: '2026-09-01' }] }),
      invoice: { ...document.invoice, number, ...reference },
      seller: { ...seller, endpoint: { id: 'DE281457638', scheme: '9930' } },
      buyer: { ...buyer, endpoint: { id: receiver, scheme: '9930' } },
    },
  };
}

interface Row {
  readonly number: string;
  readonly receiver?: string;
  readonly typeCode?: 380 | 381 | 389;
  readonly end: End;
}

const ROWS: readonly Row[] = [
  ...Object.entries(ENDS).map(([ending, end]) => ({ number: `R-1${ending}`, end })),
  ...Object.entries(RECEIVERS).map(([last, end]) => ({
    number: `R-${last}`,
    receiver: `DE19038${last}`,
    end,
  })),
  ...Object.entries(CREDIT_NOTES).map(([last, end]) => ({
    number: `C-${last}`,
    receiver: `DE19038${last}`,
    typeCode: 381 as const,
    end,
  })),
  { number: 'S-1', typeCode: 389, end: delivered() },
];

/** A self-billed XRechnung does not exist. */
const rowsOf = ({ profile, dialect }: Sender): readonly Row[] =>
  ROWS.filter(({ typeCode }) => typeCode !== 389 || profile === 'peppol').map((row) => ({
    ...row,
    end: OWN_ENDS[dialect ?? 'phoss-ap'][row.number] ?? row.end,
  }));

const isAtItsEnd = (seen: Seen, { state, buyer, errors = [] }: End): boolean =>
  seen.state === state && (seen.buyer_status ?? undefined) === buyer && seen.errors.length === errors.length;

describeOnEachStore('invoices that go over Peppol to the simulated network', function (open) {
  let store: StoreInUse;
  let network: TestSandbox;
  let service: Service;
  const erps = new Map<Sender, Erp>();
  const ids = new Map<string, string>();

  before(async function () {
    store = open();
    network = await aSandbox({ stepMs: 5, limits: 'off' });
    const env = { SIM_PORT: String(network.port), RETRY_SCALE: '0.001', OPERATOR_KEY };
    service = await startService({ cwd: store.folder, env: { ...store.env, ...env } });
    for (const sender of SENDERS) erps.set(sender, await client(sender));
    for (const sender of SENDERS)
      for (const row of rowsOf(sender))
        ids.set(named(sender, row), await taken(sender, numbered(sender, row)));
  });
  after(async () => {
    await service?.stop();
    await network?.stop();
    store.remove();
  });

  async function client({ client: name, dialect, account = '9930:de281457638' }: Sender): Promise<Erp> {
    const erp = await Erp.of(service, name);
    // Without a credential the sandbox's own is used.
    if (dialect !== undefined) {
      const credential = {
        route: 'PEPPOL',
        kind: 'access-point',
        issued_by: 'Test',
        issued_on: '2026-01-15',
        value: JSON.stringify({
          base_url: 'https://ap.example',
          token: `token-of-${name}`,
          sender_participant_id: account,
          dialect,
          ...(dialect === 'recommand' && { company_id: 'c_recommand' }),
          ...(dialect === 'storecove' && { company_id: 4711 }),
        }),
      };
      assert.equal((await erp.post('/credentials', credential)).status, 201);
    }
    return erp;
  }

  const named = ({ client: name }: Sender, { number }: Row): string => `${name} ${number}`;
  /** The network distinguishes invoices by number alone, for all clients. */
  const numbered = ({ client: name, profile }: Sender, row: Row): Submission =>
    invoice({ ...row, number: `${name}-${row.number}` }, profile);

  /** All of them at once exceed the rate of one client. */
  async function taken(sender: Sender, submission: Submission): Promise<string> {
    for (;;) {
      const { status, headers, text, json } = await erps.get(sender)!.submit(submission);
      if (status === 202) return json.id;
      assert.equal(status, 429, `${submission.invoice_ref}: ${text}`);
      await pause(1000 * Number(headers.get('retry-after') ?? 1));
    }
  }

  async function endOf(erp: Erp, id: string, end: End): Promise<Seen> {
    for (const until = Date.now() + 60_000; ;) {
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

  for (const sender of SENDERS)
    for (const row of rowsOf(sender)) {
      const { end } = row;
      it(`${named(sender, row)}: ${[end.state, ...(end.errors ?? []), end.buyer ?? []].flat().join(', ')}`, async () => {
        const erp = erps.get(sender)!;
        const seen = await endOf(erp, ids.get(named(sender, row))!, end);
        const errors = seen.errors.map(({ code, who_fixes: owner }) => `${code} ${owner}`);
        assert.deepEqual([seen.state, seen.buyer_status ?? undefined], [end.state, end.buyer]);
        assert.deepEqual(errors, end.errors ?? []);
        for (const { code } of seen.errors)
          assert.equal((await erp.read(`/catalogue/${code}`)).status, 200, code);
        assert.equal(
          await held(`${sender.client}-${row.number}`),
          end.held,
          'the network has it this number of times',
        );
        const events = (await erp.events(seen.id)).map((event) => event.split(' '));
        assert.deepEqual(
          events.map(([sequence]) => sequence),
          events.map((_, n) => String(n + 1)),
          'events have no gap',
        );
        assert.equal(events.at(-1)?.[1], end.state, 'the last event has the state');
        if (end.held && end.state !== 'dead_letter') assert.match(String(seen.legal_id), /^[0-9a-f-]{36}$/);
      });
    }

  const FILES = [
    [
      'xrechnung-ubl.xml',
      /<cbc:EndpointID schemeID="EM">[^<]+</g,
      '<cbc:EndpointID schemeID="9930">DE190384672<',
    ],
    ['xrechnung-cii.xml', /<ram:URIID schemeID="EM">[^<]+</g, '<ram:URIID schemeID="9930">DE190384672<'],
  ] as const;
  for (const [name, address, participant] of FILES)
    it(`${name}, submitted as a file: delivered, under its own hash`, async () => {
      const xml = exampleText(name);
      const bytes = Buffer.from(xml.replace(address, participant));
      const erp = erps.get(SENDERS[0]!)!;
      const answer = await fetch(`${service.url}/invoices/xml?route=PEPPOL&invoice_ref=${name}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${erp.key}`,
          'Idempotency-Key': `file-${name}`,
          'Content-Type': 'application/xml',
        },
        body: bytes,
      });
      const { id } = (await answer.json()) as { id: string };
      const seen = await endOf(erp, id, delivered());
      assert.deepEqual([seen.state, seen.errors], ['delivered', []]);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      assert.equal(seen.document_sha256, sha256);
    });

  it('covers each kind of access point', async () => {
    const answer = await fetch(`${network.url}/control/calls?route=PEPPOL`);
    const { data } = (await answer.json()) as { data: readonly { method: string; path: string }[] };
    const calls = new Set(
      data.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}.*$/, '…')}`),
    );
    for (const call of [
      'POST /sendsbdh',
      'POST /api/outbound/submit-sbd',
      'GET /api/outbound/status/…',
      'POST /c_recommand/send',
      'POST /api/documents/ubl',
    ])
      assert.ok(
        [...calls].some((made) => made.endsWith(call.split(' ')[1]!)),
        `${call}: ${[...calls].join(', ')}`,
      );
  });
});
