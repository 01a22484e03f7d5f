import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import sinon from 'sinon';
import type { ExaminedDocument } from '../../../src/application/checking/subject.ts';
import { buildEvent } from '../../../src/application/lifecycle/build-event.ts';
import { JSON_PAPERWORK } from '../../../src/adapters/http/call/reports.ts';
import { InvoiceFiles } from '../../../src/application/content/invoice-files.ts';
import { LEASE_MS, SKEW_MS } from '../../../src/domain/lifecycle/due.ts';
import { taskOf } from '../../../src/domain/lifecycle/lanes.ts';
import { NEGLECT_GRACE_MS, SweepNeglected } from '../../../src/application/work/sweep-neglected.ts';
import { Mappings } from '../../../src/domain/mapping/mappings.ts';
import type { Finding } from '../../../src/domain/findings/finding.ts';
import type { Layer } from '../../../src/domain/findings/layer.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { CatalogueEntry } from '../../../src/domain/catalogue/entry.ts';
import { RETRY_WAITS_MS } from '../../../src/domain/lifecycle/retry.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { ContentUnreadable } from '../../../src/ports/content-store.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { FakeIds } from '../../fakes/ids.ts';
import { FakeInvoiceStore } from '../../fakes/invoice-store.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { type InvoiceWorker, invoiceWorker } from '../../support/invoice-worker.ts';
import { exportNamed } from '../../support/exports.ts';
import { MAPPINGS } from '../../support/mappings.ts';

const ID = 'inv_000000000000000000000001';
const BUILT = '<Invoice>für</Invoice>';
const BUILT_SHA256 = createHash('sha256').update(BUILT).digest('hex');

const layer = (outcome: 'valid' | 'invalid' | 'not_run', findings: readonly Finding[] = []): Layer =>
  ({
    layer: 'en16931',
    source: 'EN16931',
    pack: { id: 'en16931', version: '1', origin: 'built-in' },
    durationMs: 1,
    outcome,
    findings,
    ...(outcome === 'not_run' && { reason: 'a thread died', code: 'KOSIT-RUN' }),
  }) as Layer;

