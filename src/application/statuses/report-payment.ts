import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReportedSale } from '../../domain/reports/reported-sale.ts';
import type { ReportedPayment } from '../../domain/routes/route-reports.ts';
import type { BuyerStatus } from '../../domain/vocabulary/buyer-status.ts';
import { Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import type { StatedSale } from '../../domain/vocabulary/stated-sale.ts';
import type { Ids } from '../../ports/ids.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { ReportStore } from '../../ports/report-store.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';
import { defaultsOf } from '../clients/client-defaults.ts';
import { appendEvent } from '../lifecycle/move.ts';
import { badRequest } from '../requests/request-finding.ts';
import type { StatusCall } from './create-status.ts';
import { commitToInvoice } from './status-outcome.ts';
import { notSupported } from './status-request.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';
import { openSale, reportsOf } from '../reports/build-report.ts';
import { reportedIn, saleOfInvoice } from '../reports/report-invoice.ts';
import { saleId, type SaleToTake, type SalePorts, takeSale, wake } from '../reports/take-sale.ts';

interface Ports extends Omit<SalePorts, 'reports'> {
  readonly reports: SalePorts['reports'] & Pick<ReportStore, 'salesOfInvoice'>;
  readonly invoices: Pick<InvoiceStore, 'find' | 'commit'>;
  readonly eventFeed: Pick<EventFeed, 'events'>;
  readonly ids: Ids;
  readonly reportWriter: Pick<ReportWriter, 'event'>;
}

/** As a status that is sent to the other party answers. */
interface StatedPayment {
  readonly id: string;
  readonly invoiceId: string;
  readonly status: BuyerStatus;
}

/** A payment of an invoice, as it is stored. */
interface Stated {
  readonly row: ReportedSale;
  readonly stated: StatedSale;
}

interface PaymentOrder {
  readonly invoice: InvoiceRecord;
  readonly sale: StatedSale;
  readonly payment: ReportedPayment;
  /** Its claim: a repeated call has the same. */
  readonly call: string;
  readonly audit: SaleToTake['audit'];
}

/** Takes a payment of an invoice whose sale is reported: it goes into the report of payments of its day. */
export class ReportPayment {
  constructor(private readonly ports: Ports) {}

  /**
   * @returns undefined for an invoice that went over a network: its statuses go there.
   * @throws CallFailed `not-found`, `status-not-supported`, `bad-request`, `busy`, `no-master-key`
   */
  async run({ caller, id, request, claim, requestId }: StatusCall): Promise<StatedPayment | undefined> {
    const { ports } = this;
    const invoice = await ownInvoice(ports.invoices, caller, id);
    const sale = await saleOfInvoice(invoice, ports);
    if (!sale) {
      if (request.paidOn !== undefined)
        throw badRequest('paid_on', say('statuses.platform-that-holds-invoice-takes-no-day-of'));
      return undefined;
    }
    if (invoice.state !== 'ready' || request.status !== 'paid' || !request.amounts)
      throw notSupported(say('statuses.sale-is-reported-and-was-sent-to-no'));
    const { paidOn: day = today(invoice, ports), amounts } = request;
    if (day > today(invoice, ports)) throw badRequest('paid_on', say('statuses.day-has-not-come-yet'));
    const tooEarly = reportsOf(invoice).tooEarly(day);
    if (tooEarly !== undefined) throw badRequest('paid_on', tooEarly);
    const audit = { actor: caller.keyId, requestId };
    const taken = await this.state({ invoice, sale, payment: { day, amounts }, call: claim.claimId, audit });
    await this.tell(invoice, taken, claim.claimId);
    const digits = ports.digests.sha256(claim.claimId).slice(0, 32);
    return { id: `sts_${digits}`, invoiceId: id, status: request.status };
  }

  /**
   * Payments of an invoice are stated one after the other: the name of each has its number, so of two calls at one moment one finds the
   * payment of the other and looks again at what is owed. What goes back is stated report by report; a repeated call states the rest.
   */
  private async state(order: PaymentOrder): Promise<readonly Stated[]> {
    const { invoice, payment, call } = order;
    const known = (await this.paymentsOf(invoice)).filter((one) => isOf(one, call, this.ports));
    for (const { row } of known) await wake(row.reportId, this.ports);
    return repeatOnConflict(async () => {
      const before = await this.paymentsOf(invoice);
      const own = before.filter((one) => isOf(one, call, this.ports));
      const { statedIn } = reportsOf(invoice);
      const amounts = difference(payment.amounts, statedIn(own.flatMap(({ stated }) => stated.entries)));
      if (amounts.length === 0 && own.length === 0)
        throw badRequest('amounts', say('statuses.payment-of-0-states-nothing'));
      if (amounts.length === 0) return own;
      await this.stateNext({ ...order, payment: { ...payment, amounts } }, before);
      return undefined;
    });
  }

  private async stateNext(order: PaymentOrder, before: readonly Stated[]): Promise<void> {
    const { invoice, sale, payment, call, audit } = order;
    const { ports } = this;
    const { client, route, id } = invoice;
    const defaults = await defaultsOf(invoice, ports);
    const earlier = before.flatMap(({ stated }) => stated.entries);
    const entries = reportsOf(invoice).paymentEntries(sale.entries, payment, earlier, defaults);
    if ('refused' in entries) throw notSupported(entries.refused);
    const [first] = entries;
    if (!first) throw new Error(`a payment of ${id} without an entry`);
    // Money goes back from the reports in which it came in, whatever the regime is now.
    const reportOf = (on: string) =>
      before.find(({ stated }) => stated.entries.some(({ day }) => day === on))?.row.reportId;
    const reportId = reportOf(first.day);
    const report = reportId === undefined ? undefined : await ports.reports.find(reportId);
    const ofReport = report ? entries.filter(({ day }) => reportOf(day) === report.id) : [first];
    await takeSale(
      {
        client,
        route,
        defaults,
        invoiceId: id,
        audit,
        ...(report && { report }),
        origin: JSON.stringify(['payment', id, before.length + 1]),
        sale: { declarant: sale.declarant, entries: ofReport, call },
      },
      ports,
    );
  }

  private async paymentsOf({ id }: Pick<InvoiceRecord, 'id'>): Promise<readonly Stated[]> {
    const { reports, content } = this.ports;
    const rows = await reports.salesOfInvoice(id);
    const opened = await Promise.all(
      rows.map(async (row) => ({ row, stated: await openSale(row, content) })),
    );
    return opened.filter(({ stated }) => stated.entries.some(({ part }) => part === 'payments'));
  }

  /** By an event whose id follows from the call: a repeated call writes none. */
  private async tell(invoice: InvoiceRecord, taken: readonly Stated[], claimId: string): Promise<void> {
    const { ports } = this;
    const eventId = `evt_${ports.digests.sha256(`paid ${claimId}`).slice(0, 32)}`;
    const look = async () => {
      const events = await ports.eventFeed.events(invoice.id);
      return events.some((event) => event.eventId === eventId) ? ('done' as const) : ('write' as const);
    };
    const isPart = reportsOf(invoice).reportsPart(taken.flatMap(({ stated }) => stated.entries));
    const errors = [...taken.map(({ row }) => reportedIn(row)), ...(isPart ? [PART] : [])];
    const stepOf = async (record: InvoiceRecord) =>
      appendEvent(record, { ...ports, ids: { next: () => eventId } }, { errors });
    await commitToInvoice(ports.invoices, invoice.id, stepOf, { look });
  }
}

const today = (invoice: InvoiceRecord, { clock }: Pick<Ports, 'clock'>): string =>
  reportsOf(invoice).today(clock.now());

const isOf = ({ row, stated }: Stated, call: string, { digests }: Pick<Ports, 'digests'>): boolean =>
  // A payment that was stored before has its name from its call.
  stated.call === call || row.id === saleId(call, 'payments', digests);

type Amounts = ReportedPayment['amounts'];

/** What is left to be stated, by VAT rate. */
function difference(target: Amounts, stated: Amounts): Amounts {
  const left = new Map<string, Decimal>();
  const add = (vatRate: string, amount: Decimal): void => {
    const rate = new Decimal(vatRate).toString();
    left.set(rate, (left.get(rate) ?? ZERO).plus(amount));
  };
  for (const { vatRate, amount } of target) add(vatRate, new Decimal(amount));
  for (const { vatRate, amount } of stated) add(vatRate, new Decimal(amount).negated());
  return [...left]
    .filter(([, amount]) => !amount.isZero())
    .map(([vatRate, amount]) => ({ vatRate, amount: amount.toFixed(2) }));
}

const PART: Finding = {
  code: 'EI-ADAPTED',
  severity: 'information',
  source: 'service',
  message: say('statuses.EI-ADAPTED.message'),
  field: 'amounts',
  fixHint: say('statuses.EI-ADAPTED.hint'),
  whoFixes: 'us',
};
