import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { OutboundRecorder } from '../../../src/adapters/outbound/recorded-outbound.ts';
import type { WireCall } from '../../../src/domain/sending/network-calls.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { OutboundRequest } from '../../../src/ports/outbound.ts';
import type { Consignment } from '../../../src/ports/rail/inquiry.ts';
import type { OpenedCredential } from '../../../src/ports/rail/opened-credential.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import { builtInCredential, railsOf } from '../../../src/processes/rails.ts';
import { REAL_CLOCK } from '../../../src/adapters/system/real-clock.ts';
import { readSettings } from '../../../src/processes/settings/read-settings.ts';
import { keptSessions } from '../../fakes/kept-sessions.ts';
import { attachedInvoice, invoice } from '../../sandbox/pl-ksef/invoices.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { aFrenchConsignment } from './fr-pa/platform.ts';
import { aConsignment } from './peppol/consignment.ts';
import { aPolishConsignment, NIP } from './pl-ksef/ksef.ts';
import { aRomanianConsignment } from './ro-efactura/anaf.ts';

interface Case {
  readonly route: Route;
  readonly consignment: Consignment;
  /** As the network names the recipient of received invoices, and the company of messages. */
  readonly company?: string;
  /** In place of the built-in one. */
  readonly credential?: OpenedCredential;
  /** Calls that each piece of work makes: the log-in, the send, a search. */
  readonly has: readonly RegExp[];
  /** Calls that only the first piece of work of a process makes. */
  readonly once?: readonly RegExp[];
}

const polish = (text: string): Consignment => {
  const bytes = new TextEncoder().encode(text);
  const documentSha256 = createHash('sha256').update(bytes).digest('hex');
  return aPolishConsignment({ bytes, documentSha256, startedAt: new Date() });
};

const CASES: Readonly<Record<string, Case>> = {
  'phoss-ap': { route: 'PEPPOL', consignment: aConsignment(), has: [/submit-sbd$/, /inbound\/history/] },
  phase4: {
    ...{ route: 'PEPPOL', consignment: aConsignment(), credential: aConsignment().credential },
    has: [/sendsbdh/, /answers/],
  },
  KSeF: {
    ...{ route: 'PL-KSEF', consignment: polish(invoice('L-1', { seller: NIP })), company: NIP },
    has: [/challenge$/, /redeem$/, /online$/, /invoices$/, /metadata/],
    once: [/public-key-certificates$/, /rate-limits$/],
  },
  'KSeF in a batch': {
    ...{ route: 'PL-KSEF', consignment: polish(attachedInvoice('L-2', { seller: NIP })) },
    has: [/redeem$/, /sessions\/batch$/, /batch-parts/, /close$/],
  },
  ANAF: {
    ...{ route: 'RO-EFACTURA', consignment: aRomanianConsignment(), company: '14399840' },
    has: [/token$/, /upload/, /lista/],
  },
  'a French platform': {
    ...{ route: 'FR-PA', consignment: aFrenchConsignment() },
    has: [/token$/, /flows$/, /search$/],
  },
};

/** Every question to a rail, from the log-in to the messages. */
async function askAll(rail: Rail, consignment: Consignment, company?: string): Promise<void> {
  const prepared = await rail.prepare?.(consignment);
  const ready = { ...consignment, resumeToken: prepared?.resumeToken };
  const { reference, legalId = null, resumeToken = ready.resumeToken } = await rail.send(ready);
  const known = { ...ready, reference, legalId, resumeToken };
  await rail.ask(known);
  const { legalId: number = legalId } = await rail.poll(known);
  await rail.receipt?.({ ...known, legalId: number });
  const { credential } = consignment;
  await rail.fetchMessages?.(credential, null, company);
  const toStore = { isKnown: async () => false, take: async () => undefined, now: new Date() };
  await rail.receiving?.fetch({ credential, recipient: company, after: null, ...toStore });
}

describe('the calls of a rail', () => {
  const recorder = new OutboundRecorder(REAL_CLOCK);
  const requests: OutboundRequest[] = [];
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox({ stepMs: 0, limits: 'off' })));
  after(() => sandbox.stop());

  /** The rail of a process that has made no call yet. */
  function railOf(route: Route): Rail {
    const { sessions, caps } = memoryStores();
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const tools = {
      ...{
        sessions: keptSessions(REAL_CLOCK, sessions),
        caps,
        clock: REAL_CLOCK,
        realClock: REAL_CLOCK,
        log,
      },
      participants: {
        lookUp: async () => ({ registered: 'unknown', reason: 'test' }) as const,
        smpOf: async () => ({ kind: 'unknown', reason: 'test' }) as const,
      },
    };
    const settings = readSettings({ SIM_PORT: String(sandbox.port) });
    const rails = railsOf(settings, tools, (outbound) =>
      recorder.record({
        reasonAgainst: (url) => outbound.reasonAgainst(url),
        call: (request) => (requests.push(request), outbound.call(request)),
      }),
    );
    return rails.get(route)!;
  }

  const collect = (rail: Rail, { route, consignment, company, credential }: Case, client: string) =>
    recorder.collect(async (calls) => {
      const settings = readSettings({ SIM_PORT: String(sandbox.port) });
      const opened = { ...(credential ?? builtInCredential(client, route, settings)!), client, calls };
      await askAll(rail, { ...consignment, client, credential: opened }, company);
      return calls;
    });

  function assertHas(calls: readonly WireCall[], wanted: readonly RegExp[]): void {
    const paths = calls.map(({ path = '' }) => path);
    const missing = wanted.filter((call) => !paths.some((path) => call.test(path)));
    assert.deepEqual(missing, [], paths.join(', '));
  }

  for (const [name, one] of Object.entries(CASES)) {
    const { route, has, once = [] } = one;

    it(`to ${name} are all listed, the log-in included`, async () => {
      requests.length = 0;
      const { value: list, calls } = await collect(railOf(route), one, 'acme');
      const unlisted = requests.filter((request) => request.calls !== list).map(({ url }) => url);
      assert.deepEqual([unlisted, calls.length], [[], requests.length]);
      assertHas(calls, [...once, ...has]);
    });

    it(`to ${name} last no longer after the last begin of a document than the rail says`, async () => {
      const rail = railOf(route);
      const settings = readSettings({ SIM_PORT: String(sandbox.port) });
      const opened = one.credential ?? builtInCredential('acme', route, settings)!;
      const consignment = { ...one.consignment, client: 'acme', credential: opened };
      const prepared = await rail.prepare?.(consignment);
      const beginDocument = (): void => void (requests.length = 0);
      await rail.send({
        ...consignment,
        resumeToken: prepared?.resumeToken,
        beginDocument,
      });
      const lastMs = requests.reduce((sum, { timeoutMs }) => sum + timeoutMs, 0);
      assert.ok(lastMs > 0 && lastMs <= rail.maxCallMs, `${lastMs} ms, the rail says ${rail.maxCallMs}`);
    });

    it(`to ${name} are listed at their own piece of work if two go on at once`, async () => {
      const rail = railOf(route);
      requests.length = 0;
      const [here, there] = await Promise.all([collect(rail, one, 'here'), collect(rail, one, 'there')]);
      assert.equal(here.calls.length + there.calls.length, requests.length);
      assertHas(here.calls, has);
      assertHas(there.calls, has);
    });
  }
});