const finding = (code: string, more: Partial<Finding> = {}): Finding => ({
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

const VALID = [layer('valid')];
const NOT_RUN = [layer('not_run')];
const INVALID = [
  layer('invalid', [
    finding('BR-01', { whoFixes: 'erp', field: 'invoice.number' }),
    finding('BR-01'),
    finding('BR-02', { severity: 'warning' }),
    finding('BR-03'),
  ]),
];

/** One store with one queued invoice, and any number of workers on it. */
async function setUp(own: Partial<InvoiceRecord> = {}) {
  const clock = new FakeClock();
  const world = {
    clock,
    ids: new FakeIds(),
    invoices: new FakeInvoiceStore(),
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
  const received = buildEvent(record, facts, JSON_PAPERWORK);
  await world.invoices.takeIn({ record, events: [received], audit: [], files: [] });
  return world;
}
type World = Awaited<ReturnType<typeof setUp>>;

const DOCUMENT: ExaminedDocument = {
  kind: 'xrechnung-ubl',
  mediaType: 'application/xml',
  syntax: 'ubl-invoice',
  specification: 'urn:x',
  number: 'R-1',
  issueDate: '2026-10-05',
  bytes: new TextEncoder().encode(BUILT),
};

function workerOn(
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
  const files = new InvoiceFiles(content, JSON_PAPERWORK, '0.1.0');
  const catalogue = { find: (code: string) => (code === 'BR-01' ? BR_01 : undefined) };
  return invoiceWorker({
    paperwork: JSON_PAPERWORK,
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

const sweepOn = (
  { invoices, jobs, clock }: Pick<World, 'invoices' | 'jobs' | 'clock'>,
  monotonicMs?: () => number,
) => new SweepNeglected<InvoiceRecord>({ store: invoices, taskOf }, jobs, clock, monotonicMs);

const statuses = async ({ invoices }: World): Promise<readonly string[]> =>
  (await invoices.events(ID)).map((event) => {
    const { status, sequence } = JSON.parse(event.text) as { status: string; sequence: number };
    assert.equal(sequence, event.sequence);
    return `${event.sequence} ${status}`;
  });

const found = async ({ invoices }: World): Promise<InvoiceRecord> => (await invoices.find(ID))!;

async function json(world: World, kind: string): Promise<Record<string, unknown>> {
  const { sha256 } = (await found(world)).documents.find((held) => held.kind === kind)!;
  return JSON.parse(new TextDecoder().decode(await world.content.get('acme', sha256))) as Record<
    string,
    unknown
  >;
}

describe('a queued German invoice', () => {
  it('is validated and then ready, with document, report and manifest', async () => {
    const world = await setUp();
    assert.equal(await workerOn(world).run(ID, 'check'), 'done');
    const record = await found(world);
    assert.equal(record.state, 'ready');
    assert.deepEqual([record.dueAt, record.lease, record.failures], [null, null, 0]);
    assert.deepEqual(await statuses(world), ['1 received', '2 validated', '3 ready']);
    assert.equal(record.documentSha256, BUILT_SHA256);
    assert.deepEqual(
      record.documents.map(({ kind }) => kind),
      ['canonical', 'xrechnung-ubl', 'validation-report', 'manifest'],
    );
    const event = JSON.parse((await world.invoices.events(ID))[1]!.text) as Record<string, unknown>;
    assert.equal(event['document_sha256'], record.documentSha256);
  });

  it('has a manifest with the hash of the document and the layers that checked it', async () => {
    const world = await setUp();
    await workerOn(world).run(ID, 'check');
    assert.deepEqual(await json(world, 'manifest'), {
      invoice_id: ID,
      invoice_ref: 'ref-1',
      route: 'DE-XRECHNUNG',
      kind: 'xrechnung-ubl',
      media_type: 'application/xml',
      size: 23,
      sha256: BUILT_SHA256,
      layers: [
        {
          layer: 'en16931',
          source: 'EN16931',
          pack: { id: 'en16931', version: '1', origin: 'built-in' },
          outcome: 'valid',
        },
      ],
      service_version: '0.1.0',
      created_at: world.clock.now().toISOString(),
    });
  });

  for (const outcome of ['valid', 'invalid'] as const)
    it(`that is ${outcome} leaves the same files after any number of checks`, async () => {
      const world = await setUp();
      const commit = sinon.stub(world.invoices, 'commit');
      const kept: unknown[] = [];
      commit.callsFake(async ({ files, record: { documents } }) => {
        kept.push({ documents, files: files.map(({ sha256 }) => sha256) });
        throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
      });
      for (const durationMs of [1, 2]) {
        world.layers = (outcome === 'valid' ? VALID : INVALID).map((one) => ({ ...one, durationMs }));
        await assert.rejects(workerOn(world).run(ID, 'check'), CallFailed);
        world.clock.advance(durationMs * 1000);
      }
      assert.equal(kept.length, 2);
      assert.deepEqual(kept[1], kept[0]);
    });

  it('fails validation with its errors, one care row per code and no manifest', async () => {
    const world = await setUp();
    world.layers = INVALID;
    assert.equal(await workerOn(world).run(ID, 'check'), 'done');
    const record = await found(world);
    assert.equal(record.state, 'validation_failed');
    assert.deepEqual(await statuses(world), ['1 received', '2 validation_failed']);
    assert.deepEqual(
      record.care.map(({ code, whoActs, field }) => [code, whoActs, field]),
      [
        ['BR-01', 'erp', 'invoice.number'],
        ['BR-03', 'us', undefined],
      ],
    );
    assert.deepEqual(
      record.errors.map(({ code }) => code),
      ['BR-01', 'BR-03'],
    );
    assert.deepEqual(
      record.documents.map(({ kind }) => kind),
      ['canonical', 'xrechnung-ubl', 'validation-report'],
    );
    assert.equal((await json(world, 'validation-report'))['valid'], false);
    assert.deepEqual(world.telemetry.care, ['BR-01 erp', 'BR-03 us']);
  });

  for (const outcome of ['valid', 'invalid'] as const)
    it(`has the warnings of a ${outcome} document, which replace those of the intake`, async () => {
      const world = await setUp({ warnings: [finding('EI-ID-VAT', { severity: 'warning' })] });
      const findQueued = (line: number, code: string): Finding =>
        finding(code, { severity: 'warning', field: `lines[${line}]` });
      const broken = outcome === 'invalid' ? [finding('BR-03')] : [];
      world.layers = [
        layer(outcome, [findQueued(0, 'BR-01'), findQueued(1, 'BR-01'), findQueued(1, 'BR-01'), ...broken]),
      ];
      await workerOn(world).run(ID, 'check');
      const { warnings, errors } = await found(world);
      assert.deepEqual(
        warnings?.map(({ code, field, message }) => [code, field, message]),
        [
          ['BR-01', 'lines[0]', 'The specification identifier is missing.'],
          ['BR-01', 'lines[1]', 'The specification identifier is missing.'],
        ],
      );
      assert.equal(errors.length, broken.length);
    });

  it('has no warnings if no check found any', async () => {
    const world = await setUp({ warnings: [finding('EI-ID-VAT', { severity: 'warning' })] });
    await workerOn(world).run(ID, 'check');
    assert.equal('warnings' in (await found(world)), false);
  });

  it('keeps the warning of a repeated number, which only the intake can find', async () => {
    const warnings = [finding('EI-NUMBER-REPEATED', { severity: 'warning', field: 'invoice.number' })];
    const world = await setUp({ warnings });
    await workerOn(world).run(ID, 'check');
    assert.deepEqual((await found(world)).warnings, warnings);
  });

  it('keeps the warnings of the intake while no check runs', async () => {
    const warnings = [finding('EI-ID-VAT', { severity: 'warning' })];
    const world = await setUp({ warnings });
    world.layers = NOT_RUN;
    await workerOn(world).run(ID, 'check');
    assert.deepEqual((await found(world)).warnings, warnings);
  });

  it('has content only in the sealed report, not in its record and events', async () => {
    const world = await setUp();
    world.layers = INVALID;
    await workerOn(world).run(ID, 'check');
    const { errors } = await found(world);
    assert.deepEqual(
      errors.map(({ message }) => message),
      [
        'The specification identifier is missing.',
        'Rule BR-03 of EN16931 is broken; see the validation report.',
      ],
    );
    const events = await world.invoices.events(ID);
    assert.doesNotMatch(JSON.stringify([await found(world), events.map(({ text }) => text)]), /4711/);
    assert.match(JSON.stringify(await json(world, 'validation-report')), /4711/);
  });

  it('is on the care list if the accepted document is missing', async () => {
    const world = await setUp();
    const gone = { ...world, content: new FakeContentStore() };
    await workerOn(gone).run(ID, 'check');
    const record = await found(world);
    assert.equal(record.state, 'source_error');
    assert.deepEqual(
      record.care.map(({ code, whoActs }) => [code, whoActs]),
      [['EI-SOURCE', 'erp']],
    );
  });

  it('is on the care list if the mapping version of its intake was withdrawn', async () => {
    const withdrawn = new Mappings(
      MAPPINGS.versions('erp-a').map((one) => (one.version === 'v1' ? { ...one, status: 'withdrawn' } : one)),
    );
    for (const [mappings, state, codes] of [
      [MAPPINGS, 'ready', []],
      [withdrawn, 'source_error', ['EI-SOURCE erp']],
    ] as const) {
      const content = new FakeContentStore();
      const exported = new TextEncoder().encode(JSON.stringify(exportNamed('erp-a-invoice')));
      const { sha256 } = await content.seal('acme', exported);
      const sealedSettings = await content.sealText('acme', '{}');
      const world = await setUp({
        documents: [{ kind: 'erp-export', sha256, size: exported.length }],
        mapping: { connector: 'erp-a', version: 'v1', sealedSettings },
      });
      await workerOn({ ...world, content }, undefined, mappings).run(ID, 'check');
      const record = await found(world);
      assert.equal(record.state, state);
      assert.deepEqual(
        record.care.map(({ code, whoActs }) => `${code} ${whoActs}`),
        codes,
      );
      assert.equal((await statuses(world)).at(-1)?.split(' ')[1], state);
    }
  });
});

describe('checks that did not run', () => {
  it('are repeated on the schedule, and end as a dead letter with KOSIT-RUN', async () => {
    const world = await setUp();
    world.layers = NOT_RUN;
    for (const [n, wait] of RETRY_WAITS_MS.entries()) {
      assert.equal(await workerOn(world).run(ID, 'check'), 'retried');
      const { state, failures, dueAt, lease } = await found(world);
      const due = new Date(world.clock.now().getTime() + wait);
      assert.deepEqual([state, failures, dueAt, lease], ['queued', n + 1, due, null]);
      assert.deepEqual(world.jobs.waiting.get(ID), due);
      assert.equal(await workerOn(world).run(ID, 'check'), 'idle', 'it ran before it was due');
      world.clock.advance(wait);
      world.jobs.forget();
    }
    assert.equal(await workerOn(world).run(ID, 'check'), 'dead-letter');
    const record = await found(world);
    assert.equal(record.state, 'dead_letter');
    assert.equal(record.reachedRail, false);
    assert.deepEqual(
      record.care.map(({ code, whoActs }) => [code, whoActs]),
      [['KOSIT-RUN', 'us']],
    );
    assert.deepEqual(await statuses(world), ['1 received', '2 dead_letter']);
    assert.equal((await json(world, 'validation-report'))['valid'], false);
    assert.equal(world.jobs.waiting.size, 0);
  });

  it('count from zero again after a check ran', async () => {
    const world = await setUp();
    world.layers = NOT_RUN;
    await workerOn(world).run(ID, 'check');
    world.clock.advance(RETRY_WAITS_MS[0]);
    world.layers = VALID;
    await workerOn(world).run(ID, 'check');
    const { state, failures } = await found(world);
    assert.deepEqual([state, failures], ['ready', 0]);
  });
});

/** Runs the worker until nothing is due. @returns the waits between the runs, in milliseconds */
async function runToTheEnd(world: World, worker: InvoiceWorker): Promise<readonly number[]> {
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

describe('an internal failure', () => {
  const careOf = async (world: World) =>
    (await found(world)).care.map(({ code, whoActs, handledAt }) => [code, whoActs, handledAt]);

  it('is repeated on the schedule, and ends as a dead letter for the operator', async () => {
    const world = await setUp();
    const waits = await runToTheEnd(
      world,
      workerOn(world, () => Promise.reject(new TypeError('a bug'))),
    );
    const longest = RETRY_WAITS_MS[4];
    assert.deepEqual(waits, [...RETRY_WAITS_MS, longest, longest, longest, longest]);
    assert.equal((await found(world)).state, 'dead_letter');
    assert.deepEqual(await careOf(world), [['EI-SERVICE-FAULT', 'us', undefined]]);
    assert.deepEqual(await statuses(world), ['1 received', '2 dead_letter']);
    assert.deepEqual(world.telemetry.jobs, [...waits.map(() => 'failed'), 'dead-letter']);
    assert.equal(world.log.error.callCount, 10);
  });

  it('has a code of its own if the stored content cannot be opened', async () => {
    const world = await setUp();
    const get = () => Promise.reject(new ContentUnreadable('acme', 'a'.repeat(64)));
    const content = Object.assign(Object.create(world.content) as typeof world.content, { get });
    await runToTheEnd(world, workerOn(Object.assign(Object.create(world) as World, { content })));
    assert.deepEqual(await careOf(world), [['EI-CONTENT-UNREADABLE', 'us', undefined]]);
  });

  it('has a count separate from checks that did not run', async () => {
    const world = await setUp();
    world.layers = NOT_RUN;
    let runs = 0;
    const worker = workerOn(world, async () => {
      runs += 1;
      if (runs % 2) throw new Error('now and then');
    });
    await runToTheEnd(world, worker);
    assert.deepEqual([runs, (await found(world)).crashes], [12, 6]);
    assert.deepEqual(await careOf(world), [['KOSIT-RUN', 'us', undefined]]);
  });

  it('includes a store that refuses the result of a step', async () => {
    const world = await setUp();
    const commit: FakeInvoiceStore['commit'] = async (change) =>
      change.files.length > 0 ? Promise.reject(new Error('too large')) : world.invoices.commit(change);
    const invoices = Object.assign(Object.create(world.invoices) as FakeInvoiceStore, {
      commit,
      lease: world.invoices.lease.bind(world.invoices),
      releaseLease: world.invoices.releaseLease.bind(world.invoices),
    });
    await runToTheEnd(world, workerOn(Object.assign(Object.create(world) as World, { invoices })));
    assert.deepEqual(await careOf(world), [['EI-SERVICE-FAULT', 'us', undefined]]);
  });
});

describe('an invoice whose processes die', () => {
  /** A run that dies and leaves only its lease. */
  async function killRun(world: World, id = ID): Promise<void> {
    const killed = new Promise<void>((resolve) => {
      const worker = workerOn(world, () => {
        resolve();
        return new Promise<never>(() => undefined);
      });
      void worker.run(id, 'check');
    });
    await killed;
    world.clock.advance(LEASE_MS);
  }

  it('continues at once after the first death, waits after the next ones, and is a dead letter after the tenth', async () => {
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const world = await setUp();
      const results: string[] = [];
      let deaths = 0;
      for (let turn = 0; turn < 60 && (await found(world)).state === 'queued'; turn += 1) {
        const { dueAt, crashes = 0, lease } = await found(world);
        world.clock.advance(Math.max(0, dueAt!.getTime() - world.clock.now().getTime()));
        // From the second death on, the run that finds a death makes the invoice wait.
        const deathsSoFar = crashes + (lease?.holders ?? 0);
        if (lease && deathsSoFar > 1) results.push(await workerOn(world).run(ID, 'check'));
        else {
          await killRun(world);
          deaths += 1;
        }
      }
      assert.equal(deaths, 10);
      assert.deepEqual(results, [...Array<string>(8).fill('failed'), 'dead-letter']);
      assert.equal((await found(world)).failures, 0);
      const { state, care } = await found(world);
      assert.deepEqual([state, care.map(({ code }) => code)], ['dead_letter', ['EI-SERVICE-FAULT']]);
    } finally {
      timers.restore();
    }
  });

  it('gets another retry time than invoices of the same dead process', async () => {
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const world = await setUp();
      const beside = 'inv_00000000000000000000000f';
      const { lease: _, ...record } = await found(world);
      const other = { ...record, id: beside, intakeKey: 'k2', fingerprint: 'f2', lease: null };
      await world.invoices.takeIn({ record: other, events: [], audit: [], files: [] });
      for (let death = 1; death <= 2; death += 1) {
        await killRun(world);
        await killRun(world, beside);
      }
      assert.deepEqual(
        [await workerOn(world).run(ID, 'check'), await workerOn(world).run(beside, 'check')],
        ['failed', 'failed'],
      );
      const [one, two] = [await found(world), (await world.invoices.find(beside))!];
      assert.deepEqual([one.crashes, two.crashes], [2, 2]);
      for (const { dueAt } of [one, two])
        assert.ok(dueAt!.getTime() - world.clock.now().getTime() >= RETRY_WAITS_MS[1]);
      assert.notDeepEqual(one.dueAt, two.dueAt);
    } finally {
      timers.restore();
    }
  });

  it('counts from zero again after a completed run', async () => {
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const world = await setUp();
      await killRun(world);
      assert.equal(await workerOn(world).run(ID, 'check'), 'done');
      const { state, crashes, lease } = await found(world);
      assert.deepEqual([state, crashes, lease], ['ready', 0, null]);
    } finally {
      timers.restore();
    }
  });
});

describe('the log of a worker', () => {
  it('names each invoice that changed state, and each retry', async () => {
    const world = await setUp();
    world.layers = NOT_RUN;
    await workerOn(world).run(ID, 'check');
    const about = { invoice_id: ID, client: 'acme', route: 'DE-XRECHNUNG' };
    const due_at = new Date(world.clock.now().getTime() + RETRY_WAITS_MS[0]);
    sinon.assert.calledOnceWithExactly(
      world.log.warn,
      { ...about, state: 'queued', failures: 1, due_at },
      'retry scheduled',
    );
    world.clock.advance(RETRY_WAITS_MS[0]);
    world.layers = INVALID;
    await workerOn(world).run(ID, 'check');
    sinon.assert.calledOnceWithExactly(
      world.log.info,
      { ...about, state: 'validation_failed', codes: ['BR-01', 'BR-03'] },
      'moved',
    );
  });
});

describe('a store that fails during a run', () => {
  it('leaves the invoice unchanged, due and free for the next worker', async () => {
    const world = await setUp();
    const before = await found(world);
    const failing = workerOn(world, () => Promise.reject(new CallFailed({ kind: 'no-master-key' })));
    await assert.rejects(failing.run(ID, 'check'), CallFailed);
    assert.deepEqual(await found(world), before);
    assert.deepEqual(world.telemetry.jobs, ['failed']);
    assert.equal(await workerOn(world).run(ID, 'check'), 'done');
  });

  it('makes a run that could not take the lease count as failed', async () => {
    const world = await setUp();
    const invoices = Object.assign(Object.create(world.invoices) as typeof world.invoices, {
      lease: async () => Promise.reject(new Error('no store')),
    });
    const blind = Object.assign(Object.create(world) as World, { invoices });
    await assert.rejects(() => workerOn(blind).run(ID, 'check'), /no store/);
    assert.deepEqual(world.telemetry.jobs, ['failed']);
  });
});

describe('two workers on one invoice', () => {
  it('do not run at the same time', async () => {
    const world = await setUp();
    let runs = 0;
    const busy = workerOn(world, async () => {
      runs += 1;
      await new Promise((resolve) => setImmediate(resolve));
    });
    const results = await Promise.all([
      busy.run(ID, 'check'),
      busy.run(ID, 'check'),
      workerOn(world).run(ID, 'check'),
    ]);
    assert.deepEqual(results.toSorted(), ['done', 'idle', 'idle']);
    assert.equal(runs, 1);
    assert.deepEqual(await statuses(world), ['1 received', '2 validated', '3 ready']);
  });

  it('drop the result of the slow one, whose lease has expired', async () => {
    const world = await setUp();
    const slow = workerOn(world, async () => {
      world.clock.advance(LEASE_MS);
      assert.equal(await workerOn(world).run(ID, 'check'), 'done');
    });
    assert.equal(await slow.run(ID, 'check'), 'conflict');
    assert.equal((await found(world)).state, 'ready');
    assert.deepEqual(await statuses(world), ['1 received', '2 validated', '3 ready']);
  });

  it('keep the lease of the other if the slow one ends first', async () => {
    const world = await setUp();
    const other = { token: 'lse_other', until: new Date(world.clock.now().getTime() + 10 * LEASE_MS) };
    const slow = workerOn(world, async () => {
      world.clock.advance(LEASE_MS);
      await world.invoices.lease(ID, other, world.clock.now());
    });
    assert.equal(await slow.run(ID, 'check'), 'conflict');
    assert.deepEqual((await found(world)).lease, { ...other, holders: 2 });
  });

  it('do nothing in a lane in which it is not due, also if the lease holder died', async () => {
    const world = await setUp();
    const { invoices, clock } = world;
    const sent = { ...(await found(world)), work: 'send', version: 2 } as const;
    await invoices.commit({ record: sent, events: [], audit: [], files: [] });
    await invoices.lease(ID, { token: 'lse_dead', until: clock.now() }, clock.now());
    const before = await found(world);
    assert.equal(await workerOn(world).run(ID, 'check'), 'idle');
    assert.deepEqual(await found(world), before);
  });

  it('let a cancel between their runs take effect', async () => {
    const world = await setUp();
    const worker = workerOn(world, async () => {
      const record = await found(world);
      const cancelled = { ...record, state: 'cancelled', version: record.version + 1, dueAt: null } as const;
      await world.invoices.commit({ record: cancelled, events: [], audit: [], files: [] });
    });
    assert.equal(await worker.run(ID, 'check'), 'conflict');
    const { state, lease, documents } = await found(world);
    assert.deepEqual([state, lease, documents.length], ['cancelled', null, 1]);
  });

  it('leave it to the next run if another writer without a lease changed it', async () => {
    const world = await setUp();
    const worker = workerOn(world, async () => {
      if ((await found(world)).deadlineWarnings) return;
      const record = await found(world);
      const warned = { ...record, deadlineWarnings: 1, version: record.version + 1 };
      await world.invoices.commit({ record: warned, events: [], audit: [], files: [] });
    });
    assert.equal(await worker.run(ID, 'check'), 'conflict');
    await world.jobs.runDue(world.clock.now(), ({ id, lane }) => worker.run(id, lane));
    assert.equal((await found(world)).state, 'ready');
    assert.deepEqual(await statuses(world), ['1 received', '2 validated', '3 ready']);
  });

  it('renew the lease during a long check', async () => {
    const world = await setUp();
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const slow = workerOn(world, async () => {
        for (let third = 0; third < 9; third += 1) {
          world.clock.advance(LEASE_MS / 3);
          await timers.tickAsync(LEASE_MS / 3);
          assert.equal(await workerOn(world).run(ID, 'check'), 'idle');
        }
      });
      assert.equal(await slow.run(ID, 'check'), 'done');
      assert.equal(timers.countTimers(), 0);
    } finally {
      timers.restore();
    }
  });
});

/** A process that dies at its nth call: with its answer, or after its effect without one. Later calls have no effect. */
class Mortality {
  calls = 0;

  constructor(
    private readonly diesAt: number,
    private readonly answers: boolean,
  ) {}

  wrap<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]) => {
          this.calls += 1;
          if (this.calls > this.diesAt) throw new Error('dead');
          const result: unknown = await Reflect.apply(member, target, args);
          if (this.calls === this.diesAt && !this.answers) throw new Error('dead');
          return result;
        };
      },
    });
  }
}

