import { sentInvoices, type SentInvoiceTools } from '../../src/application/checking/sent-invoice.ts';
import type { LeaseTools } from '../../src/application/work/lease-keeper.ts';
import { Processor, type RunResult } from '../../src/application/work/processor.ts';
import type { Lane } from '../../src/domain/lifecycle/lanes.ts';

export interface InvoiceWorker {
  run(id: string, lane: Lane): Promise<RunResult>;
}

/** The one worker with the steps of sent invoices. */
export function invoiceWorker(tools: SentInvoiceTools & LeaseTools): InvoiceWorker {
  const processor = new Processor(sentInvoices(tools), tools);
  return { run: (id, lane) => processor.run({ id, lane }) };
}
