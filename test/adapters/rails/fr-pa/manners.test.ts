import assert from 'node:assert/strict';
import { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { NodeDigests } from '../../../../src/adapters/system/node-digests.ts';
import { REAL_CLOCK } from '../../../../src/adapters/system/real-clock.ts';
import type { Outbound } from '../../../../src/ports/outbound.ts';
import type { Consignment } from '../../../../src/ports/rail/inquiry.ts';
import { invoice } from '../../../sandbox/fr-pa/platform.ts';
import { aSandbox, type TestSandbox } from '../../../sandbox/running.ts';
import { aFrenchConsignment } from './platform.ts';
import { keptSessions } from '../../../fakes/kept-sessions.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';

let sandbox: TestSandbox;
before(async () => (sandbox = await aSandbox()));
after(() => sandbox.stop());

const PLATFORMS = {
  superpdp: { host: 'https://api.superpdp.tech', base: '/superpdp', own: {} },
  esalink: { host: 'https://hubtimize.fr', base: '/esalink', own: { headers: { 'hubtimize-api-key': 'k' } } },
  factpulse: { host: /^https:\/\/(?:www\.)?factpulse\.fr/, base: '/factpulse', own: {} },
  flowie: { host: 'https://back.p2p-flowie.com', base: '/flowie', own: { client_secret: 'flw_live_1' } },
} as const;

describe('the rail at a simulated French platform with peculiarities', () => {
  /** A platform gives 100 at once: more than two pages at the first, more than one at each other. */
  const MESSAGES = [210, 110, 110, 110] as const;
  for (const [at, [platform, { host, base, own }]] of Object.entries(PLATFORMS).entries())
    it(`sends, inquires and gets all messages: ${platform}`, async () => {
      const rail = railAt(host, `${sandbox.url}/fr-pa${base}`);
      const value = { platform, client_id: `rail-${platform}`, client_secret: 'secret', ...own };
      const credential = {
        client: 'acme',
        id: `crd_${platform}`,
        kind: 'pa-oauth',
        value: JSON.stringify(value),
      };
      const bytes = Buffer.from(invoice(`M-${platform}`));
      const consignment = consignmentOf(bytes, credential);
      const prepared = await rail.prepare(consignment);
      assert.ok('resumeToken' in prepared, JSON.stringify(prepared));
      const sent = await rail.send({ ...consignment, ...prepared });
      assert.equal(sent.mapping.meaning, 'held', JSON.stringify(sent.raw));
      assert.equal((await rail.ask(consignment)).reference, sent.reference);
      const count = MESSAGES[at]!;
      for (let n = 0; n < count; n += 1) await scriptAnswer(`M-${platform}`, n % 2 === 0 ? '204' : '205');
      const kinds = new Set<string>();
      let heard = 0;
      for (let after: string | null = null, pages = 0; pages < 20; pages += 1) {
        const page = await rail.fetchMessages(credential, after);
        assert.ok('messages' in page, JSON.stringify(page));
        for (const { kind } of page.messages) kinds.add(kind);
        heard += page.messages.length;
        after = page.next ?? null;
        if (page.isLast) break;
      }
      assert.ok(heard >= count, `${heard} were heard`);
      assert.ok(kinds.has('fr-lifecycle-204') && kinds.has('fr-lifecycle-205'));
    });
});

const scriptAnswer = (number: string, code: string): Promise<unknown> =>
  fetch(`${sandbox.url}/control/answers`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ route: 'FR-PA', invoice_number: number, code }),
  }).then((answer) => answer.arrayBuffer());

function consignmentOf(bytes: Uint8Array, credential: Consignment['credential']): Consignment {
  const documentSha256 = new NodeDigests().sha256(bytes);
  return aFrenchConsignment({ bytes, documentSha256, credential, submissionId: crypto.randomUUID() });
}

/** Calls to the platform's own host go to the simulator. */
function railAt(host: string | RegExp, url: string): FrPaRail {
  const client = new PatientClient();
  const outbound: Outbound = {
    call: (request) => client.call({ ...request, url: request.url.replace(host, url), namedBy: 'operator' }),
    reasonAgainst: async () => undefined,
  };
  const clock = REAL_CLOCK;
  return new FrPaRail({ outbound, clock, sessions: keptSessions(clock) });
}
