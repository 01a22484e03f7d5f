import { sentInvoices } from '../application/checking/sent-invoice.ts';
import { radarRuns } from '../application/radar/radar-runs.ts';
import { receivedInvoices } from '../application/received/check-received.ts';
import { taxReports } from '../application/reports/tax-reports.ts';
import { outgoingStatuses } from '../application/statuses/outgoing-statuses.ts';
import { webhookDeliveries } from '../application/webhooks/deliver-events.ts';
import { DeliverToReceiver } from '../application/webhooks/deliver-to-receiver.ts';
import { Processor, type ProcessorPorts } from '../application/work/processor.ts';
import type { RecordKind } from '../application/work/record-kind.ts';
import { SweepNeglected } from '../application/work/sweep-neglected.ts';
import type { WorkRecord } from '../domain/lifecycle/work-record.ts';
import { WEBHOOK_RECEIVER } from '../domain/webhooks/delivery.ts';
import type { Worker } from './tokens.ts';
import type { Wiring } from './wiring.ts';
import type { Traced } from './bind-tracing.ts';

/** One for each kind of record that waits, and one for the receivers of webhooks. */
export function workersOf(wiring: Wiring, runs: Wiring, traced: Traced): readonly Worker[] {
  /** It runs the tasks of its kind and finds the lost ones. */
  const workerOf = <R extends WorkRecord>(kind: RecordKind<R>, own: ProcessorPorts): Worker => {
    const processor = new Processor(traced.kind(kind), own);
    const sweep = new SweepNeglected(kind, own.jobs, own.clock);
    return {
      kind: kind.name,
      run: (task, run) => processor.run(task, run),
      sweep: () => sweep.run(),
    };
  };
  const deliveries = workerOf(webhookDeliveries(wiring), wiring);
  const receiver = new DeliverToReceiver(deliveries, wiring);
  return [
    workerOf(sentInvoices(runs), runs),
    workerOf(receivedInvoices(runs), runs),
    workerOf(outgoingStatuses(runs), runs),
    workerOf(taxReports(runs), runs),
    workerOf(radarRuns(wiring), wiring),
    { ...deliveries, kind: WEBHOOK_RECEIVER, run: (task, run) => receiver.run(task, run) },
  ];
}
