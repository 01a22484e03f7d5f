import { NO_CALLS } from '../../fakes/recorder.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { JSON_REPORT_WRITER } from '../../../src/adapters/http/call/reports.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import { REAL_CLOCK } from '../../../src/adapters/system/real-clock.ts';
import { TimedIds } from '../../../src/adapters/system/timed-ids.ts';
import { CollectReceived } from '../../../src/application/received/collect-received.ts';
import { TakeReceived } from '../../../src/application/received/take-received.ts';
import { ChooseCredential } from '../../../src/application/credentials/choose-credential.ts';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { Caps } from '../../../src/ports/caps.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import { builtInCredential, railsOf } from '../../../src/processes/rails.ts';
import { readSettings } from '../../../src/processes/settings/read-settings.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { aSandbox, jsonOf, type TestSandbox } from '../../sandbox/running.ts';
import { invoice as french } from '../../sandbox/fr-pa/platform.ts';
import { invoice as peppol } from '../../sandbox/peppol/sending.ts';
import { invoice as polish } from '../../sandbox/pl-ksef/invoices.ts';
import { invoice as romanian } from '../../sandbox/ro-efactura/anaf.ts';
import { emptyFolder } from '../../support/folder.ts';
import { keptSessions } from '../../fakes/kept-sessions.ts';
import { Mortal } from '../sending/mortal.ts';

interface Network {
  readonly xml: (number: string) => string;
  /** The receiver's name at the network. */
  readonly recipient: string;
  /** The client's own invoice. */
  readonly legalEntities: readonly string[];
  /** An invoice of another company, which stays at the network; undefined if the log-in names the company. */
  readonly stranger: string | undefined;
}

const NETWORKS: Readonly<Record<string, Network>> = {
  'PL-KSEF': {
    xml: polish,
    recipient: '7352765225',
    legalEntities: ['PL 735-276-52-25'],
    stranger: '5265877635',
  },
  'RO-EFACTURA': {
    xml: romanian,
    recipient: '8000000000',
    legalEntities: ['RO8000000000'],
    stranger: '18547290',
  },
  'FR-PA': { xml: french, recipient: '200000008', legalEntities: [], stranger: undefined },
  PEPPOL: { xml: peppol, recipient: '9915:ids-sandbox', legalEntities: [], stranger: '9915:somebody' },
};

/** The most calls of a run to the network and to the store. */
const MAX_CALLS = 7;

const STEP_MS = 5;