/** The dependencies of a process that can die. */
function mortal(world: World, life: Mortality): World {
  const { invoices, content, jobs } = world;
  return Object.assign(Object.create(world) as World, {
    invoices: life.wrap(invoices),
    content: life.wrap(content),
    jobs: life.wrap(jobs),
  });
}

/** The recovery after a crash: the lease expires, the sweep schedules the invoice, the jobs run. */
async function recover(world: World): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    world.clock.advance(LEASE_MS + NEGLECT_GRACE_MS + 1);
    await sweepOn(world).run();
    await world.jobs.runDue(world.clock.now(), ({ id, lane }) => workerOn(world).run(id, lane));
  }
}

const ENDINGS = {
  valid: { layers: VALID, events: ['1 received', '2 validated', '3 ready'] },
  invalid: { layers: INVALID, events: ['1 received', '2 validation_failed'] },
  'not run': { layers: NOT_RUN, events: ['1 received', '2 dead_letter'] },
} as const;

describe('a worker that dies between any two calls', () => {
  for (const [name, { layers, events }] of Object.entries(ENDINGS))
    it(`loses nothing and repeats no event if the document is ${name}`, async () => {
      let points = 0;
      for (let diesAt = 1; ; diesAt += 1) {
        let calls = 0;
        for (const answers of [true, false]) {
          const world = await setUp();
          world.layers = layers;
          const life = new Mortality(diesAt, answers);
          await workerOn(mortal(world, life))
            .run(ID, 'check')
            .catch((error: Error) => assert.equal(error.message, 'dead'));
          calls = life.calls;
          await recover(world);
          if (name === 'not run')
            for (let more = 0; more < 6; more += 1) {
              world.clock.advance(3_600_000);
              await recover(world);
            }
          assert.deepEqual(await statuses(world), events, `died at call ${diesAt}`);
          const record = await found(world);
          assert.equal(record.lastSequence, events.length);
          // A run that died counts as a try.
          if (name === 'not run')
            assert.ok(record.version === 6 || record.version === 7, String(record.version));
          else assert.equal(record.version, events.length);
          assert.deepEqual([record.dueAt, record.lease], [null, null]);
          assert.ok(record.documents.some(({ kind }) => kind === 'validation-report'));
          for (const { sha256 } of record.documents) assert.ok(await world.content.get('acme', sha256));
        }
        points += 1;
        if (calls < diesAt) break;
      }
      assert.ok(points > 4, `only ${points} calls at which a process can die`);
    });
});

