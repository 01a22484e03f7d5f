import assert from 'node:assert/strict';
import sinon from 'sinon';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { InvoiceFiles } from '../../../src/application/content/invoice-files.ts';
import type { WatchRoutes } from '../../../src/application/operation/watch-routes.ts';
import type { CatalogueEntry } from '../../../src/domain/catalogue/entry.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { Addressing } from '../../../src/domain/vocabulary/addressing.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import type { ContentStore, TextSealer } from '../../../src/ports/content-store.ts';
import type { Caps } from '../../../src/ports/caps.ts';
import type { InvoiceStore } from '../../../src/ports/invoice-store.ts';
import type { Feed } from '../../../src/ports/feeds.ts';
import type { Jobs } from '../../../src/ports/jobs.ts';
import type { OpenedCredential } from '../../../src/ports/rail/opened-credential.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { FakeIds } from '../../fakes/ids.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { NO_CALLS } from '../../fakes/recorder.ts';
import { FakeRail } from '../../fakes/rail.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { type InvoiceWorker, invoiceWorker } from '../../support/invoice-worker.ts';
import { AN_ADDRESSING, anIntake } from '../../support/records.ts';
import { MAPPINGS } from '../../support/mappings.ts';

export const BYTES = new TextEncoder().encode('<Invoice/>');

/** What surrounds a worker, in memory: each test changes what it is about. */
export class Surroundings {
  readonly clock = new FakeClock();
  readonly content = new FakeContentStore();
  readonly memory = memoryStores();
  readonly caps = this.memory.caps;
  readonly feeds = this.memory.feeds;
  readonly eventFeed = this.memory.eventFeed;
  readonly ids = new FakeIds();
  readonly jobs = new FakeJobs();
  readonly telemetry = new FakeTelemetry();
  readonly digests = new NodeDigests();
  readonly log = { info: sinon.spy(), warn: sinon.spy(), error: sinon.spy() };
  credential: OpenedCredential | undefined = {
    client: 'acme',
    id: 'crd_1',
    kind: 'access-point',
    value: '{}',
  };
  /** Valid credentials of the client for other sellers. */
  others: readonly OpenedCredential[] = [];
  addressing: Addressing = AN_ADDRESSING;
  /** BT-24 of the document. */
  specification = 'urn:x';
  /** BT-2 of the document. */
  issueDate = '2026-10-05';
  /** How often the document was parsed. */
  reads = 0;
  /** No thread reads a document at once. */
  isBusy = false;
  serviceVersion = '0.1.0';
  /** `RETRY_SCALE`. */
  retryScale = 1;
  /** The catalogue entry of every code; undefined: none. */
  advice: string | undefined;
}

/** The tools of a worker in its surroundings. */
export function toolsIn(
  world: Surroundings,
  rails: readonly Rail[],
  content: ContentStore & TextSealer = world.content,
) {
  const { clock, ids, telemetry, log, feeds, caps, jobs, digests } = world;
  return {
    ...{ clock, ids, telemetry, log, feeds, caps, jobs, digests, content },
    recorder: NO_CALLS,
    environment: 'sandbox' as const,
    reports: world.memory.reports,
    reportWriter: JSON_REPORT_WRITER,
    files: new InvoiceFiles(content, JSON_REPORT_WRITER, '0.1.0'),
    retryScale: world.retryScale,
    rails: new Map(rails.map((rail) => [rail.route, rail])),
    serviceVersion: world.serviceVersion,
    credentials: {
      choose: async () => world.credential,
      versionOf: async () => JSON.stringify(world.credential ?? null),
      open: async ({ credentialId }: Pick<Feed, 'credentialId'>) =>
        world.credential?.id === credentialId ? world.credential : undefined,
      chooseSigner: async () => undefined,
      live: async () => [...world.others, ...(world.credential ? [world.credential] : [])],
    },
    reader: {
      readFile: async () => {
        if (world.isBusy) throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
        world.reads += 1;
        const { addressing, specification, issueDate } = world;
        const facts = { syntax: 'ubl-invoice', specification, number: 'R-1', issueDate } as const;
        return { reading: 'read', facts, addressing, summary: {} } as const;
      },
    },
    catalogue: {
      find: (code: string) =>
        world.advice === undefined ? undefined : { ...AN_ENTRY, code, fixHint: world.advice },
    },
  };
}

export type SentStores = Pick<Stores, 'invoices' | 'eventFeed'> & Partial<Pick<Stores, 'feeds'>>;

/** A store with one checked invoice that is due to be sent over a network in memory. */
export async function setUp(
  rail = new FakeRail(),
  own: Partial<InvoiceRecord> = {},
  bytes = BYTES,
  stores?: SentStores,
) {
  const surroundings = new Surroundings();
  const { clock, content, memory } = surroundings;
  const { invoices, eventFeed, feeds = memory.feeds } = stores ?? memory;
  const { sha256 } = await content.seal(own.client ?? 'acme', bytes);
  const intake = anIntake({
    route: 'PEPPOL',
    work: 'send',
    documentSha256: sha256,
    documents: [{ kind: 'ubl', sha256, size: bytes.length }],
    dueAt: clock.now(),
    ...own,
  });
  await invoices.takeIn(intake);
  return Object.assign(surroundings, { id: intake.record.id, invoices, eventFeed, feeds, rail });
}
export type World = Awaited<ReturnType<typeof setUp>>;

interface Ports {
  readonly invoices: InvoiceStore;
  readonly rail: Rail;
  readonly jobs: Jobs;
  readonly caps?: Caps;
  readonly content?: ContentStore & TextSealer;
  readonly recorder?: Pick<WatchRoutes, 'collect'>;
}

const AN_ENTRY: CatalogueEntry = {
  code: '',
  aliases: [],
  family: 'route answer',
  whoFixes: 'route',
  title: 'A title',
  explanation: 'An explanation.',
  fixHint: '',
  routes: ['PEPPOL'],
  layer: null,
};

export function workerOn(
  world: World,
  { invoices, rail, jobs, caps = world.caps, content = world.content, recorder = NO_CALLS }: Ports = world,
): InvoiceWorker {
  return invoiceWorker({
    ...toolsIn(world, [rail], content),
    ...{ invoices, jobs, caps, mappings: MAPPINGS, recorder },
    examine: { run: () => assert.fail('the invoice is already checked') },
  });
}

/** An invoice of a world, and its store. */
type Stored = Pick<World, 'invoices' | 'eventFeed' | 'id'>;

export const found = async ({ invoices, id }: Pick<Stored, 'invoices' | 'id'>): Promise<InvoiceRecord> =>
  (await invoices.find(id))!;

/** The statuses of all events; checks that their sequence has no gap. */
export async function statuses({
  eventFeed,
  id,
}: Pick<Stored, 'eventFeed' | 'id'>): Promise<readonly string[]> {
  const events = await eventFeed.events(id);
  return events.map(({ text, sequence }, n) => {
    assert.equal(sequence, n + 1);
    return String((JSON.parse(text) as { status: string }).status);
  });
}

/** Moves the clock to each due time of the invoice and runs a worker, until no work is left. */
export async function runToTheEnd(world: World, maxRuns = 20): Promise<void> {
  for (let runs = 0; runs < maxRuns; runs += 1) {
    if (!(await found(world)).dueAt) return;
    await toDueTime(world);
    await workerOn(world).run(world.id, 'PEPPOL');
  }
}

export async function toDueTime(world: World): Promise<void> {
  const { dueAt } = await found(world);
  const wait = Number(dueAt) - world.clock.now().getTime();
  if (wait > 0) world.clock.advance(wait);
}
