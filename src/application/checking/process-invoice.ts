import type { Layer } from '../../domain/findings/layer.ts';
import { verdictOf } from '../../domain/findings/layer.ts';
import { isFormatOf } from '../../domain/vocabulary/formats.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { nextAttempt } from '../../domain/lifecycle/retry.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Ids } from '../../ports/ids.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { Turn } from '../../ports/validator.ts';
import { errorsOf, notRunFinding, sourceFinding } from '../care/care.ts';
import type { ExamineDocument } from './examine-document.ts';
import { type ExaminedDocument, type Source, sourceOf } from './subject.ts';
import type { FinishedDocument, InvoiceFiles } from '../content/invoice-files.ts';
import { LeaseHeartbeat, newLease } from './lease-heartbeat.ts';
import { type Step, moved, waiting } from '../lifecycle/move.ts';

/**
 * How one run over an invoice ended. `idle`: nothing was due, or another worker has it. `conflict`: somebody else changed
 * it meanwhile (a cancel, a worker that took over), so this run's work was dropped.
 */
export type RunResult = 'done' | 'retried' | 'dead-letter' | 'conflict' | 'idle';

interface Tools {
  readonly invoices: InvoiceStore;
  readonly files: InvoiceFiles;
  readonly examine: Pick<ExamineDocument, 'run'>;
  readonly catalogue: Catalogue;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly digests: Digests;
  readonly telemetry: Telemetry;
  readonly log: Log;
  /** `RETRY_SCALE`. */
  readonly retryScale: number;
}

/** Takes a sent invoice as far as it goes now: `queued` → `validated` → `ready`. */
export class ProcessInvoice {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /**
   * Safe to repeat at any time and from any number of processes: a lease keeps all but one away, and each commit is
   * fenced by the lease and by the version that was read.
   * @throws CallFailed `busy`, `no-master-key` and driver errors: the invoice is as it was, its lease given back.
   */
  async run(id: string): Promise<RunResult> {
    const { clock, telemetry } = this.#tools;
    const started = clock.now();
    const seconds = (): number => (clock.now().getTime() - started.getTime()) / 1000;
    try {
      const result = await this.#underLease(id, started);
      if (result !== 'unheld') telemetry.jobEnded(result, seconds());
      return result === 'unheld' ? 'idle' : result;
    } catch (error) {
      telemetry.jobEnded('failed', seconds());
      throw error;
    }
  }

  async #underLease(id: string, now: Date): Promise<RunResult | 'unheld'> {
    const { invoices, clock, ids } = this.#tools;
    const token = ids.next('lse');
    const record = await invoices.lease(id, newLease(token, now), now);
    if (!record) return 'unheld';
    const heartbeat = new LeaseHeartbeat(invoices, clock, id, token);
    try {
      return await this.#work(record, token);
    } finally {
      heartbeat.stop();
      await invoices.releaseLease(id, token);
    }
  }

  async #work(record: InvoiceRecord, token: string): Promise<RunResult> {
    let current = record;
    for (;;) {
      const step = await STEPS[current.state]?.(current, this.#tools);
      if (!step) return 'idle';
      const outcome = await this.#commit(current, step, token);
      if (outcome !== 'next') return outcome;
      current = step.record;
    }
  }

  /** A crash after the commit leaves the invoice due without a job; the sweep schedules one. */
  async #commit(
    before: InvoiceRecord,
    { record, events, files }: Step,
    token: string,
  ): Promise<RunResult | 'next'> {
    const { invoices, jobs, clock } = this.#tools;
    const goesOn = record.dueAt !== null && record.dueAt <= clock.now();
    // Without more to do the commit hands the invoice back; a cancel in between makes it a conflict.
    const written = goesOn ? record : { ...record, lease: null };
    if ((await invoices.commit({ record: written, events, audit: [], files, lease: token })) === 'conflict')
      return 'conflict';
    this.#tell(before, record);
    if (goesOn) return 'next';
    if (record.dueAt) await jobs.schedule(record, record.dueAt);
    if (record.dueAt) return 'retried';
    return record.state === 'dead_letter' ? 'dead-letter' : 'done';
  }

  #tell(before: InvoiceRecord, { id, client, route, state, failures, dueAt, care }: InvoiceRecord): void {
    const { telemetry, log } = this.#tools;
    const opened = care.slice(before.care.length);
    for (const row of opened) telemetry.careOpened(row.code, row.whoActs);
    const fields = { invoice_id: id, client, route, state };
    if (state === before.state) return log.warn({ ...fields, failures, due_at: dueAt }, 'to be tried again');
    telemetry.invoiceMoved(route, state);
    log.info({ ...fields, ...(opened.length > 0 && { codes: opened.map(({ code }) => code) }) }, 'moved');
  }
}

