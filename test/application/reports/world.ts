import { randomUUID } from 'node:crypto';
import { readFrr } from '../../../src/adapters/rails/fr-pa/frr.ts';
import { ALL_STATUSES, PLATFORM_STATUSES as fr } from '../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { ReportPayment } from '../../../src/application/statuses/report-payment.ts';
import { ListReports } from '../../../src/application/reports/list-reports.ts';
import { noteDerivedSale, stateSaleBeside } from '../../../src/application/reports/report-invoice.ts';
import { ReportPurchase } from '../../../src/application/reports/report-purchase.ts';
import { StateSales } from '../../../src/application/reports/state-sales.ts';
import { TakeDerivedReport } from '../../../src/application/reports/take-derived-report.ts';
import { TakeReportMessage } from '../../../src/application/reports/take-report-message.ts';
import { taxReports } from '../../../src/application/reports/tax-reports.ts';
import { WarnOfReports } from '../../../src/application/reports/warn-of-reports.ts';
import { Processor } from '../../../src/application/work/processor.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../../src/domain/lifecycle/states.ts';
import type { ReportedSale } from '../../../src/domain/reports/reported-sale.ts';
import { reportTask, type TaxReport } from '../../../src/domain/reports/tax-report.ts';
import type { Declarant, StatedSale } from '../../../src/domain/vocabulary/stated-sale.ts';
import type { StatusMapping } from '../../../src/domain/sending/status-mapping.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import type { RailAnswer } from '../../../src/ports/rail/rail-answer.ts';
import type { ReportFlows } from '../../../src/ports/rail/report-flows.ts';
import type { RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { OWN } from '../../domain/routes/fr-pa/reports/samples.ts';
import { anIntake, hex } from '../../support/records.ts';
import type { Mortal } from '../sending/mortal.ts';
import { Surroundings, toolsIn } from '../sending/world.ts';

type Fault = 'lost-behind' | 'lost-before' | 'not-taken' | 'refused';

/** A platform in memory, which holds reports by their tracking id. */
class ReportPlatform implements ReportFlows {
  readonly held = new Map<string, { readonly xml: string; times: number }>();
  readonly faults: Fault[] = [];
  sender: Declarant | StatusMapping = { id: '9999', name: 'Plateforme' };

  readonly platformOf = () => this.sender;
  readonly read = readFrr;

  async send({
    submissionId,
    bytes,
    beginDocument,
  }: Parameters<ReportFlows['send']>[0]): Promise<RailAnswer> {
    beginDocument?.();
    const fault = this.faults.shift();
    if (fault === 'lost-before') return { mapping: fr.answerLost };
    if (fault === 'not-taken') return { mapping: fr.unreachable };
    if (fault === 'refused') return { mapping: fr.badCall };
    const times = (this.held.get(submissionId)?.times ?? 0) + 1;
    this.held.set(submissionId, { xml: new TextDecoder().decode(bytes), times });
    if (fault === 'lost-behind') return { mapping: fr.answerLost };
    return { mapping: fr.taken, reference: `flow ${submissionId}`, legalId: `flow ${submissionId}` };
  }

  async ask({ submissionId }: Parameters<ReportFlows['ask']>[0]): Promise<RailAnswer> {
    if (!this.held.has(submissionId)) return { mapping: fr.notHeld };
    return { mapping: fr.pending, reference: `flow ${submissionId}` };
  }

  async poll(): Promise<RailAnswer> {
    return { mapping: fr.acknowledged };
  }

  get reports(): readonly string[] {
    return [...this.held.values()].map(({ xml }) => xml);
  }
}

const value = JSON.stringify({ client_id: 'x' });

/** Reports of a client on a store, with a platform in memory. */
export class ReportWorld extends Surroundings {
  readonly platform = new ReportPlatform();
  defaults: Readonly<Record<string, unknown>> | undefined = OWN;
  /** Invoices whose report the platform derives. */
  readonly invoices = new Map<string, InvoiceRecord>();

  constructor(readonly stores: Stores) {
    super();
    // Reports begin in September 2026.
    this.clock.advance(365 * 86_400_000);
    this.credential = { client: 'acme', id: 'crd_1', kind: 'pa-oauth', value };
  }

  /** States the totals of a day. @param claimId a repeated call has the same. */
  async state(
    own: object = {},
    claimId: string = hex(16),
    stores: Stores = this.stores,
  ): Promise<ReportedSale> {
    return (await this.stateParts(own, claimId, stores))[0]!;
  }

  /** Its sales, then their money. */
  async stateParts(
    own: object = {},
    claimId: string = hex(16),
    stores: Stores = this.stores,
  ): Promise<readonly ReportedSale[]> {
    const {
      day = '2027-03-02',
      category = 'goods',
      net = '100.00',
      vat = '20.00',
      replaces,
      isPaid = false,
    } = own as Readonly<Record<string, never>> & { readonly isPaid?: boolean };
    const tools = {
      ...this.tools(stores),
      findDefaults: { run: async () => this.defaults },
      findDoubts: { asWanted: async (_: string, doubts: readonly Finding[]) => doubts },
    };
    const { sales } = await new StateSales(tools).run({
      caller: { kind: 'operator', keyId: 'key_1' },
      ...{ client: 'acme', requestId: 'req_1' },
      claim: { space: 'operator', key: 'k', claimId, token: 't' },
      declarant: { id: '100000009', name: 'Ateliers' },
      totals: { day, category, count: 1, isPaid, amounts: [{ vatRate: '20', net, vat }] },
      ...(replaces !== undefined && { replaces }),
    });
    return sales;
  }

  /** An invoice whose sale is stated in a report. */
  async reported(sale: StatedSale, id = `inv_${hex(24)}`): Promise<string> {
    const sealedSale = await this.content.sealText('acme', JSON.stringify(sale));
    const sealedDefaults = await this.content.sealText('acme', JSON.stringify(this.defaults));
    await this.stores.invoices.takeIn(
      anIntake({ id, route: 'FR-PA', state: 'ready', dueAt: null, sealedSale, sealedDefaults }),
    );
    return id;
  }

  /** States a payment of such an invoice. @param amounts by VAT rate. */
  pay(
    id: string,
    paidOn: string,
    amounts: Readonly<Record<string, string>>,
    claimId: string = hex(16),
    stores: Stores = this.stores,
  ) {
    const tools = { ...this.tools(stores), invoices: stores.invoices, eventFeed: stores.eventFeed };
    return new ReportPayment(tools).run({
      caller: { kind: 'operator', keyId: 'key_1' },
      ...{ id, requestId: 'req_1' },
      claim: { space: 'operator', key: 'k', claimId, token: 't' },
      request: {
        ...{ status: 'paid', paidOn },
        amounts: Object.entries(amounts).map(([vatRate, amount]) => ({ vatRate, amount })),
      },
    });
  }

  /** Checks an invoice of which the platform derives the report; it then has the state. @returns the id of the report. */
  async derive(sale: StatedSale, state: InvoiceState, id = `inv_${hex(24)}`): Promise<string> {
    const record = { id, client: 'acme', route: 'FR-PA', state } as InvoiceRecord;
    this.invoices.set(id, record);
    const sealedDefaults = await this.content.sealText(
      'acme',
      JSON.stringify({ ...OWN, reports: 'platform' }),
    );
    await noteDerivedSale({ ...record, sealedDefaults }, sale, this.tools(this.stores));
    return (await this.stores.reports.salesOfInvoice(id))[0]!.reportId;
  }

  /** Checks an invoice that another route delivers; it then has the state. @returns the id of the report. */
  async beside(sale: StatedSale, state: InvoiceState, id: string): Promise<string> {
    const sealedDefaults = await this.content.sealText('acme', JSON.stringify(OWN));
    const record = { id, client: 'acme', route: 'PEPPOL', state, sealedDefaults } as InvoiceRecord;
    this.invoices.set(id, record);
    await stateSaleBeside(record, { route: 'FR-PA', sale }, this.tools(this.stores));
    return (await this.stores.reports.salesOfInvoice(id))[0]!.reportId;
  }

  /** The platform's own report arrives. */
  async derived(xml: string): Promise<void> {
    const report = readFrr(new TextEncoder().encode(xml))!;
    const take = new TakeDerivedReport(this.tools(this.stores));
    await take.run(report, { client: 'acme', route: 'FR-PA' });
  }

  purchases = (stores: Stores = this.stores): ReportPurchase =>
    new ReportPurchase({ ...this.tools(stores), findDefaults: { run: async () => this.defaults } });

  processor(stores: Stores = this.stores, flows: ReportFlows = this.platform): Processor<TaxReport> {
    const tools = this.tools(stores, flows);
    return new Processor(taxReports(tools), tools);
  }

  /** Runs a worker at each due time until the report has nothing to do, or waits for its verdict. */
  async run(id: string, most = 30): Promise<TaxReport> {
    for (let runs = 0; runs < most; runs += 1) {
      const record = (await this.stores.reports.find(id))!;
      if (!record.dueAt || record.state === 'submitted') return record;
      this.clock.advance(Math.max(0, record.dueAt.getTime() - this.clock.now().getTime()));
      await this.processor().run(reportTask(record));
    }
    return (await this.stores.reports.find(id))!;
  }

  /** The administration's verdict on the newest document arrives. */
  async verdict(id: string, mapping: StatusMapping = fr.reportTaken, stores: Stores = this.stores) {
    const { submission } = (await this.stores.reports.find(id))!;
    const { id: submissionId } = submission!;
    const message: RouteMessage = {
      ...{ kind: 'tax-report-answer', bytes: new TextEncoder().encode(`<verdict on="${submissionId}"/>`) },
      ...{ about: { submissionId }, effect: { kind: 'answer', mapping }, raw: {} },
    };
    const tools = { ...this.tools(stores), reports: stores.reports };
    const others = { run: async () => 'unknown' as const };
    return new TakeReportMessage(tools, others).run(message, {
      client: 'acme',
      route: 'FR-PA',
      submissionId,
    });
  }

  /** Sends the report and has it accepted. */
  async accept(id: string): Promise<TaxReport> {
    await this.run(id);
    await this.verdict(id);
    return this.run(id);
  }

  warn = (): Promise<void> => new WarnOfReports(this.tools(this.stores)).run();

  list = () => new ListReports(this.stores).run({ kind: 'operator', keyId: 'key_1' }, {});

  /** Runs a worker until its process dies, or for some minutes. Then its lease is over. */
  async runWhileAlive(worker: Processor<TaxReport>, mortal: Mortal, id: string): Promise<void> {
    for (let runs = 0; runs < 12 && !mortal.isDead; runs += 1) {
      const { dueAt, client, route } = (await this.stores.reports.find(id))!;
      if (dueAt) this.clock.advance(Math.max(5000, dueAt.getTime() - this.clock.now().getTime()));
      await worker.run(reportTask({ id, client, route })).catch(() => undefined);
    }
    this.clock.advance(3_600_000);
  }

  private tools(stores: Stores, reportFlows: ReportFlows = this.platform) {
    const rail = {
      ...{
        route: 'FR-PA',
        statusMappings: ALL_STATUSES,
        pollWaitsMs: [1000],
        caps: [],
        namesSubmissions: true,
      },
      emptyLookups: { needed: 1, countAfterMs: 0 },
      maxCallMs: 100_000,
      newSubmissionId: () => randomUUID(),
      reportFlows,
    } as unknown as Rail;
    const invoices = { find: async (id: string) => this.invoices.get(id), findSent: async () => [] };
    return { ...toolsIn(this, [rail]), reports: stores.reports, invoices };
  }
}
