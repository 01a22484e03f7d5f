import { CallFailed } from '../../domain/failures.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { type Lane, type Task, taskOf, worksIn } from '../../domain/lifecycle/lanes.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { faultFinding } from '../care/care.ts';
import { openedSince, type Step } from '../lifecycle/move.ts';
import { faulted, givenUp, isGivenUp, waitAfterDeath, withDeaths } from './failed-run.ts';
import { LeaseHeartbeat, newLease } from './lease-heartbeat.ts';
import { stepOf, type StepTools } from './steps.ts';

/**
 * How one run over an invoice ended. `idle`: nothing was due, or another worker has it. `conflict`: somebody else changed
 * it meanwhile (a cancel, a worker that took over), so this run's work was dropped. `failed`: a fault of ours, in this run or
 * in one whose process died; the invoice waits for the next attempt.
 */
export type RunResult = 'done' | 'retried' | 'dead-letter' | 'conflict' | 'failed' | 'idle';

interface Tools extends StepTools {
  readonly invoices: InvoiceStore;
  readonly jobs: Jobs;
  readonly telemetry: Telemetry;
  readonly log: Log;
}

interface Advance {
  readonly record: InvoiceRecord;
  readonly result: RunResult | 'next';
  readonly afterwards?: Step['afterwards'];
}

/** Takes a sent invoice as far as it goes now in one lane: checks it, hands it to its route, asks what became of it. */
export class ProcessInvoice {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /**
   * Safe to repeat at any time and from any number of processes: a lease keeps all but one away, and each commit is
   * fenced by the lease and by the version that was read.
   * @param lane what is due in another is left to that one.
   * @throws CallFailed `busy`, `no-master-key`: what befalls every invoice alike; this one is as it was, its lease given back.
   * @throws Error when not even the failure could be stored.
   */
  async run(id: string, lane: Lane): Promise<RunResult> {
    const { clock, telemetry } = this.#tools;
    const started = clock.now();
    const seconds = (): number => (clock.now().getTime() - started.getTime()) / 1000;
    try {
      const result = await this.#underLease({ id, lane }, started);
      if (result !== 'unheld') telemetry.jobEnded(result, seconds());
      return result === 'unheld' ? 'idle' : result;
    } catch (error) {
      telemetry.jobEnded('failed', seconds());
      throw error;
    }
  }

  async #underLease({ id, lane }: Pick<Task, 'id' | 'lane'>, now: Date): Promise<RunResult | 'unheld'> {
    const { invoices, clock, ids } = this.#tools;
    const token = ids.next('lse');
    const record = await invoices.lease(id, newLease(token, now), now, worksIn(lane));
    if (!record) return 'unheld';
    const heartbeat = new LeaseHeartbeat(invoices, clock, id, token);
    try {
      return await this.#work(record, token);
    } finally {
      heartbeat.stop();
      // Otherwise the lease runs out by itself.
      await invoices.releaseLease(id, token).catch(() => undefined);
    }
  }

  async #work(record: InvoiceRecord, token: string): Promise<RunResult> {
    let current = withDeaths(record);
    const wait = waitAfterDeath(record, current, this.#tools);
    if (wait) return (await this.#commit(current, wait, token)) === 'conflict' ? 'conflict' : 'failed';
    let afterwards: Step['afterwards'];
    for (;;) {
      const advance = await this.#advance(current, token, afterwards);
      if (advance.result !== 'next') return advance.result;
      ({ record: current, afterwards } = advance);
    }
  }

  /** A step and its commit. One that throws is a failed run, too, and leaves what any failed run leaves. */
  async #advance(current: InvoiceRecord, token: string, afterwards: Step['afterwards']): Promise<Advance> {
    const { log } = this.#tools;
    try {
      const step = await (afterwards ? afterwards(current) : this.#step(current));
      if (!step) return { record: current, result: 'idle' };
      const result = await this.#commit(current, step, token);
      return { record: step.record, result, ...(step.afterwards && { afterwards: step.afterwards }) };
    } catch (error) {
      if (error instanceof CallFailed) throw error;
      log.error({ invoice_id: current.id, err: error }, 'a run over an invoice failed');
      const step = await faulted(current, error, this.#tools);
      const result = await this.#commit(current, step, token);
      return { record: step.record, result: result === 'retried' ? 'failed' : result };
    }
  }

  #step(record: InvoiceRecord): Step | Promise<Step> | undefined {
    if (isGivenUp(record)) return givenUp(record, { finding: faultFinding() }, this.#tools);
    return stepOf(record)?.(record, this.#tools);
  }

  /** A crash after the commit leaves the invoice due without a job; the sweep schedules one. */
  async #commit(
    before: InvoiceRecord,
    { record, events, files }: Step,
    token: string,
  ): Promise<RunResult | 'next'> {
    const { invoices, jobs, clock } = this.#tools;
    const isDueAtOnce = record.dueAt !== null && record.dueAt <= clock.now();
    // What is due in another lane waits for its turn there.
    const goesOn = isDueAtOnce && taskOf(record).lane === taskOf(before).lane;
    // Without more to do the commit hands the invoice back; a cancel in between makes it a conflict.
    const written = goesOn ? record : { ...record, lease: null };
    if ((await invoices.commit({ record: written, events, audit: [], files, lease: token })) === 'conflict')
      return 'conflict';
    this.#tell(before, record);
    if (goesOn) return 'next';
    if (record.dueAt) await jobs.schedule(taskOf(record), record.dueAt);
    if (record.dueAt && !isDueAtOnce) return 'retried';
    return record.state === 'dead_letter' ? 'dead-letter' : 'done';
  }

  #tell(before: InvoiceRecord, { id, client, route, state, failures, dueAt, care }: InvoiceRecord): void {
    const { telemetry, log } = this.#tools;
    const opened = openedSince(before.care, care);
    for (const row of opened) telemetry.careOpened(row.code, row.whoActs);
    const fields = { invoice_id: id, client, route, state };
    if (state === before.state) return log.warn({ ...fields, failures, due_at: dueAt }, 'to be tried again');
    telemetry.invoiceMoved(route, state);
    log.info({ ...fields, ...(opened.length > 0 && { codes: opened.map(({ code }) => code) }) }, 'moved');
  }
}
