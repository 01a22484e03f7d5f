import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutboundClient } from '../../../../src/adapters/outbound/outbound-client.ts';
import { RoEfacturaRail } from '../../../../src/adapters/rails/ro-efactura/ro-efactura-rail.ts';
import { NodeDigests } from '../../../../src/adapters/system/node-digests.ts';
import { KeptSessions } from '../../../../src/application/sending/kept-sessions.ts';
import type { Waits } from '../../../../src/domain/sending/retry.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeContentStore } from '../../../fakes/content-store.ts';
import { memoryStores } from '../../../support/memory-stores.ts';
import { AN_ADDRESSING } from '../../../support/records.ts';
import { zipOf } from '../../../support/zip.ts';
import { assertRequestDescribed } from '../../../sandbox/ro-efactura/description.ts';
import { type Identity, anAuthority, signed } from '../../peppol-lookup/network.ts';

/** One answer; undefined ends the connection without any. */
export type Canned =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    }
  | undefined;

export const xml = (body: string): Canned => ({ body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}` });
export const json = (value: unknown, status = 200): Canned => ({
  status,
  headers: { 'Content-Type': 'text/plain' },
  body: JSON.stringify(value),
});
export const eroare = (text: string, status = 200): Canned => json({ eroare: text, titlu: 'x' }, status);

const UPLOAD = 'mfp:anaf:dgti:spv:respUploadFisier:v1';
const STATUS = 'mfp:anaf:dgti:efactura:stareMesajFactura:v1';
const ERRORS = 'mfp:anaf:dgti:efactura:mesajEroriFactuta:v1';
export const taken = (attributes = 'ExecutionStatus="0" index_incarcare="77"'): Canned =>
  xml(`<header xmlns="${UPLOAD}" dateResponse="202611210955" ${attributes}/>`);
export const refusal = (text: string): Canned =>
  xml(`<header xmlns="${UPLOAD}" ExecutionStatus="1"><Errors errorMessage="${text}"/></header>`);
export const stare = (attributes: string): Canned => xml(`<header xmlns="${STATUS}" ${attributes}/>`);
export const noStare = (text: string): Canned =>
  xml(`<header xmlns="${STATUS}"><Errors errorMessage="${text}"/></header>`);
export const errorList = (index: string, ...texts: readonly string[]): string =>
  `<header xmlns="${ERRORS}" Index_incarcare="${index}" Cif_emitent="1">${texts
    .map((text) => `<Error errorMessage="${text}"/>`)
    .join('')}</header>`;

export const DOCUMENT =
  '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID Id="number">F-1</ID></Invoice>';

const signers = new Map<string, Promise<Identity>>();
function signerNamed(name: string): Promise<Identity> {
  const made = signers.get(name) ?? anAuthority(name);
  signers.set(name, made);
  return made;
}
const signatures = new Map<string, string>();
/** A detached signature over a file, or over a part of it. Most tests have the same file, which is signed once. */
export async function signatureOver(
  file: string,
  part?: string,
  by = 'CN=Ministerul Finantelor',
): Promise<string> {
  const name = JSON.stringify([file, part, by]);
  const authority = await signerNamed(by);
  const made =
    signatures.get(name) ?? /<Signature[^]*<\/Signature>/.exec(signed(file, authority, { part }))?.[0] ?? '';
  signatures.set(name, made);
  return made;
}
export async function answerZip(index: string, file: string): Promise<Canned> {
  const signature = await signatureOver(file);
  return { body: await zipOf({ [`${index}.xml`]: file, [`semnatura_${index}.xml`]: signature }) };
}

export const token = (own: object = {}): Canned => json({ access_token: 'a-1', expires_in: 3600, ...own });

/** An ANAF with scripted answers by the last step of the path: one after the other, the last one repeats. */
export class AnafServer {
  readonly calls: string[] = [];
  readonly forms: string[] = [];
  readonly bodies: string[] = [];
  readonly clock = new FakeClock();
  readonly realClock = new FakeClock();
  readonly rows = memoryStores().sessions;
  private readonly server = createServer((request, response) => void this.answer(request, response));
  private readonly answers = new Map<string, Canned[]>();
  /** How far this ANAF's clock is ahead of the machine's. */
  aheadMs = 0;
  /** The header of its answers; by default its own time. */
  date: string | undefined;
  /** Differences between the calls and the descriptions of ANAF. */
  readonly misfits: unknown[] = [];

  async start(): Promise<RoEfacturaRail> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.rail();
  }

  /** A rail, as another process would have it. */
  rail(settings: { readonly pollWaitsMs?: Waits } = {}): RoEfacturaRail {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    const { rows, clock, realClock } = this;
    const content = new FakeContentStore();
    const sessions = new KeptSessions({ rows, content, clock, digests: new NodeDigests() });
    return new RoEfacturaRail(
      { outbound: new OutboundClient(), sessions, clock, realClock },
      { anafUrl: `${url}/rest`, oauthUrl: url, ...settings },
    );
  }

  /** @throws the first difference between a call and ANAF's description. */
  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
    const [misfit] = this.misfits;
    if (misfit) throw misfit;
  }

  /** Replaces answers and clears the received calls. */
  script(answers: Readonly<Record<string, Canned | readonly Canned[]>>): void {
    for (const [path, canned] of Object.entries({ token: token(), ...answers }))
      this.answers.set(path, Array.isArray(canned) ? [...(canned as Canned[])] : [canned as Canned]);
    this.calls.length = 0;
    this.forms.length = 0;
    this.bodies.length = 0;
  }

  private checkRequest(method: string, call: string, body: string): void {
    try {
      assertRequestDescribed(method, call, body);
    } catch (misfit) {
      this.misfits.push(misfit);
    }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '', 'http://anaf');
    const path = pathname.split('/').at(-1) ?? '';
    this.calls.push(`${path}${search} ${request.headers.authorization?.replace('Bearer ', '') ?? ''}`);
    let body = '';
    for await (const part of request) body += String(part);
    (path === 'token' ? this.forms : this.bodies).push(body);
    if (path !== 'token') this.checkRequest(request.method ?? '', `${path}${search}`, body);
    const waiting = this.answers.get(path) ?? [];
    const canned = waiting.length > 1 ? waiting.shift() : waiting[0];
    if (canned === undefined) return void response.destroy();
    response.sendDate = false;
    const date = this.date ?? new Date(this.realClock.now().getTime() + this.aheadMs).toUTCString();
    response.writeHead(canned.status ?? 200, { ...(date !== '' && { Date: date }), ...canned.headers });
    response.end(canned.body);
  }
}

let logIns = 0;
/** A consignment from a Romanian seller to a Romanian buyer. Each has its own credential, so that each logs in. */
export function aRomanianConsignment(own: Partial<Consignment> = {}): Consignment {
  const bytes = new TextEncoder().encode(DOCUMENT);
  logIns += 1;
  return {
    client: 'acme',
    bytes,
    facts: { syntax: 'ubl-invoice', specification: 'x', number: 'F-1', issueDate: '2026-10-05' },
    addressing: {
      ...AN_ADDRESSING,
      seller: { country: 'RO', endpoint: null, ids: ['J12/1', 'RO14399840'], vatId: 'RO14399840' },
      buyer: { country: 'RO', endpoint: null, ids: ['RO6859662'], vatId: 'RO6859662' },
    },
    invoiceNumber: 'F-1',
    submissionId: 'ab'.repeat(32),
    startedAt: new Date('2026-03-02T09:00:00Z'),
    isResend: false,
    documentSha256: createHash('sha256').update(bytes).digest('hex'),
    legalId: null,
    credential: {
      client: 'acme',
      id: `crd_${logIns}`,
      kind: 'anaf-oauth',
      value: JSON.stringify({ client_id: 'id', client_secret: 's', refresh_token: 'r-0' }),
    },
    document: async () => ({ bytes, facts: {} as never, addressing: aRomanianConsignment(own).addressing }),
    acquirePermit: async () => true,
    ...own,
  };
}