describe('a clock that is set back by an hour', () => {
  const HOUR = 3_600_000;

  it('delays no invoice that is queued, waits for a retry or is leased by a dead worker', async () => {
    const world = await setUp();
    let elapsed = 0;
    const sweep = sweepOn(world, () => elapsed);
    const found = async () => {
      assert.equal(await sweep.run(), 1);
      world.jobs.forget();
    };
    world.clock.advance(-HOUR);
    await found();
    const until = new Date(world.clock.now().getTime() + LEASE_MS);
    await world.invoices.lease(ID, { token: 'dead', until }, world.clock.now());
    world.clock.advance(-HOUR);
    assert.equal(await sweep.run(), 0, 'the holder may be alive');
    elapsed += LEASE_MS + SKEW_MS;
    await found();
    world.layers = NOT_RUN;
    assert.equal(await workerOn(world).run(ID, 'check'), 'retried');
    assert.equal(await workerOn(world).run(ID, 'check'), 'idle', 'it waits by the current clock');
    world.clock.advance(-HOUR);
    await found();
    world.layers = VALID;
    assert.equal(await workerOn(world).run(ID, 'check'), 'done');
    assert.deepEqual(await statuses(world), ['1 received', '2 validated', '3 ready']);
  });
});

describe('a clock that is set back during a run', () => {
  for (const back of [30_000, 3_600_000])
    it(`by ${back / 1000} s leaves the invoice to its worker`, async () => {
      const world = await setUp();
      let elapsed = 0;
      const sweep = sweepOn(world, () => elapsed);
      const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      try {
        const slow = workerOn(world, async () => {
          world.clock.advance(-back);
          for (let third = 0; third < 9; third += 1) {
            assert.equal(await workerOn(world).run(ID, 'check'), 'idle');
            await sweep.run();
            world.jobs.forget();
            world.clock.advance(LEASE_MS / 3);
            elapsed += LEASE_MS / 3;
            await timers.tickAsync(LEASE_MS / 3);
          }
        });
        assert.equal(await slow.run(ID, 'check'), 'done');
      } finally {
        timers.restore();
      }
    });
});

describe('the sweep', () => {
  it('schedules an invoice whose job was lost, after a grace', async () => {
    const world = await setUp();
    const sweep = sweepOn(world);
    assert.equal(await sweep.run(), 0);
    world.clock.advance(NEGLECT_GRACE_MS - 1);
    assert.equal(await sweep.run(), 0);
    assert.deepEqual([...world.jobs.waiting.keys()], []);
    world.clock.advance(2);
    assert.equal(await sweep.run(), 1);
    assert.deepEqual([...world.jobs.waiting.keys()], [ID]);
  });
});
