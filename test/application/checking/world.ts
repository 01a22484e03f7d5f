import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ExaminedDocument } from '../../../src/application/checking/subject.ts';
import { taskOf } from '../../../src/domain/lifecycle/lanes.ts';
import { SweepNeglected } from '../../../src/application/work/sweep-neglected.ts';
import type { BlindIndex } from '../../../src/ports/blind-index.ts';
import type { Mappings } from '../../../src/domain/mapping/mappings.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { CatalogueEntry } from '../../../src/domain/catalogue/entry.ts';
import { type InvoiceWorker, invoiceWorker } from '../../support/invoice-worker.ts';
import { MAPPINGS } from '../../support/mappings.ts';
import { anIntake } from '../../support/records.ts';
import { found, Surroundings, toolsIn } from '../sending/world.ts';

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

/** A store with one queued invoice, and any number of workers on it. */
export async function setUp(own: Partial<InvoiceRecord> = {}) {
  const surroundings = new Surroundings();
  const { clock, content, memory } = surroundings;
  const canonical = new TextEncoder().encode('{}');
  const { sha256 } = await content.seal('acme', canonical);
  const intake = anIntake({
    id: ID,
    invoiceRef: 'ref-1',
    invoiceNumber: 'R-1',
    issueDate: '2026-03-01',
    documents: [{ kind: 'canonical', sha256, size: canonical.length }],
    dueAt: clock.now(),
    ...own,
  });
  await memory.invoices.takeIn(intake);
  return Object.assign(surroundings, {
    id: intake.record.id,
    invoices: memory.invoices,
    eventFeed: memory.eventFeed,
    layers: VALID as readonly Layer[],
    buyer: undefined as ExaminedDocument['buyer'],
    buyerIndex: undefined as BlindIndex | undefined,
  });
}
export type World = Awaited<ReturnType<typeof setUp>>;

export const DOCUMENT: ExaminedDocument = {
  kind: 'xrechnung-ubl',
  mediaType: 'application/xml',
  syntax: 'ubl-invoice',
  specification: 'urn:x',
  number: 'R-1',
  issueDate: '2026-10-05',
  bytes: new TextEncoder().encode(BUILT),
};

/** A worker that checks; without a rail it sends nothing. */
export function workerOn(
  world: World,
  examined: () => Promise<void> = async () => {},
  mappings: Pick<Mappings, 'choose'> = MAPPINGS,
): InvoiceWorker {
  return invoiceWorker({
    ...toolsIn(world, []),
    ...{ invoices: world.invoices, mappings, buyerIndex: world.buyerIndex },
    catalogue: { find: (code) => (code === 'BR-01' ? BR_01 : undefined) },
    examine: {
      run: async () => {
        await examined();
        return {
          layers: world.layers,
          document: { ...DOCUMENT, ...(world.buyer && { buyer: world.buyer }) },
        };
      },
    },
  });
}

export const sweepOn = (
  { invoices, jobs, clock }: Pick<World, 'invoices' | 'jobs' | 'clock'>,
  monotonicMs?: () => number,
) => new SweepNeglected<InvoiceRecord>({ store: invoices, taskOf }, jobs, clock, monotonicMs);

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
