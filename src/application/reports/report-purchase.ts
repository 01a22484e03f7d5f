import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { ReportedSale } from '../../domain/reports/reported-sale.ts';
import type { RoutedPurchase } from '../../domain/vocabulary/stated-sale.ts';
import type { ReportStore } from '../../ports/report-store.ts';
import type { FindDefaults } from '../clients/client-defaults.ts';
import { openSale, reportsOf } from './build-report.ts';
import { reportedIn } from './report-invoice.ts';
import { type SaleToTake, type SalePorts, takeSale } from './take-sale.ts';

interface Ports extends Omit<SalePorts, 'reports'> {
  readonly reports: SalePorts['reports'] & Pick<ReportStore, 'salesOfInvoice'>;
  readonly findDefaults: Pick<FindDefaults, 'run'>;
}

const PART = 'purchases';
const SYSTEM = { actor: 'system' } as const;

/** Puts purchases of a client into its tax reports, if its record says so: each received invoice once. */
export class ReportPurchase {
  constructor(private readonly ports: Ports) {}

  /**
   * Called before the commit of the check: if the process dies between, the purchase is found by its id.
   * @returns what the invoice says about it.
   */
  async state(
    { id, client }: Pick<ReceivedRecord, 'id' | 'client'>,
    read: RoutedPurchase | undefined,
  ): Promise<readonly Finding[]> {
    if (!read) return [];
    const { route, name, scope, purchase } = read;
    const defaults = await this.ports.findDefaults.run(client, route);
    if (!reportsOf({ route }).reportsPurchases(defaults, scope)) return [];
    if ('missing' in purchase) return [notReported(purchase.missing)];
    const order = { client, route, defaults, sale: purchase, invoiceId: id, audit: SYSTEM };
    const origin = JSON.stringify([PART, client, name]);
    let sale = await this.take({ ...order, origin });
    // Of several invoices of this number each waits for the withdrawal of the one before: a rejection may be read after the next one's check.
    while (sale.invoiceId !== id) {
      const report = await this.ports.reports.find(sale.reportId);
      const place = { origin: `${origin} after ${sale.id}`, standsInFor: sale.id };
      sale = await this.take({ ...order, ...place, ...(report && { report }) });
    }
    return [reportedIn(sale)];
  }

  /** Takes a purchase whose invoice was rejected or cancelled out of its report. Doing it again changes nothing. */
  async withdraw({ id }: Pick<ReceivedRecord, 'id'>): Promise<void> {
    const { reports, content } = this.ports;
    for (const sale of await reports.salesOfInvoice(id)) {
      const report = await reports.find(sale.reportId);
      if (!report || sale.replaces !== undefined) continue;
      const { client, route } = report;
      const withdrawn = reportsOf(report).withdrawn(await openSale(sale, content));
      const origin = `withdrawn ${sale.id}`;
      await this.take({
        client,
        route,
        origin,
        sale: withdrawn,
        audit: SYSTEM,
        defaults: undefined,
        invoiceId: id,
        replaces: { [PART]: { id: sale.id, report } },
      });
    }
  }

  private async take(order: SaleToTake): Promise<ReportedSale> {
    const taken = await takeSale(order, this.ports);
    if (taken === 'replaced' || !taken[0]) throw new Error('a purchase was withdrawn by another statement');
    return taken[0];
  }
}

/** For people: no report states it. */
const notReported = (missing: Text): Finding => ({
  code: 'EI-PURCHASE-NOT-REPORTED',
  severity: 'error',
  source: 'service',
  message: say('reports.EI-PURCHASE-NOT-REPORTED.message', { text: missing }),
  fixHint: say('codes.EI-PURCHASE-NOT-REPORTED.hint'),
  whoFixes: 'business',
});
