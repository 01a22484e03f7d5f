import assert from 'node:assert/strict';
import { join } from 'node:path';
import { SweepNeglected, type SweptKind } from '../../../src/application/work/sweep-neglected.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { InvoiceStore } from '../../../src/ports/invoice-store.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { emptyFolder } from '../../support/folder.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { newSqliteStores } from '../../support/open-stores.ts';
import { anIntake } from '../../support/records.ts';
import { withMethods } from '../../support/with-methods.ts';

const LIMIT = 5;

type Open = () => Promise<{ readonly invoices: InvoiceStore; close(): Promise<void> }>;

/** Overdue invoices, the oldest first, and a sweep that takes a few of each route. */
class Queue {
  readonly clock = new FakeClock();
  readonly jobs = new FakeJobs();
  /** The start of each query of the sweep; undefined: the oldest. */
  readonly looks: (Date | undefined)[] = [];
  /** The numbers of records that cannot be read. */
  readonly damaged = new Set<number>();
  finds = 0;
  /** After the first record was read. */
  isDown = false;
  private readonly numbers = new Map<string, number>();
  private readonly sweep: SweepNeglected<InvoiceRecord>;

  constructor(private readonly invoices: InvoiceStore) {
    const store = withMethods(invoices, {
      listNeglected: (before: Date, now: Date, limit: number, from?: Date) => {
        if (limit === LIMIT) this.looks.push(from);
        if (this.isDown && this.finds > 0) throw new Error('down');
        return invoices.listNeglected(before, now, limit === LIMIT ? LIMIT : 1, from);
      },
      find: async (id: string) => {
        this.finds += 1;
        if (this.damaged.has(this.numbers.get(id)!)) throw new Error(`damaged: ${this.numbers.get(id)}`);
        return invoices.find(id);
      },
    });
    const taskOf: SweptKind<InvoiceRecord>['taskOf'] = ({ id, client }) => ({
      kind: 'invoice',
      id,
      client,
      lane: 'check',
    });
    this.sweep = new SweepNeglected(
      { store, taskOf, shareOf: ({ route }) => route },
      this.jobs,
      this.clock,
      () => 0,
      LIMIT,
    );
  }

  async holds(
    number: number,
    route: InvoiceRecord['route'] = 'PEPPOL',
    waitedMs = 3_600_000 - number * 1000,
  ): Promise<void> {
    const dueAt = new Date(this.clock.now().getTime() - waitedMs);
    const { record, ...rest } = anIntake({ route, work: 'send', dueAt, invoiceRef: `q-${number}` });
    this.numbers.set(record.id, number);
    await this.invoices.takeIn({ ...rest, record });
  }

  /** @returns the numbers of the scheduled invoices */
  async swept(): Promise<readonly number[]> {
    this.jobs.forget();
    await this.sweep.run();
    return this.scheduled();
  }

  scheduled(): readonly number[] {
    const numbers = [...this.jobs.waiting.keys()].map((id) => this.numbers.get(id)!);
    return numbers.sort((one, other) => one - other);
  }
}

const CASES: Readonly<Record<string, (queue: Queue) => Promise<void>>> = {
  async 'continues after the invoices that it scheduled, and starts again after the last one'(queue) {
    for (let number = 1; number <= 12; number += 1) await queue.holds(number);
    assert.deepEqual(await queue.swept(), [1, 2, 3, 4, 5]);
    // Each query includes the oldest one; the next query begins at the last one of the query before.
    assert.deepEqual(await queue.swept(), [1, 5, 6, 7, 8, 9]);
    assert.deepEqual(await queue.swept(), [1, 9, 10, 11, 12]);
    assert.deepEqual(await queue.swept(), [1, 2, 3, 4, 5]);
  },

  async 'skips no invoice of a route with a long queue beside a route with a short one'(queue) {
    for (let number = 1; number <= 9; number += 1) await queue.holds(number, 'PEPPOL');
    for (let number = 10; number <= 12; number += 1) await queue.holds(number, 'RO-EFACTURA');
    const seen = new Set<number>();
    for (let sweeps = 0; sweeps < 3; sweeps += 1) for (const number of await queue.swept()) seen.add(number);
    assert.equal(seen.size, 12);
  },

  async 'continues after the same number of each route'(queue) {
    for (let number = 1; number <= 14; number += 1)
      await queue.holds(number, number % 2 === 1 ? 'PEPPOL' : 'RO-EFACTURA');
    await queue.swept();
    // The oldest of each route, then the last one of the route with fewer results, and those after it.
    assert.deepEqual(await queue.swept(), [1, 2, 9, 10, 11, 12, 13, 14]);
  },

  async 'continues after a full batch of invoices with the same due time'(queue) {
    for (let number = 1; number <= LIMIT; number += 1) await queue.holds(number, 'PEPPOL', 3_600_000);
    for (let number = 6; number <= 8; number += 1) await queue.holds(number);
    const seen = new Set<number>();
    for (let sweeps = 0; sweeps < 3; sweeps += 1) for (const number of await queue.swept()) seen.add(number);
    assert.equal(seen.size, 8);
  },

  async 'queries from the oldest each time while few wait'(queue) {
    for (let number = 1; number <= 3; number += 1) await queue.holds(number);
    await queue.swept();
    assert.deepEqual(await queue.swept(), [1, 2, 3]);
    assert.deepEqual(queue.looks, [undefined, undefined]);
  },

  async 'schedules what stands behind damaged records, and tells of the first of them'(queue) {
    for (let number = 1; number <= 8; number += 1) await queue.holds(number);
    for (const number of [1, 3]) queue.damaged.add(number);
    const seen = new Set<number>();
    for (let sweeps = 0; sweeps < 4; sweeps += 1) {
      await assert.rejects(queue.swept(), /damaged: [13]/);
      for (const number of queue.scheduled()) seen.add(number);
    }
    assert.deepEqual([...seen].sort(), [2, 4, 5, 6, 7, 8]);
  },

  async 'schedules what stands behind more damaged records than may fail in a row'(queue) {
    for (let number = 1; number <= 8; number += 1) await queue.holds(number);
    for (let number = 1; number <= LIMIT; number += 1) queue.damaged.add(number);
    for (let number = 9; number <= 12; number += 1) await queue.holds(number, 'RO-EFACTURA');
    await assert.rejects(queue.swept(), /damaged/);
    assert.deepEqual(queue.scheduled(), [9, 10, 11, 12]);
  },

  async 'ends early if the store is down'(queue) {
    for (let number = 1; number <= 12; number += 1) {
      await queue.holds(number);
      queue.damaged.add(number);
    }
    queue.isDown = true;
    for (let sweeps = 0; sweeps < 3; sweeps += 1) {
      queue.finds = 0;
      await assert.rejects(queue.swept(), /down/);
      assert.equal(queue.finds, 5);
    }
  },
};

const STORES: Readonly<Record<string, Open>> = {
  SQLite: async () => {
    const folder = emptyFolder();
    const { invoices, close } = await newSqliteStores(join(folder.path, 'ids.db'));
    return { invoices, close: async () => (await close(), folder.remove()) };
  },
};

function describesTheSweep(where: string, open: Open): void {
  describe(`a sweep over invoices kept in ${where}`, () => {
    for (const [title, holds] of Object.entries(CASES))
      it(title, async () => {
        const { invoices, close } = await open();
        try {
          await holds(new Queue(invoices));
        } finally {
          await close();
        }
      });
  });
}

for (const [where, open] of Object.entries(STORES)) describesTheSweep(where, open);
describeOnMongo('on MongoDB', (server) => describesTheSweep('MongoDB', () => emptyMongoStores(server)));
