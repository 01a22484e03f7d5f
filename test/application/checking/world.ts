import { NO_CALLS } from '../../fakes/recorder.ts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import sinon from 'sinon';
import type { ExaminedDocument } from '../../../src/application/checking/subject.ts';
import { buildEvent } from '../../../src/application/lifecycle/build-event.ts';
import { JSON_REPORT_WRITER } from '../../../src/adapters/http/call/reports.ts';
import { InvoiceFiles } from '../../../src/application/content/invoice-files.ts';
import { taskOf } from '../../../src/domain/lifecycle/lanes.ts';
import { SweepNeglected } from '../../../src/application/work/sweep-neglected.ts';
import type { Mappings } from '../../../src/domain/mapping/mappings.ts';
import type { Finding } from '../../../src/domain/findings/finding.ts';
import type { Layer } from '../../../src/domain/findings/layer.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { CatalogueEntry } from '../../../src/domain/catalogue/entry.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { FakeIds } from '../../fakes/ids.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { type InvoiceWorker, invoiceWorker } from '../../support/invoice-worker.ts';
import { MAPPINGS } from '../../support/mappings.ts';

export const ID = 'inv_000000000000000000000001';
const BUILT = '<Invoice>für</Invoice>';
export const BUILT_SHA256 = createHash('sha256').update(BUILT).digest('hex');

export const layer = (outcome: 'valid' | 'invalid' | 'not_run', findings: readonly Finding[] = []): Layer =>
  ({
    layer: 'en16931',
    source: 'EN16931',
    pack: { id: 'en16931', version: '1', origin: 'built-in' },
    durationMs: 1,
    outcome,
    findings,
    ...(outcome === 'not_run' && { reason: 'a thread died', code: 'KOSIT-RUN' }),
  }) as Layer;

export const finding = (code: string, more: Partial<Finding> = {}): Finding => ({
  code,
  severity: 'error',
  source: 'EN16931',
  message: 'The value of this invoice is 4711.',
  ...more,
});

const BR_01: CatalogueEntry = {
  code: 'BR-01',
  aliases: [],
  family: 'EN 16931 validator',
  whoFixes: 'us',
  title: 'The specification identifier is missing',
  explanation: '',
  fixHint: '',
  routes: [],
  layer: 'en16931',
};

export const VALID = [layer('valid')];
export const NOT_RUN = [layer('not_run')];
export const INVALID = [
  layer('invalid', [
    finding('BR-01', { whoFixes: 'erp', field: 'invoice.number' }),
    finding('BR-01'),
    finding('BR-02', { severity: 'warning' }),
    finding('BR-03'),
  ]),
];

/** One store with one queued invoice, and any number of workers on it. */
export async function setUp(own: Partial<InvoiceRecord> = {}) {
  const clock = new FakeClock();
  const world = {
    clock,
    ids: new FakeIds(),
    invoices: memoryStores().invoices,
    content: new FakeContentStore(),
    jobs: new FakeJobs(),
    telemetry: new FakeTelemetry(),
    log: { info: sinon.spy(), warn: sinon.spy(), error: sinon.spy() },
    layers: VALID as readonly Layer[],
  };
  const canonical = new TextEncoder().encode('{}');
  const { sha256 } = await world.content.seal('acme', canonical);
  const record: InvoiceRecord = {
    id: ID,
    client: 'acme',
    environment: 'sandbox',
    route: 'DE-XRECHNUNG',
    state: 'queued',
    version: 1,
    invoiceRef: 'ref-1',
    invoiceNumber: 'R-1',
    issueDate: '2026-03-01',
    format: 'xrechnung-ubl',
    fingerprint: 'f',
    intakeKey: 'k',
    legalId: null,
    buyerStatus: null,
    errors: [],
    documents: [{ kind: 'canonical', sha256, size: canonical.length }],
    care: [],
    lastSequence: 1,
    failures: 0,
    dueAt: clock.now(),
    work: 'check',
    lease: null,
    reachedRail: false,
    createdAt: clock.now(),
    updatedAt: clock.now(),
    ...own,
  };
  const facts = {
    eventId: world.ids.next('evt'),
    sequence: 1,
    occurredAt: clock.now(),
    status: 'received',
    direction: 'out',
  } as const;
  const received = buildEvent(record, facts, JSON_REPORT_WRITER);
  await world.invoices.takeIn({ record, events: [received], audit: [], files: [] });
  return world;
}
export type World = Awaited<ReturnType<typeof setUp>>;

const DOCUMENT: ExaminedDocument = {
  kind: 'xrechnung-ubl',
  mediaType: 'application/xml',
  syntax: 'ubl-invoice',
  specification: 'urn:x',
  number: 'R-1',
  issueDate: '2026-10-05',
  bytes: new TextEncoder().encode(BUILT),
};

export function workerOn(
  world: World,
  examined: () => Promise<void> = async () => {},
  mappings: Pick<Mappings, 'choose'> = MAPPINGS,
) {
  const { invoices, content, clock, ids, jobs, telemetry, log } = world;
  const examine = {
    run: async () => {
      await examined();
      return { layers: world.layers, document: DOCUMENT };
    },
  };
  const digests = new NodeDigests();
  const files = new InvoiceFiles(content, JSON_REPORT_WRITER, '0.1.0');
  const catalogue = { find: (code: string) => (code === 'BR-01' ? BR_01 : undefined) };
  return invoiceWorker({
    recorder: NO_CALLS,
    reportWriter: JSON_REPORT_WRITER,
    invoices,
    content,
    mappings,
    files,
    rails: new Map(),
    credentials: { choose: async () => undefined, open: async () => undefined, live: async () => [] },
    feeds: { begin: async () => undefined },
    caps: {
      end: async () => undefined,
      take: async () => ({ taken: true }),
      blockedUntil: async () => undefined,
    },
    reader: { readFile: () => assert.fail('a check sends nothing') },
    examine,
    catalogue,
    jobs,
    clock,
    ids,
    digests,
    telemetry,
    log,
    retryScale: 1,
  });
}

export const sweepOn = (
  { invoices, jobs, clock }: Pick<World, 'invoices' | 'jobs' | 'clock'>,
  monotonicMs?: () => number,
) => new SweepNeglected<InvoiceRecord>({ store: invoices, taskOf }, jobs, clock, monotonicMs);

export const statuses = async ({ invoices }: World): Promise<readonly string[]> =>
  (await invoices.events(ID)).map((event) => {
    const { status, sequence } = JSON.parse(event.text) as { status: string; sequence: number };
    assert.equal(sequence, event.sequence);
    return `${event.sequence} ${status}`;
  });

export const found = async ({ invoices }: World): Promise<InvoiceRecord> => (await invoices.find(ID))!;

export async function json(world: World, kind: string): Promise<Record<string, unknown>> {
  const { sha256 } = (await found(world)).documents.find((held) => held.kind === kind)!;
  return JSON.parse(new TextDecoder().decode(await world.content.get('acme', sha256))) as Record<
    string,
    unknown
  >;
}

/** Runs the worker until nothing is due. @returns the waits between the runs, in milliseconds */
export async function runToTheEnd(world: World, worker: InvoiceWorker): Promise<readonly number[]> {
  const waits: number[] = [];
  for (;;) {
    const before = world.clock.now().getTime();
    await worker.run(ID, 'check');
    const { dueAt } = await found(world);
    if (!dueAt) return waits;
    waits.push(dueAt.getTime() - before);
    assert.deepEqual(world.jobs.waiting.get(ID), dueAt);
    world.jobs.forget();
    world.clock.advance(waits.at(-1)!);
  }
}