/** What a worker does in each state; states without a row wait for somebody else. */
const STEPS: Partial<Record<InvoiceState, (record: InvoiceRecord, tools: Tools) => Step | Promise<Step>>> = {
  queued: check,
  validated: handOver,
};

/** Builds the document and runs the official rules on it. */
async function check(record: InvoiceRecord, tools: Tools): Promise<Step> {
  const { files: invoiceFiles, examine } = tools;
  const source = await handedIn(record, tools);
  if (!source) return sourceGone(record, tools);
  const { layers, document: built } = await examine.run({ route: record.route, source }, turnOf(record));
  if (layers.length === 0) return sourceGone(record, tools);
  const document = built && finished(built, tools.digests);
  const verdict = verdictOf(layers);
  switch (verdict.verdict) {
    case 'valid': {
      if (!document) throw new Error('a valid invoice without a document');
      const { documents, files } = await invoiceFiles.sealChecked(record, document, layers);
      const checked = { ...record, documents, documentSha256: document.sha256, failures: 0, errors: [] };
      return { ...moved(checked, 'validated', tools, { dueAt: tools.clock.now() }), files };
    }
    case 'invalid': {
      const { documents, files } = await invoiceFiles.sealRefused(record, document, layers);
      const refused = { ...record, documents, ...(document && { documentSha256: document.sha256 }) };
      const errors = errorsOf(layers, tools.catalogue);
      return { ...moved(refused, 'validation_failed', tools, { dueAt: null, errors }), files };
    }
    case 'not_run':
      return retry(record, layers, notRunFinding(verdict), tools);
  }
}

const turnOf = ({ client }: InvoiceRecord): Turn => ({ client, patience: 'wait' });

/** What was handed in, the first of its documents, in its form; undefined when it can no longer be read. */
async function handedIn(record: InvoiceRecord, { files }: Tools): Promise<Source | undefined> {
  const { route, format, invoiceRef } = record;
  const [{ kind } = { kind: 'canonical' as const }] = record.documents;
  const bytes = await files.read(record, kind);
  if (kind !== 'canonical') return bytes && { form: 'file', bytes, turn: turnOf(record) };
  if (!bytes || !isFormatOf(route, format)) return undefined;
  return sourceOf({ bytes }, { format, invoiceRef });
}

function finished({ kind, mediaType, bytes }: ExaminedDocument, digests: Digests): FinishedDocument {
  return { kind, mediaType, bytes, sha256: digests.sha256(bytes) };
}

/** Checks that did not run are tried again on the schedule of part 8. */
async function retry(
  record: InvoiceRecord,
  layers: readonly Layer[],
  finding: ReturnType<typeof notRunFinding>,
  tools: Tools,
): Promise<Step> {
  const failures = record.failures + 1;
  const next = nextAttempt(failures, tools.clock.now(), tools.retryScale);
  if (next !== 'give-up') return waiting({ ...record, failures }, next, tools);
  const { documents, files } = await tools.files.sealRefused(record, undefined, layers);
  const given = { ...record, documents, failures };
  return { ...moved(given, 'dead_letter', tools, { dueAt: null, errors: [finding] }), files };
}

function sourceGone(record: InvoiceRecord, tools: Tools): Step {
  return moved(record, 'source_error', tools, { dueAt: null, errors: [sourceFinding()] });
}

/** On the German route the checked document waits for pick-up; other routes have no deliverer yet and are not taken in. */
function handOver(record: InvoiceRecord, tools: Tools): Step {
  return moved(record, 'ready', tools, { dueAt: null });
}
