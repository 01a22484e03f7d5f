import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutboundClient } from '../../../../src/adapters/outbound/outbound-client.ts';
import type { Waits } from '../../../../src/domain/sending/retry.ts';
import { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { NodeDigests } from '../../../../src/adapters/system/node-digests.ts';
import { KeptSessions } from '../../../../src/application/sending/kept-sessions.ts';
import type { Outbound } from '../../../../src/ports/outbound.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeContentStore } from '../../../fakes/content-store.ts';
import { memoryStores } from '../../../support/memory-stores.ts';
import { assertRequestDescribed } from '../../../sandbox/fr-pa/description.ts';
import { AN_ADDRESSING } from '../../../support/records.ts';

/** One answer; undefined ends the connection without any. */
export type Canned =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      /** Ends the connection after the body's first bytes. */
      readonly isCut?: true;
      /** Never answers. */
      readonly isHung?: true;
    }
  | undefined;

/** An answer, or a function from the request body to it. */
export type Answer = Canned | ((body: string) => Canned);

export const json = (value: unknown, status = 200): Canned => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});
export const errorBody = (errorCode: string, status: number, errorMessage = 'x'): Canned =>
  json({ errorCode, errorMessage }, status);

const DOCUMENT = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>';
export const BYTES = new TextEncoder().encode(DOCUMENT);
export const SHA256 = createHash('sha256').update(BYTES).digest('hex');
export const TRACKING = 'd1b0f4c6-95a3-4f0a-8b52-0a8f2f6a3c11';

const INFO = {
  flowId: 'F-77',
  trackingId: TRACKING,
  flowSyntax: 'UBL',
  name: 'x.xml',
  submittedAt: '2026-10-05T09:00:00Z',
};
export const taken = (own: object = {}): Canned => json({ ...INFO, sha256: SHA256, ...own }, 202);
export const aFlow = (own: object = {}, status = 'Pending', ...codes: readonly string[]): object => ({
  ...INFO,
  updatedAt: '2026-10-05T09:00:00Z',
  flowType: 'CustomerInvoice',
  flowDirection: 'Out',
  acknowledgement: {
    status,
    ...(codes.length > 0 && {
      details: codes.map((reasonCode) => ({
        level: 'Error',
        item: 'x',
        reasonCode,
        reasonMessage: 'pas bon',
      })),
    }),
  },
  ...own,
});
export const results = (...flows: readonly object[]): Canned => json({ limit: 100, results: flows });

export const token = (own: object = {}): Canned => json({ access_token: 't-1', expires_in: 3600, ...own });

interface Process {
  readonly clock?: FakeClock;
  readonly outbound?: Outbound;
  readonly pollWaitsMs?: Waits;
}

interface Received {
  readonly call: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/**
 * A French platform with scripted answers: by `token`, `flows`, `search`, `Metadata`, `Original <flow>` or the address of a directory
 * line. Answers come one after the other; the last one repeats. `tracked`, if present, answers a search by tracking id.
 */
export class PlatformServer {
  readonly received: Received[] = [];
  readonly clock = new FakeClock(new Date('2026-10-05T10:00:00Z'));
  readonly rows = memoryStores().sessions;
  private readonly server = createServer((request, response) => void this.answer(request, response));
  private readonly answers = new Map<string, Answer[]>();
  private readonly misfits: unknown[] = [];
  /** EsaLink accepts any limit; the description allows at most 100. */
  takesAnyLimit = false;

  async start(): Promise<FrPaRail> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.rail();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A rail, as another process would have it. */
  rail({ clock = this.clock, outbound = new OutboundClient(), pollWaitsMs }: Process = {}): FrPaRail {
    const { rows, url } = this;
    const content = new FakeContentStore();
    const sessions = new KeptSessions({ rows, content, clock, digests: new NodeDigests() });
    return new FrPaRail(
      { outbound, sessions, clock },
      { platform: { url, isSimulator: true }, ...(pollWaitsMs && { pollWaitsMs }) },
    );
  }

  /** Fails if a call is not in the published description. */
  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
    if (this.misfits.length > 0) throw this.misfits[0];
  }

