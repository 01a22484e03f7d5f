import { createHash, X509Certificate } from 'node:crypto';
import type { BatchPace } from '../../../../src/adapters/rails/pl-ksef/batches/batch-sessions.ts';
import { PlKsefRail } from '../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import type { Log } from '../../../../src/ports/log.ts';
import type { Outbound } from '../../../../src/ports/outbound.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { invoice } from '../../../sandbox/pl-ksef/invoices.ts';
import { keptSessions } from '../../../fakes/kept-sessions.ts';
import { memoryStores } from '../../../support/memory-stores.ts';
import { AN_ADDRESSING } from '../../../support/records.ts';
import { json, type Reply, type Script, ScriptedNetwork } from '../../../sandbox/scripted-network.ts';
import { type Identity, anAuthority } from '../../peppol-lookup/network.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';

/** RFC 9457, as the rail requests. */
export const refused = (code: number, ...details: readonly string[]): Reply =>
  json({ status: 400, errors: [{ code, description: 'x', details }] }, 400);
/** The older shape. */
export const refusedInOldShape = (exceptionCode: number, ...details: readonly string[]): Reply =>
  json({ exception: { exceptionDetailList: [{ exceptionCode, exceptionDescription: 'x', details }] } }, 400);

export const NIP = '5265877635';
export const SESSION = '20261121-SO-2F14610000-242991F8C9-B4';
export const OTHER_SESSION = '20261120-SO-2F14610000-242991F8C9-B5';
export const REFERENCE = '20261121-EE-319D7EE000-B67F415CDC-2C';
export const KSEF_NUMBER = `${NIP}-20250916-0200A0D6723E-C2`;
export const OTHER_NUMBER = `${NIP}-20250916-010040741B3E-46`;

export const ISSUE_DATE = '2026-10-05';
export const DOCUMENT = invoice('F-1', { issueDate: ISSUE_DATE, seller: NIP });
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** The status of an invoice. */
export const status = (code: number, own: object = {}, more: object = {}): object => ({
  ordinalNumber: 1,
  referenceNumber: REFERENCE,
  invoiceHash: hashOf(DOCUMENT),
  invoicingDate: '2026-03-02T09:00:30Z',
  status: { code, description: 'x', ...more },
  ...own,
});
export const ACCEPTED = status(200, { ksefNumber: KSEF_NUMBER, invoicingMode: 'Online' });

/** A receipt; by default of the test's invoice. */
export function upo(own: Readonly<Record<string, string>> = {}): string {
  const values: Readonly<Record<string, string>> = {
    NipSprzedawcy: NIP,
    NumerKSeFDokumentu: KSEF_NUMBER,
    NumerFaktury: 'F-1',
    DataWystawieniaFaktury: ISSUE_DATE,
    SkrotDokumentu: hashOf(DOCUMENT),
    TrybWysylki: 'Online',
    ...own,
  };
  const members = Object.entries(values).map(([name, text]) => `<${name}>${text}</${name}>`);
  return (
    '<Potwierdzenie xmlns="http://upo.schematy.mf.gov.pl/KSeF/v4-3">' +
    '<NazwaPodmiotuPrzyjmujacego>Ministerstwo Finansów</NazwaPodmiotuPrzyjmujacego>' +
    `<Dokument>${members.join('')}</Dokument></Potwierdzenie>`
  );
}
export const xml = (body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  headers: { 'Content-Type': 'application/xml', ...headers },
  body,
});

export const FAR = '2036-01-01T00:00:00Z';
let shared: Promise<Identity> | undefined;
/** The owner of keys that are not the simulator's. */
export const identity = (): Promise<Identity> => (shared ??= anAuthority('CN=KSeF'));

