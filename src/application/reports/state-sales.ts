import type { Caller } from '../../domain/access/caller.ts';
import type { StatedDefaults } from '../../domain/invoice/completions/completion.ts';
import type { ReportedSale } from '../../domain/reports/reported-sale.ts';
import { ROUTE_PROFILES } from '../../domain/routes/all.ts';
import type { DayTotals, RouteReports } from '../../domain/routes/route-reports.ts';
import type { Declarant } from '../../domain/vocabulary/stated-sale.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { HeldClaim } from '../../ports/idempotency-store.ts';
import type { FindDefaults } from '../clients/client-defaults.ts';
import { badRequest } from '../refusals/request-finding.ts';
import { type SaleTools, takeSale } from './take-sale.ts';
import type { ReportStore } from '../../ports/report-store.ts';

/** The totals of a day as a till or a shop states them. */
export interface SalesStatement {
  readonly caller: Caller;
  readonly client: string;
  readonly requestId: string;
  readonly claim: HeldClaim;
  readonly declarant: Declarant;
  readonly totals: DayTotals;
  /** An earlier statement of the same report that it replaces. */
  readonly replaces?: string;
}

interface Tools extends Omit<SaleTools, 'reports'> {
  readonly reports: Pick<ReportStore, 'takeSale' | 'find' | 'commit' | 'restoredAt' | 'findSale'>;
  readonly findDefaults: Pick<FindDefaults, 'run'>;
}

interface Reporting {
  readonly route: Route;
  readonly reports: RouteReports;
  readonly defaults: StatedDefaults | undefined;
}

/** Takes the totals of a day: they go into the report of their period. */
export class StateSales {
  constructor(private readonly tools: Tools) {}

  /** @throws CallFailed `bad-request`, `busy`, `no-master-key` */
  async run(statement: SalesStatement): Promise<readonly ReportedSale[]> {
    const { client, claim, declarant, totals, replaces, caller, requestId } = statement;
    const { route, reports, defaults } = await this.reporting(client);
    const id = reports.declarantNumber(declarant.id);
    if (id === undefined)
      throw badRequest('seller.company_id', 'The seller is named by its register number.');
    if (totals.day > reports.today(this.tools.clock.now()))
      throw badRequest('day', 'The day has not come yet.');
    const entries = reports.dayEntries(totals, defaults);
    if ('refused' in entries) throw badRequest(entries.member, entries.refused);
    if (replaces !== undefined) await this.refuseStrange(replaces, statement, reports, defaults);
    const taken = await takeSale(
      {
        ...{ client, route, defaults, origin: claim.claimId },
        sale: { declarant: { ...declarant, id }, entries },
        ...(replaces !== undefined && { replaces }),
        audit: { actor: caller.keyId, requestId },
      },
      this.tools,
    );
    if (taken === 'replaced') throw badRequest('replaces', 'Another statement replaces this one already.');
    return taken;
  }

  /** The route on which the service itself reports for the client. */
  private async reporting(client: string): Promise<Reporting> {
    for (const { name: route, reports } of ROUTE_PROFILES) {
      if (!reports) continue;
      const defaults = await this.tools.findDefaults.run(client, route);
      const way = reports.way(defaults);
      if (way === 'own') return { route, reports, defaults };
      throw badRequest('client', way === 'platform' ? reports.words.derived : reports.words.unknownWay);
    }
    throw badRequest('client', 'No route reports sales.');
  }

  /** A statement may replace one of its own report: both belong to one seller and period. Payments are not replaced. */
  private async refuseStrange(
    replaces: string,
    { client, totals, declarant }: SalesStatement,
    reports: RouteReports,
    defaults: StatedDefaults | undefined,
  ): Promise<void> {
    const before = await this.tools.reports.findSale(replaces);
    const report = before?.client === client ? await this.tools.reports.find(before.reportId) : undefined;
    const period = reports.periodOf(defaults, 'sales', totals.day);
    const isSame =
      report?.part === 'sales' &&
      before?.invoiceId === undefined &&
      report.firstDay === period?.first &&
      report.declarant === reports.declarantNumber(declarant.id);
    if (!isSame)
      throw badRequest(
        'replaces',
        'A statement replaces one of the same seller and reporting period, and no invoice. State amounts of 0 to withdraw it.',
      );
    if (totals.isPaid) throw badRequest('paid', 'A statement that replaces another states no payment.');
  }
}