describe('received invoices of a client with collection', () => {
  let sandbox: TestSandbox;
  let n = 0;
  before(async () => (sandbox = await aSandbox({ limits: 'off', stepMs: STEP_MS })));
  after(() => sandbox.stop());

  const deposit = async (route: Route, recipient: string, xml: string): Promise<void> => {
    await jsonOf(`${sandbox.url}/control/inbound?route=${route}&recipient=${encodeURIComponent(recipient)}`, {
      method: 'POST',
      body: xml,
    });
    // The simulated KSeF lists an invoice one step later.
    await pause(2 * STEP_MS);
  };

  /** Processes on one store: each can be killed, and another can follow. */
  async function aProcess(route: Route, legalEntities: readonly string[]) {
    const folder = emptyFolder();
    const sqlite = openSqlite(join(folder.path, 'ids.db'), 'sandbox');
    const stores = sqliteStores(sqlite);
    const [clock, jobs, content] = [new FakeClock(), new FakeJobs(), new FakeContentStore()];
    const client = `collecting-${(n += 1)}`;
    const record = newClient(client, clock.now());
    await stores.clients.replace({ ...record, version: 1, collect: [route], legalEntities });
    const settings = readSettings({ SIM_PORT: String(sandbox.port) });
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const sessions = keptSessions(REAL_CLOCK, stores.sessions);
    // Caps are off: the test cannot wait for the hourly limit of KSeF.
    const caps: Caps = {
      take: async () => ({ taken: true }),
      end: async () => undefined,
      blockedUntil: async () => undefined,
    };
    const participants = { lookUp: async () => assert.fail('nothing is looked up') };
    const clocks = { clock: REAL_CLOCK, realClock: REAL_CLOCK };
    const rails = railsOf(settings, { sessions, caps, participants, ...clocks, log });
    const credentials = new ChooseCredential({
      ...{ credentials: stores.credentials, content, clock, rails },
      builtIn: (whose, of) => builtInCredential(whose, of, settings),
    });
    const telemetry = new FakeTelemetry();
    const run = async (mortal = new Mortal(Infinity, 'before')): Promise<void> => {
      const writes = mortal.wrap({ takeIn: stores.received.takeIn.bind(stores.received) });
      const received = { ...writes, holds: stores.received.holds.bind(stores.received) };
      const tools = {
        clock,
        log,
        telemetry,
        received,
        content: mortal.wrap(content),
        jobs: mortal.wrap(jobs),
      };
      const rail = rails.get(route)!;
      const mortalRail = { receiving: { ...rail.receiving!, fetch: mortal.wrap(rail.receiving!).fetch } };
      await new CollectReceived({
        ...tools,
        recorder: NO_CALLS,
        credentials,
        clients: stores.clients,
        cursors: mortal.wrap(stores.collectionCursors),
        rails: new Map([[route, mortalRail as unknown as Rail]]),
        examine: { atOnce: async () => ({ findings: [], progress: {} }) },
        takeReceived: new TakeReceived({
          ...tools,
          ids: new TimedIds(),
          reportWriter: JSON_REPORT_WRITER,
          environment: 'sandbox',
        }),
      }).run();
      clock.advance(60_000);
    };
    const listReceived = async () =>
      (await stores.received.list({ client, sort: 'oldest', page: 1, pageSize: 100 })).invoices;
    return {
      run,
      listReceived,
      bytesOf: async (sha256: string) =>
        Buffer.from((await content.get(client, sha256)) ?? []).toString('utf8'),
      telemetry,
      close: () => {
        sqlite.close();
        folder.remove();
      },
    };
  }

  for (const [name, network] of Object.entries(NETWORKS)) {
    const route = name as Route;

    it(`come from ${route} once each and unchanged`, async function () {
      this.timeout(30_000);
      const { run, listReceived, bytesOf, telemetry, close } = await aProcess(route, network.legalEntities);
      await run();
      const before = (await listReceived()).length;
      const [first, second] = [`IN-${n}-1`, `IN-${n}-2`];
      const xml = network.xml(first);
      await deposit(route, network.recipient, xml);
      await run();
      await run();
      if (network.stranger !== undefined) await deposit(route, network.stranger, network.xml(`IN-${n}-3`));
      await deposit(route, network.recipient, network.xml(second));
      await run();
      await run();
      const invoices = (await listReceived()).slice(before);
      assert.equal(invoices.length, 2, telemetry.calls.join());
      const [one] = invoices;
      const text = await bytesOf(one!.documentSha256);
      assert.equal(
        text.replace(/^<\?xml[^>]*\?>\s*/, '').trim(),
        xml.replace(/^<\?xml[^>]*\?>\s*/, '').trim(),
      );
      assert.match(one!.railId!, /^[A-Za-z0-9._:/@+=#-]{1,200}$/);
      assert.deepEqual([one!.state, one!.route], ['received', route]);
      assert.equal(createHash('sha256').update(text).digest('hex'), one!.documentSha256);
      close();
    });

    it(`from ${route} are stored once each if the process dies at any point`, async function () {
      this.timeout(60_000);
      const { run, listReceived, close } = await aProcess(route, network.legalEntities);
      await run();
      const before = (await listReceived()).length;
      let [expected, deaths] = [0, 0];
      for (const when of ['before', 'after'] as const)
        for (let diesAt = 1; diesAt <= MAX_CALLS; diesAt += 1) {
          expected += 1;
          await deposit(route, network.recipient, network.xml(`KILL-${n}-${when}-${diesAt}`));
          const mortal = new Mortal(diesAt, when);
          await run(mortal);
          deaths += mortal.calls >= diesAt ? 1 : 0;
          await run();
        }
      await run();
      const invoices = (await listReceived()).slice(before);
      assert.equal(invoices.length, expected);
      assert.ok(deaths > MAX_CALLS, `${deaths} deaths`);
      assert.equal(new Set(invoices.map(({ railId }) => railId)).size, expected);
      close();
    });
  }
});
