import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { StatedSale } from '../../domain/vocabulary/stated-sale.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ReportedSale } from '../../domain/reports/reported-sale.ts';
import { defaultsOf } from '../clients/client-defaults.ts';
import { appendEvent, type EventPorts, rescheduleSilently, type Step } from '../lifecycle/move.ts';
import { type SalePorts, takeSale } from './take-sale.ts';

/** The sale of an invoice that is reported and not sent, as the check has read it. */
export async function saleOfInvoice(
  { client, sealedSale }: Pick<InvoiceRecord, 'client' | 'sealedSale'>,
  { content }: Pick<SalePorts, 'content'>,
): Promise<StatedSale | undefined> {
  return sealedSale === undefined
    ? undefined
    : (JSON.parse(await content.openText(client, sealedSale)) as StatedSale);
}

/**
 * Puts the sale of a checked invoice into its report. The invoice is `ready`, so it can no longer be cancelled; if the process dies before
 * the commit, the sale is found by its id.
 */
export async function reportInvoice(record: InvoiceRecord, ports: SalePorts & EventPorts): Promise<Step> {
  const { id, client, route } = record;
  const sale = await saleOfInvoice(record, ports);
  if (!sale) throw new Error(`${id} is no sale to be reported`);
  const order = { client, route, sale, origin: id, invoiceId: id, audit: { actor: 'system' } };
  const taken = await takeSale({ ...order, defaults: await defaultsOf(record, ports) }, ports);
  if (taken === 'replaced') throw new Error(`the sale of ${id} replaces nothing`);
  // What is exempt from reports goes into none.
  if (taken.length === 0) return rescheduleSilently(record, null);
  const step = appendEvent(record, ports, { errors: taken.map((one) => reportedIn(one)) });
  return { ...step, record: { ...step.record, dueAt: null } };
}

/**
 * Notes the sale of an invoice whose report the platform derives, to compare both. The document is checked and not yet sent; if the process
 * dies before the commit, the sale is found by its id.
 */
export async function noteDerivedSale(
  record: InvoiceRecord,
  sale: StatedSale,
  ports: SalePorts,
): Promise<void> {
  const { id, client, route } = record;
  const order = { client, route, sale, origin: id, invoiceId: id, audit: { actor: 'system' } };
  await takeSale({ ...order, isDerived: true, defaults: await defaultsOf(record, ports) }, ports);
}

/**
 * States the sale of an invoice that another route delivers, before it is sent; if the process dies before the commit, the sale is found by
 * its id. It counts until the invoice is rejected or cancelled (`buildReport`).
 */
export async function stateSaleBeside(
  record: InvoiceRecord,
  { route, sale }: { readonly route: Route; readonly sale: StatedSale },
  ports: SalePorts,
): Promise<void> {
  const { id, client } = record;
  const order = { client, route, sale, origin: id, invoiceId: id, audit: { actor: 'system' } };
  await takeSale({ ...order, defaults: await defaultsOf(record, ports) }, ports);
}

export const reportedIn = ({ reportId }: ReportedSale): Finding => ({
  code: 'EI-REPORTED',
  severity: 'information',
  source: 'service',
  message: say('reports.EI-REPORTED.message', { value: reportId }),
  fixHint: say('reports.EI-REPORTED.hint', { value: reportId }),
  whoFixes: 'us',
});
