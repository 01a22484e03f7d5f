import assert from 'node:assert/strict';
import sinon from 'sinon';
import { JSON_PAPERWORK } from '../../../src/adapters/http/call/reports.ts';
import { InvoiceFiles } from '../../../src/application/content/invoice-files.ts';
import type { CatalogueEntry } from '../../../src/domain/catalogue/entry.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import type { ContentStore, TextSealer } from '../../../src/ports/content-store.ts';
import type { Caps } from '../../../src/ports/caps.ts';
import type { InvoiceStore } from '../../../src/ports/invoice-store.ts';
import type { Jobs } from '../../../src/ports/jobs.ts';
import type { OpenedCredential } from '../../../src/ports/rail/opened-credential.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import { FakeCaps } from '../../fakes/caps.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { FakeFeeds } from '../../fakes/feeds.ts';
import { FakeIds } from '../../fakes/ids.ts';
import { FakeInvoiceStore } from '../../fakes/invoice-store.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { FakeRail } from '../../fakes/rail.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { type InvoiceWorker, invoiceWorker } from '../../support/invoice-worker.ts';
import { AN_ADDRESSING, anIntake } from '../../support/records.ts';
import { MAPPINGS } from '../../support/mappings.ts';

export const BYTES = new TextEncoder().encode('<Invoice/>');

/** A store with one checked invoice that is due to be sent over a network in memory. */
export async function setUp(
  rail = new FakeRail(),
  own: Partial<InvoiceRecord> = {},
  bytes = BYTES,
  invoices: InvoiceStore = new FakeInvoiceStore(),
) {
  const clock = new FakeClock();
  const content = new FakeContentStore();
  const { sha256 } = await content.seal('acme', bytes);
  const intake = anIntake({
    route: 'PEPPOL',
    work: 'send',
    documentSha256: sha256,
    documents: [{ kind: 'ubl', sha256, size: bytes.length }],
    dueAt: clock.now(),
    ...own,
  });
  await invoices.takeIn(intake);
  const credential: OpenedCredential | undefined = {
    client: 'acme',
    id: 'crd_1',
    kind: 'access-point',
    value: '{}',
  };
  return {
    id: intake.record.id,
    clock,
    content,
    invoices,
    rail,
    caps: new FakeCaps(),
    credential: credential as OpenedCredential | undefined,
    /** Valid credentials of the client for other sellers. */
    others: [] as readonly OpenedCredential[],
    feeds: new FakeFeeds(),
    ids: new FakeIds(),
    jobs: new FakeJobs(),
    addressing: AN_ADDRESSING,
    telemetry: new FakeTelemetry(),
    /** BT-24 of the document. */
    specification: 'urn:x',
    /** How often the document was parsed. */
    reads: 0,
    log: { info: sinon.spy(), warn: sinon.spy(), error: sinon.spy() },
    /** The catalogue entry of every code; undefined: none. */
    advice: undefined as string | undefined,
  };
}
export type World = Awaited<ReturnType<typeof setUp>>;

interface Ports {
  readonly invoices: InvoiceStore;
  readonly rail: Rail;
  readonly jobs: Jobs;
  readonly caps?: Caps;
  readonly content?: ContentStore & TextSealer;
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
  { invoices, rail, jobs, caps = world.caps, content = world.content }: Ports = world,
): InvoiceWorker {
  const { clock, ids, telemetry, log } = world;
  return invoiceWorker({
    invoices,
    content,
    jobs,
    clock,
    ids,
    telemetry,
    mappings: MAPPINGS,
    paperwork: JSON_PAPERWORK,
    rails: new Map([[rail.route, rail]]),
    credentials: {
      choose: async () => world.credential,
      open: async ({ credentialId }) =>
        world.credential?.id === credentialId ? world.credential : undefined,
      live: async () => [...world.others, ...(world.credential ? [world.credential] : [])],
    },
    feeds: world.feeds,
    caps,
    reader: {
      readFile: async () => (
        (world.reads += 1),
        {
          reading: 'read',
          facts: {
            syntax: 'ubl-invoice',
            specification: world.specification,
            number: 'R-1',
            issueDate: '2026-10-05',
          },
          addressing: world.addressing,
        }
      ),
    },
    files: new InvoiceFiles(content, JSON_PAPERWORK, '0.1.0'),
    examine: { run: () => assert.fail('the invoice is already checked') },
    catalogue: {
      find: (code) => (world.advice === undefined ? undefined : { ...AN_ENTRY, code, fixHint: world.advice }),
    },
    digests: new NodeDigests(),
    log,
    retryScale: 1,
  });
}

export const found = async ({ invoices, id }: World): Promise<InvoiceRecord> => (await invoices.find(id))!;

/** All events as `1 received`, …; checks that their sequence has no gap. */
export async function statuses({ invoices, id }: World): Promise<readonly string[]> {
  const events = await invoices.events(id);
  return events.map(({ text, sequence }, n) => {
    assert.equal(sequence, n + 1);
    return String((JSON.parse(text) as { status: string }).status);
  });
}

/** Moves the clock to each due time of the invoice and runs a worker, until no work is left. */
export async function runToTheEnd(world: World, mostRuns = 20): Promise<void> {
  for (let runs = 0; runs < mostRuns; runs += 1) {
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
