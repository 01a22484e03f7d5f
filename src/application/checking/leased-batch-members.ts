import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { taskOf } from '../../domain/lifecycle/lanes.ts';
import type { Ids } from '../../ports/ids.ts';
import type { LineQuery } from '../../ports/invoice-store.ts';
import type { BatchMembers } from '../delivery/delivery-tools.ts';
import type { Step } from '../lifecycle/move.ts';
import { type CommitTools, commitStep } from './commit-step.ts';
import { countCrashes } from './failed-run.ts';
import { LeaseHeartbeat, newLease } from './lease-heartbeat.ts';

interface Tools extends CommitTools {
  readonly ids: Ids;
}

interface Held {
  readonly record: InvoiceRecord;
  readonly token: string;
  readonly heartbeat: LeaseHeartbeat;
}

/** Those that one run has taken along, until it ends. */
export class LeasedBatchMembers implements BatchMembers {
  readonly #tools: Tools;
  readonly #held = new Map<string, Held>();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  async findWaiting(query: LineQuery): Promise<readonly InvoiceRecord[]> {
    return this.#tools.invoices.inLine(query, this.#tools.clock.now());
  }

  async take(found: readonly InvoiceRecord[]): Promise<readonly InvoiceRecord[]> {
    const taken = await allOf(found.map(({ id }) => this.#take(id)));
    return taken.filter((record) => record !== undefined);
  }

  async commit(steps: readonly Step[]): Promise<readonly InvoiceRecord[]> {
    const stored = await allOf(steps.map((step) => this.#commit(step)));
    return stored.filter((record) => record !== undefined);
  }

  async leave(records: readonly InvoiceRecord[]): Promise<void> {
    await allOf(records.map(({ id }) => this.#leave(id)));
  }

  /** The run is over: whoever is still held waits as before. */
  async disband(): Promise<void> {
    await allOf([...this.#held.keys()].map((id) => this.#leave(id)));
  }

  async #take(id: string): Promise<InvoiceRecord | undefined> {
    const { invoices, clock, ids } = this.#tools;
    const token = ids.next('lse');
    const now = clock.now();
    const leased = await invoices.leaseInLine(id, newLease(token, now), now);
    if (!leased) return undefined;
    const record = countCrashes(leased);
    this.#held.set(id, { record, token, heartbeat: new LeaseHeartbeat(invoices, clock, id, token) });
    return record;
  }

  /** @returns undefined when somebody has changed it meanwhile. */
  async #commit(step: Step): Promise<InvoiceRecord | undefined> {
    const { record } = step;
    const held = this.#held.get(record.id);
    if (!held) return undefined;
    const result = await commitStep(held.record, step, held.token, this.#tools);
    if (result === 'conflict') {
      await this.#leave(record.id);
      return undefined;
    }
    if (result === 'next') this.#held.set(record.id, { ...held, record });
    else {
      held.heartbeat.stop();
      this.#held.delete(record.id);
    }
    return record;
  }

  /** Its own job may have found it held, and gone. */
  async #leave(id: string): Promise<void> {
    const { invoices, jobs } = this.#tools;
    const held = this.#held.get(id);
    if (!held) return;
    const { record, token, heartbeat } = held;
    this.#held.delete(id);
    heartbeat.stop();
    // Otherwise the lease runs out by itself, and the sweep finds it.
    await invoices.releaseLease(id, token).catch(() => undefined);
    if (record.dueAt) await jobs.schedule(taskOf(record), record.dueAt).catch(() => undefined);
  }
}

/** Waits for all before it throws what one has thrown: nothing goes on behind the run's back. */
async function allOf<T>(all: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(all);
  return Promise.all(all);
}