export const publishedKey = (pem: string, ...usage: readonly string[]): object => ({
  certificate: new X509Certificate(pem).raw.toString('base64'),
  certificateId: 'x',
  publicKeyId: keyIdOf(pem),
  validFrom: '2020-01-01T00:00:00Z',
  validTo: FAR,
  usage,
});
const keyIdOf = (pem: string): string =>
  createHash('sha256')
    .update(new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');

/** Answers about `aSentConsignment`, which the simulator does not hold. */
const SENT_BEFORE: Script = { 'GET status': json(ACCEPTED), 'GET upo': xml(upo()) };
/** The session and the reference of `aSentConsignment`. */
export const OPENED = json({ referenceNumber: SESSION, validUntil: FAR }, 201);
export const TAKEN = json({ referenceNumber: REFERENCE }, 202);

const BASE = '/ksef';

/** The simulated KSeF. A call is named by its method and `lastStep`. */
export class KsefNetwork extends ScriptedNetwork {
  readonly clock = new FakeClock();
  private readonly stores = memoryStores();
  readonly rows = this.stores.sessions;
  readonly caps = this.stores.caps;

  constructor() {
    super(({ method, path }) => `${method} ${lastStep(path)}`);
  }

  async start(): Promise<PlKsefRail> {
    await this.simulate();
    return this.rail();
  }

  /** A rail, as another process would have it. */
  rail(
    clock: FakeClock = this.clock,
    outbound: Outbound = new PatientClient(),
    {
      log,
      ...own
    }: {
      readonly batches?: BatchPace;
      readonly log?: Pick<Log, 'warn'>;
      readonly availabilityUrl?: string;
    } = {},
  ): PlKsefRail {
    const tools = { outbound, sessions: keptSessions(clock, this.rows), caps: this.caps, clock };
    return new PlKsefRail(
      { ...tools, ...(log && { log }) },
      { url: `${this.url}${BASE}/v2`, qrUrl: 'https://qr.example', logInPauseMs: 1, ...own },
    );
  }

  override script(answers: Script = {}): void {
    super.script({ ...SENT_BEFORE, ...answers });
  }

  /** Without the calls for public keys and limits, which each process makes at its own time. */
  override get calls(): readonly string[] {
    return super.calls.filter((call) => !/(?:public-key-certificates|rate-limits)$/.test(call));
  }

  /** It stands still, like the clock of the service. */
  protected override date(): string {
    return this.clock.now().toUTCString();
  }
}

/** The last step of a path. A path that ends in a reference has the name of the step before it. */
function lastStep(path: string): string {
  const pathname = path.replace(/\?.*/s, '');
  if (pathname.includes('/latarnia/')) return 'status-of-ksef';
  if (pathname.includes('-upo/')) return 'upo';
  const steps = pathname.replace(/^\/ksef(\/v2)?/, '').split('/');
  const last = steps.at(-1) ?? '';
  if (!/^\d{8}-|^\d{10}-/.test(last)) return last;
  const before = steps.at(-2);
  return before === 'invoices' ? 'status' : (before ?? '');
}

let logIns = 0;
/** A consignment of a Polish seller. Each has its own credential, so that each logs in. */
export function aPolishConsignment(own: Partial<Consignment> = {}): Consignment {
  const bytes = new TextEncoder().encode(DOCUMENT);
  logIns += 1;
  const addressing = {
    ...AN_ADDRESSING,
    seller: { country: 'PL', endpoint: null, ids: [`PL${NIP}`], vatId: `PL${NIP}` },
    buyer: { country: 'PL', endpoint: null, ids: ['PL1111111111'], vatId: 'PL1111111111' },
  };
  const facts = { syntax: 'fa3', specification: null, number: 'F-1', issueDate: ISSUE_DATE } as const;
  return {
    client: 'acme',
    bytes,
    facts,
    addressing,
    invoiceNumber: 'F-1',
    issueDate: ISSUE_DATE,
    submissionId: 'ab'.repeat(32),
    startedAt: new Date('2026-03-02T09:00:00Z'),
    isResend: false,
    documentSha256: createHash('sha256').update(bytes).digest('hex'),
    legalId: null,
    credential: { client: 'acme', id: `crd_${logIns}`, kind: 'ksef-token', value: 'ref|nip-1|abc' },
    document: async () => ({ bytes, facts, addressing }),
    acquirePermit: async () => true,
    ...own,
  };
}

/** The consignment after the send by another process. */
export const aSentConsignment = (own: Partial<Consignment> = {}): Consignment =>
  aPolishConsignment({
    reference: REFERENCE,
    resumeToken: JSON.stringify({ nip: NIP, session: SESSION }),
    ...own,
  });