  /** Replaces all answers and clears the received calls. */
  script(answers: Readonly<Record<string, Answer | readonly Answer[]>>): void {
    this.answers.clear();
    for (const [path, canned] of Object.entries({ token: token(), ...answers }))
      this.answers.set(path, Array.isArray(canned) ? [...(canned as Answer[])] : [canned as Answer]);
    this.received.length = 0;
  }

  get calls(): readonly string[] {
    return this.received.map(({ call }) => call);
  }

  /** Calls without connections, so that many answers are read quickly. The results have the form of the real client's. */
  readonly direct: Outbound = {
    call: async ({ method, url, headers = {}, body = new Uint8Array(), mostBytes }) => {
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const canned = this.takeAnswer(
        method,
        url,
        Object.fromEntries(lower),
        Buffer.from(body).toString('utf8'),
      );
      const bytes = Buffer.from(canned?.body ?? '');
      if (!canned || canned.isCut || canned.isHung || bytes.length > mostBytes)
        return { outcome: 'lost', reason: 'aborted' };
      const wait = canned.headers?.['Retry-After'];
      return {
        outcome: 'answered',
        status: canned.status ?? 200,
        headers: {},
        ...(wait !== undefined && { retryAfterSeconds: Number(wait) }),
        body: bytes,
      };
    },
    refusalOf: async () => undefined,
  };

  private checkRequest(
    method: string,
    path: string,
    headers: IncomingMessage['headers'],
    body: string,
  ): void {
    try {
      assertRequestDescribed(
        method,
        path,
        headers,
        this.takesAnyLimit ? body.replace(/"limit":\d+/, '"limit":100') : body,
      );
    } catch (error) {
      this.misfits.push(error);
    }
  }

  private takeAnswer(method: string, url: string, headers: IncomingMessage['headers'], body: string): Canned {
    const { pathname, search, searchParams } = new URL(url, 'http://platform');
    const last = decodeURIComponent(pathname.split('/').at(-1) ?? '');
    const docType = searchParams.get('docType');
    const call = docType === null ? last : docType === 'Metadata' ? docType : `${docType} ${last}`;
    this.received.push({ call, headers, body });
    this.checkRequest(method, `${pathname}${search}`, headers, body);
    const isTracked = call === 'search' && body.includes('"trackingId"') && this.answers.has('tracked');
    const waiting = this.answers.get(isTracked ? 'tracked' : call) ?? [{ status: 404 }];
    const answer = waiting.length > 1 ? waiting.shift() : waiting[0];
    return typeof answer === 'function' ? answer(body) : answer;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = '', url = '', headers: given } = request;
    const canned = this.takeAnswer(method, url, given, Buffer.concat(parts).toString('utf8'));
    if (canned === undefined) return void response.destroy();
    const { status = 200, headers, body = '', isCut, isHung } = canned;
    if (isHung) return;
    if (!isCut) return void response.writeHead(status, headers).end(body);
    response.writeHead(status, { ...headers, 'Content-Length': '9999' });
    response.write(body, () => response.destroy());
  }
}

let logIns = 0;
export function aFrenchCredential(own: object = {}): Consignment['credential'] {
  logIns += 1;
  const value = { base_url: 'https://pa.example', client_id: 'id', client_secret: 's', ...own };
  return { client: 'acme', id: `crd_${logIns}`, kind: 'pa-oauth', value: JSON.stringify(value) };
}

/** Each consignment has its own credential, so that each logs in. */
export function aFrenchConsignment(own: Partial<Consignment> = {}): Consignment {
  return {
    client: 'acme',
    bytes: BYTES,
    facts: {
      syntax: 'ubl-invoice',
      specification: 'urn:cen.eu:en16931:2017',
      number: 'F-1',
      issueDate: '2026-10-05',
    },
    addressing: AN_ADDRESSING,
    submissionId: TRACKING,
    startedAt: new Date('2026-03-02T09:00:00Z'),
    isResend: false,
    documentSha256: SHA256,
    legalId: null,
    credential: aFrenchCredential(),
    document: () => Promise.reject(new Error('the rail needs no document here')),
    acquirePermit: async () => true,
    ...own,
  };
}
