import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { REAL_CLOCK } from '../../../src/adapters/system/real-clock.ts';
import { TimedIds } from '../../../src/adapters/system/timed-ids.ts';
import { CollectReceived } from '../../../src/application/received/collect-received.ts';
import { TakeCollected } from '../../../src/application/received/take-collected.ts';
import { TakeReceived } from '../../../src/application/received/take-received.ts';
import { ChooseCredential } from '../../../src/application/credentials/choose-credential.ts';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import type { ReceivedRecord } from '../../../src/domain/lifecycle/received-record.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { builtInCredential, railsOf } from '../../../src/processes/rails.ts';
import { readSettings } from '../../../src/processes/settings/read-settings.ts';
import { NO_CAPS } from '../../fakes/caps.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { keptSessions } from '../../fakes/kept-sessions.ts';
import { NO_CALLS } from '../../fakes/recorder.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { jsonOf, type TestSandbox } from '../../sandbox/running.ts';
import { emptyFolder } from '../../support/folder.ts';
import { newSqliteStores, openStores } from '../../support/open-stores.ts';
import { Mortal } from '../sending/mortal.ts';

interface Deposit {
  readonly route: Route;
  readonly recipient: string;
  readonly xml: string;
}

/** Stores an invoice for a recipient at a network. @param listedAfterMs the simulated KSeF lists it one step later. */
export async function depositAt(
  sandbox: TestSandbox,
  { route, recipient, xml }: Deposit,
  listedAfterMs: number,
): Promise<void> {
  const query = `route=${route}&recipient=${encodeURIComponent(recipient)}`;
  await jsonOf(`${sandbox.url}/control/inbound?${query}`, { method: 'POST', body: xml });
  await pause(listedAfterMs);
}

interface Collected {
  readonly route: Route;
  readonly legalEntities: readonly string[];
  readonly collectThirdParty?: boolean;
  /** SQLite by default. */
  readonly storeUrl?: string;
}

let collectors = 0;

/** Processes on one store: each can be killed, and another can follow. */
export async function aCollector(
  sandbox: TestSandbox,
  { route, legalEntities, collectThirdParty = false, storeUrl }: Collected,
) {
  const folder = emptyFolder();
  const stores = await (storeUrl === undefined
    ? newSqliteStores(join(folder.path, 'ids.db'))
    : openStores(storeUrl));
  const [clock, jobs, content] = [new FakeClock(), new FakeJobs(), new FakeContentStore()];
  const client = `collecting-${(collectors += 1)}`;
  const record = newClient(client, clock.now());
  await stores.clients.replace({ ...record, version: 1, collect: [route], collectThirdParty, legalEntities });
  const settings = readSettings({ SIM_PORT: String(sandbox.port) });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  let current = new Mortal(Infinity, 'before');
  // The rails live as long as the process; each run may have another mortal.
  const rows: Stores['sessions'] = {
    find: (name) => stores.sessions.find(name),
    replace: (row) => current.wrap({ replace: stores.sessions.replace.bind(stores.sessions) }).replace(row),
  };
  const sessions = keptSessions(REAL_CLOCK, rows);
  // The test cannot wait for the hourly limit of KSeF.
  const caps = NO_CAPS;
  const participants = {
    lookUp: async () => assert.fail('nothing is looked up'),
    smpOf: async () => assert.fail('nothing is looked up'),
  };
  const clocks = { clock: REAL_CLOCK, realClock: REAL_CLOCK };
  const rails = railsOf(settings, { sessions, caps, participants, ...clocks, log });
  const credentials = new ChooseCredential({
    ...{ credentials: stores.credentials, content, clock, rails, digests: new NodeDigests() },
    builtIn: (whose, of) => builtInCredential(whose, of, settings),
  });
  const telemetry = new FakeTelemetry();
  const run = async (mortal = new Mortal(Infinity, 'before')): Promise<void> => {
    current = mortal;
    const writes = mortal.wrap({ takeIn: stores.received.takeIn.bind(stores.received) });
    const received = Object.assign(Object.create(stores.received) as Stores['received'], writes);
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
      collectionCursors: mortal.wrap(stores.collectionCursors),
      takeReceivedMessage: { run: () => assert.fail('no message came') },
      feeds: stores.feeds,
      rails: new Map([[route, mortalRail as unknown as Rail]]),
      takeCollected: new TakeCollected({
        ...tools,
        clients: stores.clients,
        examine: { atOnce: async () => ({ findings: [], progress: {} }) },
        takeReceived: new TakeReceived({
          ...tools,
          ids: new TimedIds(),
          reportWriter: JSON_REPORT_WRITER,
          environment: 'sandbox',
        }),
      }),
    }).run();
    clock.advance(60_000);
  };
  const listReceived = async () => {
    const all: ReceivedRecord[] = [];
    for (let page = 1; ; page += 1) {
      const { invoices } = await stores.received.list({ client, sort: 'oldest', page, pageSize: 100 });
      all.push(...invoices);
      if (invoices.length < 100) return all;
    }
  };
  return {
    run,
    listReceived,
    feeds: () => stores.feeds.list(undefined, 10),
    bytesOf: async (sha256: string) =>
      Buffer.from((await content.get(client, sha256)) ?? []).toString('utf8'),
    telemetry,
    close: async () => {
      await stores.close();
      folder.remove();
    },
  };
}
