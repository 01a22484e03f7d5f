import type { DeliveryRun } from './delivery-run.ts';
import { BATCH_TARGETS, nameOf } from './points.ts';

/** Only invoices that reach the points of a batch: two companies whose queues always exceed their caps. */
export const inBatches = (kills: number) =>
  ({
    batches: true,
    routes: ['PL-KSEF'],
    clients: 2,
    only: BATCH_TARGETS.map(nameOf),
    legs: [
      { roles: ['all'], kills: Math.ceil(kills / 4) },
      { roles: ['all', 'worker'], kills: Math.floor((kills * 3) / 4) },
    ],
    // KSeF accepts invoices of an unclosed batch for twenty minutes.
    patienceMs: 300_000,
  }) as const satisfies Partial<DeliveryRun>;
