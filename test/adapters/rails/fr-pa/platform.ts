import { createHash } from 'node:crypto';
import type { Waits } from '../../../../src/domain/sending/retry.ts';
import { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { assertRequestDescribed } from '../../../sandbox/fr-pa/description.ts';
import { invoice } from '../../../sandbox/fr-pa/platform.ts';
import { keptSessions } from '../../../fakes/kept-sessions.ts';
import { memoryStores } from '../../../support/memory-stores.ts';
import { AN_ADDRESSING } from '../../../support/records.ts';
import { json, type ReceivedCall, type Reply, ScriptedNetwork } from '../../../sandbox/scripted-network.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';

export const errorBody = (errorCode: string, status: number, errorMessage = 'x'): Reply =>
  json({ errorCode, errorMessage }, status);

export const ISSUE_DATE = '2026-10-05';
export const BYTES = new TextEncoder().encode(invoice('F-1').replace('2026-11-20', ISSUE_DATE));
export const SHA256 = createHash('sha256').update(BYTES).digest('hex');
export const TRACKING = 'd1b0f4c6-95a3-4f0a-8b52-0a8f2f6a3c11';

const INFO = {
  flowId: 'F-77',
  trackingId: TRACKING,
  flowSyntax: 'UBL',
  name: 'x.xml',
  submittedAt: '2026-10-05T09:00:00Z',
};
export const taken = (own: object = {}): Reply => json({ ...INFO, sha256: SHA256, ...own }, 202);
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
export const results = (...flows: readonly object[]): Reply => json({ limit: 100, results: flows });

export const token = (own: object = {}): Reply => json({ access_token: 't-1', expires_in: 3600, ...own });

/** `token`, `flows`, `tracked` (a search by tracking id), `search`, `Metadata`, `Original <flow>`, or the address of a directory line. */
function nameOf({ path, query, body }: Omit<ReceivedCall, 'call'>): string {
  const last = decodeURIComponent(/([^/]*)$/.exec(path.replace(/\?.*/s, ''))?.[1] ?? '');
  const docType = query.get('docType');
  if (docType !== null) return docType === 'Metadata' ? docType : `${docType} ${last}`;
  return last === 'search' && body.includes('"trackingId"') ? 'tracked' : last;
}

interface Process {
  readonly clock?: FakeClock;
  readonly pollWaitsMs?: Waits;
}

/** The simulated French platform, each call to which must be in the published description. */
export class FrenchPlatform extends ScriptedNetwork {
  readonly clock = new FakeClock(new Date('2026-10-05T10:00:00Z'));
  readonly outbound = new PatientClient();
  readonly rows = memoryStores().sessions;
  /** EsaLink accepts any limit; the description allows at most 100. */
  takesAnyLimit = false;

  constructor() {
    super(nameOf);
  }

  async start(): Promise<FrPaRail> {
    await this.simulate();
    return this.rail();
  }

  /** A rail, as another process would have it. */
  rail({ clock = this.clock, pollWaitsMs }: Process = {}): FrPaRail {
    const sessions = keptSessions(clock, this.rows);
    return new FrPaRail(
      { outbound: this.outbound, sessions, clock },
      {
        platform: { url: `${this.url}/fr-pa`, isSimulator: true },
        ...(pollWaitsMs && { pollWaitsMs, inSandbox: true }),
      },
    );
  }

  protected override check({ method, path, headers, body }: ReceivedCall): void {
    const described = this.takesAnyLimit ? body.replace(/"limit":\d+/, '"limit":100') : body;
    assertRequestDescribed(method, path.replace('/fr-pa', ''), headers, described);
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
      issueDate: ISSUE_DATE,
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
