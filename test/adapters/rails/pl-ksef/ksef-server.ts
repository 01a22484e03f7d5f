import { constants, createDecipheriv, createHash, privateDecrypt, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutboundClient } from '../../../../src/adapters/outbound/outbound-client.ts';
import type { BatchPace } from '../../../../src/adapters/rails/pl-ksef/batches/batch-sessions.ts';
import { PlKsefRail } from '../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { NodeDigests } from '../../../../src/adapters/system/node-digests.ts';
import { KeptSessions } from '../../../../src/application/sending/kept-sessions.ts';
import type { Log } from '../../../../src/ports/log.ts';
import type { Outbound } from '../../../../src/ports/outbound.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeContentStore } from '../../../fakes/content-store.ts';
import { memoryStores } from '../../../support/memory-stores.ts';
import { AN_ADDRESSING } from '../../../support/records.ts';
import { anAuthority, type Identity } from '../../peppol-lookup/network.ts';

/** One answer; undefined ends the connection without any. */
export type Canned =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      /** The answer never ends. */
      readonly stalls?: true;
    }
  | undefined;

export const json = (value: unknown, status = 200): Canned => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});
/** RFC 9457, as the rail requests. */
export const refused = (code: number, ...details: readonly string[]): Canned =>
  json({ status: 400, errors: [{ code, description: 'x', details }] }, 400);
/** The older shape. */
export const refusedInOldShape = (exceptionCode: number, ...details: readonly string[]): Canned =>
  json({ exception: { exceptionDetailList: [{ exceptionCode, exceptionDescription: 'x', details }] } }, 400);

export const NIP = '5265877635';
export const SESSION = '20261121-SO-2F14610000-242991F8C9-B4';
export const OTHER_SESSION = '20261120-SO-2F14610000-242991F8C9-B5';
export const REFERENCE = '20261121-EE-319D7EE000-B67F415CDC-2C';
export const KSEF_NUMBER = `${NIP}-20250916-0200A0D6723E-C2`;
export const OTHER_NUMBER = `${NIP}-20250916-010040741B3E-46`;

export const DOCUMENT =
  '<Faktura xmlns="http://crd.gov.pl/wzor/2025/06/25/13775/"><Fa><P_2>F-1</P_2></Fa></Faktura>';
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
    DataWystawieniaFaktury: '2026-10-05',
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
export const xml = (body: string, headers: Readonly<Record<string, string>> = {}): Canned => ({
  headers: { 'Content-Type': 'application/xml', ...headers },
  body,
});

export const FAR = '2036-01-01T00:00:00Z';
let shared: Promise<Identity> | undefined;
export const identity = (): Promise<Identity> => (shared ??= anAuthority('CN=KSeF'));

