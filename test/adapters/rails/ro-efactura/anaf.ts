import { createHash } from 'node:crypto';
import { RoEfacturaRail } from '../../../../src/adapters/rails/ro-efactura/ro-efactura-rail.ts';
import type { Waits } from '../../../../src/domain/sending/retry.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { BUYER, SELLER } from '../../../sandbox/ro-efactura/anaf.ts';
import { assertRequestDescribed } from '../../../sandbox/ro-efactura/description.ts';
import { keptSessions } from '../../../fakes/kept-sessions.ts';
import { memoryStores } from '../../../support/memory-stores.ts';
import { AN_ADDRESSING } from '../../../support/records.ts';
import {
  json as jsonReply,
  type ReceivedCall,
  type Reply,
  ScriptedNetwork,
} from '../../../sandbox/scripted-network.ts';
import { zipOf } from '../../../support/zip.ts';
import { type Identity, anAuthority, signed } from '../../peppol-lookup/network.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';

export const xml = (body: string): Reply => ({ body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}` });
/** ANAF states no type of its JSON. */
export const json = (value: unknown, status = 200): Reply => jsonReply(value, status, 'text/plain');
export const eroare = (text: string, status = 200): Reply => json({ eroare: text, titlu: 'x' }, status);

const UPLOAD = 'mfp:anaf:dgti:spv:respUploadFisier:v1';
const STATUS = 'mfp:anaf:dgti:efactura:stareMesajFactura:v1';
const ERRORS = 'mfp:anaf:dgti:efactura:mesajEroriFactuta:v1';
export const taken = (attributes = 'ExecutionStatus="0" index_incarcare="77"'): Reply =>
  xml(`<header xmlns="${UPLOAD}" dateResponse="202611210955" ${attributes}/>`);
export const refusal = (text: string): Reply =>
  xml(`<header xmlns="${UPLOAD}" ExecutionStatus="1"><Errors errorMessage="${text}"/></header>`);
export const stare = (attributes: string): Reply => xml(`<header xmlns="${STATUS}" ${attributes}/>`);
export const noStare = (text: string): Reply =>
  xml(`<header xmlns="${STATUS}"><Errors errorMessage="${text}"/></header>`);
export const errorList = (index: string, ...texts: readonly string[]): string =>
  `<header xmlns="${ERRORS}" Index_incarcare="${index}" Cif_emitent="1">${texts
    .map((text) => `<Error errorMessage="${text}"/>`)
    .join('')}</header>`;

export const DOCUMENT =
  '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" Id="all"><ID Id="number" schemeID="x">F-1</ID></Invoice>';

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
export async function answerZip(index: string, file: string): Promise<Reply> {
  const signature = await signatureOver(file);
  return { body: await zipOf({ [`${index}.xml`]: file, [`semnatura_${index}.xml`]: signature }) };
}

export const token = (own: object = {}): Reply => json({ access_token: 'a-1', expires_in: 3600, ...own });

const REST = '/anaf/test/FCTEL/rest';

/** The simulated ANAF, each call to which must be in the published description. A call is named by the last step of its path. */
export class AnafNetwork extends ScriptedNetwork {
  readonly clock = new FakeClock();
  readonly realClock = new FakeClock();
  readonly rows = memoryStores().sessions;
  /** How far the time in its answers is ahead of the machine's. */
  aheadMs = 0;
  /** The Date of its answers, in place of its time. */
  statedDate: string | undefined;

  constructor() {
    super(({ path }) => /([^/]*)$/.exec(path.replace(/\?.*/s, ''))?.[1] ?? '');
  }

  async start(): Promise<RoEfacturaRail> {
    await this.simulate();
    return this.rail();
  }

  /** A rail, as another process would have it. */
  rail(settings: { readonly pollWaitsMs?: Waits; readonly inSandbox?: boolean } = {}): RoEfacturaRail {
    const { rows, clock, realClock, url } = this;
    return new RoEfacturaRail(
      { outbound: new PatientClient(), sessions: keptSessions(clock, rows), clock, realClock },
      { anafUrl: url + REST, oauthUrl: `${url}/anaf/anaf-oauth2/v1`, ...settings },
    );
  }

  protected override date(): string {
    return this.statedDate ?? new Date(this.realClock.now().getTime() + this.aheadMs).toUTCString();
  }

  protected override check({ call, method, path, body }: ReceivedCall): void {
    if (call !== 'token') assertRequestDescribed(method, path.replace(`${REST}/`, ''), body);
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

const company = (cif: string) => ({ country: 'RO', endpoint: null, ids: [`RO${cif}`], vatId: `RO${cif}` });
/** The parties of the invoices that the simulator takes. */
export const SIMULATED_PARTIES = { ...AN_ADDRESSING, seller: company(SELLER), buyer: company(BUYER) };
