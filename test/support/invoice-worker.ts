import { sentInvoices, type SentInvoicePorts } from '../../src/application/checking/sent-invoice.ts';
import type { LeaseClocks } from '../../src/application/work/lease-keeper.ts';
import { Processor, type RunResult } from '../../src/application/work/processor.ts';
import type { Lane } from '../../src/domain/lifecycle/lanes.ts';

export interface InvoiceWorker {
  run(id: string, lane: Lane): Promise<RunResult>;
}

/** The one worker with the steps of sent invoices. */
export function invoiceWorker(tools: SentInvoicePorts & LeaseClocks): InvoiceWorker {
  const processor = new Processor(sentInvoices(tools), tools);
  return { run: (id, lane) => processor.run({ id, lane }) };
}