export const publishedKey = (pem: string, ...usage: readonly string[]): object => ({
  certificate: new X509Certificate(pem).raw.toString('base64'),
  certificateId: 'x',
  publicKeyId: keyIdOf(pem),
  validFrom: '2020-01-01T00:00:00Z',
  validTo: FAR,
  usage,
});
export const keyIdOf = (pem: string): string =>
  createHash('sha256')
    .update(new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');

const TOKEN = (token: string) => ({ token, validUntil: FAR });

export interface ReceivedCall {
  /** Method and path without references. */
  readonly call: string;
  readonly path: string;
  readonly token: string;
  readonly body: string;
}

/** A KSeF with scripted answers by call: one after the other, the last one repeats. Other calls get a good answer. */
export class KsefServer {
  readonly received: ReceivedCall[] = [];
  readonly clock = new FakeClock();
  private readonly stores = memoryStores();
  readonly rows = this.stores.sessions;
  readonly caps = this.stores.caps;
  private readonly server = createServer((request, response) => void this.answer(request, response));
  private readonly answers = new Map<string, Canned[]>();
  private usual: Readonly<Record<string, Canned>> = {};

  async start(): Promise<PlKsefRail> {
    const { pem } = await identity();
    this.usual = {
      'GET public-key-certificates': json([
        publishedKey(pem, 'KsefTokenEncryption', 'SymmetricKeyEncryption'),
      ]),
      'POST challenge': json({
        challenge: '20261121-CR-226FB7B000-3ACF9BE4C0-10',
        timestamp: '2026-11-21T09:00:00Z',
        timestampMs: 1752236636015,
        clientIp: '127.0.0.1',
      }),
      'POST ksef-token': json({ referenceNumber: REFERENCE, authenticationToken: TOKEN('a-token') }, 202),
      'POST xades-signature': json(
        { referenceNumber: REFERENCE, authenticationToken: TOKEN('a-token') },
        202,
      ),
      'GET auth': json({ status: { code: 200, description: 'x' } }),
      'POST redeem': json({ accessToken: TOKEN('access-1'), refreshToken: TOKEN('refresh-1') }),
      'POST refresh': json({ accessToken: TOKEN('access-2') }),
      'POST online': json({ referenceNumber: SESSION, validUntil: FAR }, 201),
      'POST invoices': json({ referenceNumber: REFERENCE }, 202),
      'POST close': { status: 204 },
      'GET status': json(ACCEPTED),
      'GET upo': xml(upo()),
      'GET rate-limits': json({}),
    };
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.rail();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A rail, as another process would have it. */
  rail(
    clock: FakeClock = this.clock,
    outbound: Outbound = new OutboundClient(),
    {
      log,
      ...own
    }: {
      readonly batches?: BatchPace;
      readonly log?: Pick<Log, 'warn'>;
      readonly availabilityUrl?: string;
    } = {},
  ): PlKsefRail {
    const { rows, caps } = this;
    const content = new FakeContentStore();
    const sessions = new KeptSessions({ rows, content, clock, digests: new NodeDigests() });
    const tools = { outbound, sessions, caps, clock, ...(log && { log }) };
    return new PlKsefRail(tools, {
      url: `${this.url}/v2`,
      qrUrl: 'https://qr.example',
      logInPauseMs: 1,
      ...own,
    });
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Replaces all answers and clears the received calls. */
  script(answers: Readonly<Record<string, Canned | readonly Canned[]>> = {}): void {
    this.answers.clear();
    for (const [call, canned] of Object.entries({ ...this.usual, ...answers }))
      this.answers.set(call, Array.isArray(canned) ? [...(canned as Canned[])] : [canned as Canned]);
    this.received.length = 0;
  }

  /** Calls without those for public keys and limits, which each process makes at its own time. */
  calls(): readonly string[] {
    return this.received
      .map(({ call }) => call)
      .filter((call) => !/(?:public-key-certificates|rate-limits)$/.test(call));
  }

  last(call: string): ReceivedCall | undefined {
    return this.received.filter((one) => one.call === call).at(-1);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '', 'http://ksef');
    const call = `${request.method} ${named(pathname)}`;
    let body = '';
    for await (const part of request) body += String(part);
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    this.received.push({ call, path: `${pathname}${search}`, token, body });
    const waiting = this.answers.get(call) ?? [];
    const canned = waiting.length > 1 ? waiting.shift() : waiting[0];
    if (canned === undefined) return void response.destroy();
    // The date stands still like the clock of the service.
    response.writeHead(canned.status ?? 200, { Date: this.clock.now().toUTCString(), ...canned.headers });
    if (canned.stalls) return void response.write('{');
    response.end(canned.body);
  }
}

/** The last step of a path. A path that ends in a reference has the name of the step before it. */
function named(pathname: string): string {
  if (pathname.startsWith('/latarnia/')) return 'status-of-ksef';
  const steps = pathname.split('/').filter((step) => step !== '' && step !== 'v2');
  const last = steps.at(-1) ?? '';
  if (!/^\d{8}-|^\d{10}-/.test(last)) return last;
  const before = steps.at(-2);
  return before === 'invoices' ? 'status' : (before ?? '');
}

/** The last document, decrypted with KSeF's private key. */
export async function decryptDocument(server: KsefServer): Promise<string> {
  const { key } = await identity();
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  const { encryption } = JSON.parse(server.last('POST online')?.body ?? '{}') as {
    encryption: { encryptedSymmetricKey: string; initializationVector: string };
  };
  const sessionKey = privateDecrypt(
    { key, ...padding },
    Buffer.from(encryption.encryptedSymmetricKey, 'base64'),
  );
  const iv = Buffer.from(encryption.initializationVector, 'base64');
  const decipher = createDecipheriv('aes-256-cbc', sessionKey, iv);
  const { encryptedInvoiceContent } = JSON.parse(server.last('POST invoices')?.body ?? '{}') as {
    encryptedInvoiceContent: string;
  };
  const cipher = Buffer.from(encryptedInvoiceContent, 'base64');
  return Buffer.concat([decipher.update(cipher), decipher.final()]).toString();
}

/** The decrypted token, with the time of the challenge. */
export async function decryptToken(server: KsefServer): Promise<string> {
  const { key } = await identity();
  const { encryptedToken } = JSON.parse(server.last('POST ksef-token')?.body ?? '{}') as {
    encryptedToken: string;
  };
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return privateDecrypt({ key, ...padding }, Buffer.from(encryptedToken, 'base64')).toString();
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
  const facts = { syntax: 'fa3', specification: null, number: 'F-1', issueDate: '2026-10-05' } as const;
  return {
    client: 'acme',
    bytes,
    facts,
    addressing,
    invoiceNumber: 'F-1',
    issueDate: '2026-10-05',
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

/** The consignment after the send. */
export const aSentConsignment = (own: Partial<Consignment> = {}): Consignment =>
  aPolishConsignment({
    reference: REFERENCE,
    resumeToken: JSON.stringify({ nip: NIP, session: SESSION }),
    ...own,
  });
