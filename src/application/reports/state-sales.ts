import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { doubtedVat } from '../../domain/checks/pre-check/vat-of-day.ts';
import { CallFailed } from '../../domain/failures.ts';
import { type Finding, isError } from 'en16931-rules/vocabulary/finding.ts';
import type { StatedDefaults } from '../../domain/invoice/completions/completion.ts';
import { type ReportedSale, salesThatCount } from '../../domain/reports/reported-sale.ts';
import { ROUTE_PROFILES } from '../../domain/routes/all.ts';
import type { DayTotals, RouteReports } from '../../domain/routes/route-reports.ts';
import type { Declarant, StatedSale } from '../../domain/vocabulary/stated-sale.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { HeldClaim } from '../../ports/idempotency-store.ts';
import type { FindDefaults } from '../clients/client-defaults.ts';
import type { FindDoubts } from '../doubts/find-doubts.ts';
import { badRequest } from '../requests/request-finding.ts';
import { openSale } from './build-report.ts';
import { newReport, type Replaced, saleId, type SaleToTake, type SalePorts, takeSale } from './take-sale.ts';
import type { ReportStore } from '../../ports/report-store.ts';

/** The totals of a day as a till or a shop states them. */
interface SalesStatement {
  readonly caller: Caller;
  readonly client: string;
  readonly requestId: string;
  readonly claim: HeldClaim;
  readonly declarant: Declarant;
  readonly totals: DayTotals;
  /** An earlier statement of the same report that it replaces. */
  readonly replaces?: string;
}

interface Ports extends Omit<SalePorts, 'reports'> {
  readonly reports: Pick<ReportStore, 'takeSale' | 'find' | 'commit' | 'restoredAt' | 'findSale' | 'salesOf'>;
  readonly findDefaults: Pick<FindDefaults, 'run'>;
  readonly findDoubts: Pick<FindDoubts, 'asWanted'>;
}

const PAYMENTS = 'payments';

interface Reporting {
  readonly route: Route;
  readonly reports: RouteReports;
  readonly defaults: StatedDefaults | undefined;
}

export interface StatedDay {
  readonly sales: readonly ReportedSale[];
  readonly warnings: readonly Finding[];
}

/** What a statement replaces: its sales, and its money if it stated any. */
interface Before {
  readonly sales: Replaced;
  readonly payments?: Replaced & { readonly stated: StatedSale };
}

/** Takes the totals of a day: they go into the report of their period, and their money into that of the payments. */
export class StateSales {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `bad-request`, `busy`, `no-master-key` */
  async run(statement: SalesStatement): Promise<StatedDay> {
    const { client, claim, declarant, totals, caller, requestId } = statement;
    const reporting = await this.reporting(client);
    const { route, reports, defaults } = reporting;
    const id = reports.declarantNumber(declarant.id);
    if (id === undefined)
      throw badRequest('seller.company_id', say('reports.seller-is-named-by-its-register-number'));
    if (totals.day > reports.today(this.ports.clock.now()))
      throw badRequest('day', say('statuses.day-has-not-come-yet'));
    const tooEarly = reports.tooEarly(totals.day);
    if (tooEarly !== undefined) throw badRequest('day', tooEarly);
    const entries = reports.dayEntries(totals, defaults);
    if ('refused' in entries) throw badRequest(entries.member, entries.refused);
    const doubts = await this.ports.findDoubts.asWanted(client, doubtedVat(totals.amounts, totals.count));
    const refusing = doubts.find(isError);
    if (refusing) throw new CallFailed({ kind: 'bad-request', detail: refusing.message, errors: [refusing] });
    const before = await this.replacedBy(statement, reporting);
    // The earlier statement's money does not count any more, also if this one states none.
    const isUnpaid = before?.payments !== undefined && !totals.isPaid;
    const withdrawal = isUnpaid ? reports.withdrawn(before.payments.stated).entries : [];
    const order: SaleToTake = {
      client,
      route,
      defaults,
      origin: claim.claimId,
      sale: {
        declarant: { ...declarant, id },
        entries: [...entries, ...withdrawal],
        ...(totals.isPaid && { payment: saleId(claim.claimId, PAYMENTS, this.ports.digests) }),
      },
      ...(before && { replaces: before }),
      audit: { actor: caller.keyId, requestId },
    };
    await this.refusePaidBack(order, before, reports);
    const taken = await takeSale(order, this.ports);
    if (taken === 'replaced')
      throw badRequest('replaces', say('reports.another-statement-replaces-this-one-already'));
    return { sales: taken, warnings: doubts };
  }

  /** The route on which the service itself reports for the client. */
  private async reporting(client: string): Promise<Reporting> {
    for (const { name: route, reports } of ROUTE_PROFILES) {
      if (!reports) continue;
      const defaults = await this.ports.findDefaults.run(client, route);
      const way = reports.way(defaults);
      if (way === 'own') return { route, reports, defaults };
      throw badRequest('client', way === 'platform' ? reports.words.derived : reports.words.unknownWay);
    }
    throw badRequest('client', say('reports.no-route-reports-sales'));
  }

  /** A statement may replace one of its own report: both belong to one seller and period. */
  private async replacedBy(
    { client, totals, declarant, replaces }: SalesStatement,
    { reports, defaults }: Reporting,
  ): Promise<Before | undefined> {
    if (replaces === undefined) return undefined;
    const before = await this.ports.reports.findSale(replaces);
    const report = before?.client === client ? await this.ports.reports.find(before.reportId) : undefined;
    const period = reports.periodOf(defaults, 'sales', totals.day);
    const isSame =
      report?.part === 'sales' &&
      before?.invoiceId === undefined &&
      report.firstDay === period?.first &&
      report.declarant === reports.declarantNumber(declarant.id);
    if (!before || !isSame)
      throw badRequest('replaces', say('reports.statement-replaces-one-of-same-seller-and-reporting'));
    const { payment } = await openSale(before, this.ports.content);
    const payments = payment === undefined ? undefined : await this.moneyOf(payment);
    return { sales: { id: replaces, report }, ...(payments && { payments }) };
  }

  /** Undefined if the call of that statement died before. */
  private async moneyOf(id: string): Promise<Before['payments']> {
    const { reports, content } = this.ports;
    const sale = await reports.findSale(id);
    const report = sale && (await reports.find(sale.reportId));
    return report && { id, report, stated: await openSale(sale, content) };
  }

  /** A report states no payment below zero, so what is paid back needs money that came in within its period. */
  private async refusePaidBack(
    order: SaleToTake,
    before: Before | undefined,
    { coversPaidBack }: RouteReports,
  ): Promise<void> {
    const own = order.sale.entries.filter(({ part }) => part === PAYMENTS);
    const [first] = own;
    if (!first || (!before?.payments && coversPaidBack(own))) return;
    const { id } = before?.payments?.report ?? newReport(order, PAYMENTS, first.day, this.ports);
    const others = salesThatCount(await this.ports.reports.salesOf(id)).filter(
      (sale) =>
        sale.id !== before?.payments?.id && sale.id !== saleId(order.origin, PAYMENTS, this.ports.digests),
    );
    const stated = await Promise.all(others.map((sale) => openSale(sale, this.ports.content)));
    if (!coversPaidBack([...stated.flatMap(({ entries }) => entries), ...own]))
      throw badRequest('paid', say('reports.more-was-paid-back-than-came-in-within'));
  }
}
