import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReportedSale } from '../../domain/reports/reported-sale.ts';
import type { BuyerStatus } from '../../domain/vocabulary/buyer-status.ts';
import type { Ids } from '../../ports/ids.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';
import { defaultsOf } from '../clients/client-defaults.ts';
import { appendEvent } from '../lifecycle/move.ts';
import { badRequest } from '../refusals/request-finding.ts';
import type { StatusCall } from './create-status.ts';
import { commitToInvoice } from './status-outcome.ts';
import { notSupported } from './status-request.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';
import { reportsOf } from '../reports/build-report.ts';
import { reportedIn, saleOfInvoice } from '../reports/report-invoice.ts';
import { type SaleTools, takeSale } from '../reports/take-sale.ts';

interface Tools extends SaleTools {
  readonly invoices: Pick<InvoiceStore, 'find' | 'commit' | 'events'>;
  readonly ids: Ids;
  readonly reportWriter: Pick<ReportWriter, 'event'>;
}

/** As a status that is sent to the other party answers. */
export interface StatedPayment {
  readonly id: string;
  readonly invoiceId: string;
  readonly status: BuyerStatus;
}

/** Takes a payment of an invoice whose sale is reported: it goes into the report of payments of its day. */
export class ReportPayment {
  constructor(private readonly tools: Tools) {}

  /**
   * @returns undefined for an invoice that went over a network: its statuses go there.
   * @throws CallFailed `not-found`, `status-not-supported`, `bad-request`, `busy`, `no-master-key`
   */
  async run({ caller, id, request, claim, requestId }: StatusCall): Promise<StatedPayment | undefined> {
    const { tools } = this;
    const invoice = await ownInvoice(tools.invoices, caller, id);
    const sale = await saleOfInvoice(invoice, tools);
    if (!sale) {
      if (request.paidOn !== undefined)
        throw badRequest('paid_on', 'The platform that holds the invoice takes no day of payment.');
      return undefined;
    }
    if (invoice.state !== 'ready' || request.status !== 'paid' || !request.amounts)
      throw notSupported(
        'The sale is reported and was sent to no buyer: only paid, with amounts, can be stated.',
      );
    const reports = reportsOf(invoice);
    const defaults = await defaultsOf(invoice, tools);
    const today = reports.today(tools.clock.now());
    const { paidOn: day = today, amounts } = request;
    if (day > today) throw badRequest('paid_on', 'The day has not come yet.');
    const entries = reports.paymentEntries(sale.entries, { day, amounts }, defaults);
    if ('refused' in entries) throw notSupported(entries.refused);
    const order = {
      client: invoice.client,
      route: invoice.route,
      defaults,
      invoiceId: id,
      origin: claim.claimId,
    };
    const stated = { declarant: sale.declarant, entries };
    const audit = { actor: caller.keyId, requestId };
    const taken = await takeSale({ ...order, sale: stated, audit }, tools);
    if (taken === 'replaced') throw new Error('a payment replaces nothing');
    await this.tell(invoice, taken, claim.claimId);
    const digits = tools.digests.sha256(claim.claimId).slice(0, 32);
    return { id: `sts_${digits}`, invoiceId: id, status: request.status };
  }

  /** By an event whose id follows from the call: a repeated call writes none. */
  private async tell({ id }: InvoiceRecord, taken: readonly ReportedSale[], claimId: string): Promise<void> {
    const { tools } = this;
    const eventId = `evt_${tools.digests.sha256(`paid ${claimId}`).slice(0, 32)}`;
    const look = async () => {
      const events = await tools.invoices.events(id);
      return events.some((event) => event.eventId === eventId) ? ('done' as const) : ('write' as const);
    };
    const stepOf = async (record: InvoiceRecord) =>
      appendEvent(record, { ...tools, ids: { next: () => eventId } }, { errors: taken.map(reportedIn) });
    await commitToInvoice(tools.invoices, id, stepOf, look);
  }
}
