import { CallFailed } from '../../domain/failures.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { type Lane, type Task, taskOf, worksIn } from '../../domain/lifecycle/lanes.ts';
import { faultFinding } from '../care/care.ts';
import type { BatchMembers } from '../delivery/delivery-tools.ts';
import type { Step } from '../lifecycle/move.ts';
import { type CommitResult, commitStep, type CommitTools } from './commit-step.ts';
import { retryAfterFault, giveUp, isGivenUp, waitAfterCrash, countCrashes } from './failed-run.ts';
import { LeaseHeartbeat, newLease } from './lease-heartbeat.ts';
import { LeasedBatchMembers } from './leased-batch-members.ts';
import { stepOf, type StepTools } from './steps.ts';

/**
 * How one run over an invoice ended. `idle`: nothing was due, or another worker has it. `conflict`: somebody else changed
 * it meanwhile (a cancel, a worker that took over), so this run's work was dropped. `failed`: a fault of ours, in this run or
 * in one whose process died; the invoice waits for the next attempt.
 */
export type RunResult = Exclude<CommitResult, 'next'> | 'failed' | 'idle';

type Tools = Omit<StepTools, 'batchMembers' | 'telemetry'> & CommitTools;

type TakeStep = (record: InvoiceRecord) => Step | Promise<Step> | undefined;

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
      if (result === 'conflict') await this.#leaveToTheNext(id);
      if (result !== 'unheld') telemetry.jobEnded(result, seconds());
      return result === 'unheld' ? 'idle' : result;
    } catch (error) {
      telemetry.jobEnded('failed', seconds());
      throw error;
    }
  }

  /** Whoever came between may not have known of this run, such as a warning of the deadline: what is due is still to be done. */
  async #leaveToTheNext(id: string): Promise<void> {
    const { invoices, jobs } = this.#tools;
    const record = await invoices.find(id);
    if (record?.dueAt && !record.lease) await jobs.schedule(taskOf(record), record.dueAt);
  }

  async #underLease({ id, lane }: Pick<Task, 'id' | 'lane'>, now: Date): Promise<RunResult | 'unheld'> {
    const { invoices, clock, ids } = this.#tools;
    const token = ids.next('lse');
    const record = await invoices.lease(id, newLease(token, now), now, worksIn(lane));
    if (!record) return 'unheld';
    const heartbeat = new LeaseHeartbeat(invoices, clock, id, token);
    const batchMembers = new LeasedBatchMembers(this.#tools);
    try {
      return await this.#work(record, token, batchMembers);
    } finally {
      heartbeat.stop();
      await batchMembers.disband();
      // Otherwise the lease runs out by itself.
      await invoices.releaseLease(id, token).catch(() => undefined);
    }
  }

  async #work(record: InvoiceRecord, token: string, batchMembers: BatchMembers): Promise<RunResult> {
    let current = countCrashes(record);
    const wait = waitAfterCrash(record, current, this.#tools);
    if (wait)
      return (await commitStep(current, wait, token, this.#tools)) === 'conflict' ? 'conflict' : 'failed';
    let next: TakeStep = (now) => this.#step(now, batchMembers);
    for (;;) {
      const advance = await this.#advance(current, token, next);
      if (advance.result !== 'next') return advance.result;
      current = advance.record;
      next = advance.afterwards ?? ((now) => this.#step(now, batchMembers));
    }
  }

  /** A step and its commit. One that throws is a failed run, too, and leaves what any failed run leaves. */
  async #advance(current: InvoiceRecord, token: string, take: TakeStep): Promise<Advance> {
    const { log } = this.#tools;
    try {
      const step = await take(current);
      if (!step) return { record: current, result: 'idle' };
      const result = await commitStep(current, step, token, this.#tools);
      return { record: step.record, result, ...(step.afterwards && { afterwards: step.afterwards }) };
    } catch (error) {
      if (error instanceof CallFailed) throw error;
      log.error({ invoice_id: current.id, err: error }, 'a run over an invoice failed');
      const step = await retryAfterFault(current, error, this.#tools);
      const result = await commitStep(current, step, token, this.#tools);
      return { record: step.record, result: result === 'retried' ? 'failed' : result };
    }
  }

  #step(record: InvoiceRecord, batchMembers: BatchMembers): Step | Promise<Step> | undefined {
    if (isGivenUp(record)) return giveUp(record, { finding: faultFinding() }, this.#tools);
    return stepOf(record)?.(record, { ...this.#tools, batchMembers });
  }
}
