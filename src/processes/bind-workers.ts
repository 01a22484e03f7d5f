import type { Container, ServiceIdentifier } from 'inversify';
import { OutboundRecorder } from '../adapters/outbound/recorded-outbound.ts';
import { MailRail } from '../adapters/rails/de-xrechnung/mail-rail.ts';
import { MAIL_STATUSES } from '../adapters/rails/de-xrechnung/status-mappings.ts';
import { REAL_CLOCK } from '../adapters/system/real-clock.ts';
import { webhookDeliveries } from '../application/webhooks/deliver-events.ts';
import { DeliverToReceiver } from '../application/webhooks/deliver-to-receiver.ts';
import { EnqueueDeliveries } from '../application/webhooks/enqueue-deliveries.ts';
import { ReceiverLog } from '../application/webhooks/receiver-log.ts';
import { TellDeadDeliveries } from '../application/webhooks/tell-dead-deliveries.ts';
import { FindDefaults } from '../application/clients/client-defaults.ts';
import { PullAnswers } from '../application/messages/pull-answers.ts';
import { InvoiceFiles } from '../application/content/invoice-files.ts';
import { receivedInvoices } from '../application/received/check-received.ts';
import { CollectReceived } from '../application/received/collect-received.ts';
import { TakeReceived } from '../application/received/take-received.ts';
import type { Mailing } from '../application/mailing/address-mail.ts';
import { RecentDocuments } from '../application/checking/recent-documents.ts';
import { sentInvoices } from '../application/checking/sent-invoice.ts';
import { Processor, type ProcessorTools } from '../application/work/processor.ts';
import type { RecordKind } from '../application/work/record-kind.ts';
import { ROUTE_PROFILES } from '../domain/routes/all.ts';
import type { WorkRecord } from '../domain/lifecycle/work-record.ts';
import { WEBHOOK_RECEIVER } from '../domain/webhooks/delivery.ts';
import { SentFacts } from '../application/messages/sent-facts.ts';
import { outgoingStatuses } from '../application/statuses/outgoing-statuses.ts';
import { ReportPurchase } from '../application/reports/report-purchase.ts';
import { TakeDerivedReport } from '../application/reports/take-derived-report.ts';
import { TakeReceivedMessage } from '../application/received/take-received-message.ts';
import { TakeReportMessage } from '../application/reports/take-report-message.ts';
import { taxReports } from '../application/reports/tax-reports.ts';
import { TakeStatusMessage } from '../application/statuses/take-status-message.ts';
import { SweepNeglected } from '../application/work/sweep-neglected.ts';
import { type Behind, bind } from './bind.ts';
import * as t from './tokens.ts';
import type { Settings } from './settings/settings.ts';
import { mailerOf } from './mailer.ts';
import { type Traced, traceIn } from './tracing.ts';

/** Binds the worker of each kind of record, and the work that feeds these kinds: answers, collected invoices, events. */
export function bindWorkers(container: Container): void {
  bindInvoices(container);
  bindReceived(container);
  bindStatuses(container);
  bindReports(container);
  bindWebhooks(container);
}

const STATUS_WORKER = Symbol.for('StatusWorker') as ServiceIdentifier<t.Worker>;
const REPORT_WORKER = Symbol.for('ReportWorker') as ServiceIdentifier<t.Worker>;
const INVOICE_WORKER = Symbol.for('InvoiceWorker') as ServiceIdentifier<t.Worker>;
const RECEIVED_WORKER = Symbol.for('ReceivedWorker') as ServiceIdentifier<t.Worker>;

/** The ports that delivery steps need. */
const DELIVERY = {
  tools: t.TOOLS,
  rails: t.RAILS,
  credentials: t.CREDENTIAL_CHOICE,
  feeds: t.FEEDS,
  reader: t.FILE_READER,
  catalogue: t.CATALOGUE,
  settings: t.SETTINGS,
  program: t.PROGRAM,
  log: t.LOG,
  recorder: t.WATCH_ROUTES,
} as const;

/** The same for work under a lease. */
const DELIVERY_OF_RUNS = {
  ...DELIVERY,
  tools: t.TOOLS_OF_RUNS,
  credentials: t.CREDENTIAL_CHOICE_OF_RUNS,
  caps: t.CAPS,
} as const;

const deliveryTools = ({ tools, settings, program, ...own }: Behind<typeof DELIVERY>) => ({
  ...tools,
  ...own,
  files: new InvoiceFiles(tools.content, tools.reportWriter, program.version),
  retryScale: settings.retryScale,
});

function bindInvoices(container: Container): void {
  const traced = traceIn(container);
  const from = {
    ...{ ...DELIVERY_OF_RUNS, examine: t.EXAMINE, store: t.STORE },
    ...{ calls: OutboundRecorder, recent: RecentDocuments },
  };
  bind(container, INVOICE_WORKER, from, ({ caps, examine, store, calls, recent, ...rest }) => {
    const { environment, partySearch } = rest.settings;
    const buyerIndex = partySearch ? rest.tools.content : undefined;
    const { reports } = store.stores;
    const mailing = mailingOf(rest.settings, { clients: rest.tools.clients, calls, traced });
    const own = { ...deliveryTools(rest), caps, examine, recent, buyerIndex, environment, reports, mailing };
    return workerOf(traced.kind(sentInvoices(own)), own);
  });
  const answering = { ...DELIVERY, store: t.STORE };
  bind(container, PullAnswers, answering, ({ store, ...own }) => {
    const tools = deliveryTools(own);
    const { statuses, reports } = store.stores;
    const ofStatuses = new TakeStatusMessage({ ...tools, statuses });
    const takeStatusMessage = new TakeReportMessage({ ...tools, reports }, ofStatuses);
    const takeDerivedReport = new TakeDerivedReport({ ...tools, reports });
    const purchases = purchasesIn({ ...tools, reports }, own.settings);
    const takeReceivedMessage = new TakeReceivedMessage({ ...tools, purchases });
    return new PullAnswers({ ...tools, takeStatusMessage, takeReceivedMessage, takeDerivedReport });
  });
}

/** Documents that are ready for pick-up are mailed to buyers whom clients name, through `SMTP_URL`. */
function mailingOf(
  settings: Pick<Settings, 'smtpUrl'>,
  {
    clients,
    calls,
    traced,
  }: Pick<Mailing, 'clients'> & {
    readonly calls: OutboundRecorder;
    readonly traced: Traced;
  },
): Mailing | undefined {
  const route = ROUTE_PROFILES.find(({ mailing }) => mailing)?.name;
  if (route === undefined) return undefined;
  const mailer = mailerOf(settings, traced);
  return {
    clients,
    carrier: new MailRail(route, mailer && calls.recordMails(mailer)),
    recorder: calls,
    unknown: MAIL_STATUSES.answerLost,
  };
}

type PurchaseTools = ConstructorParameters<typeof ReportPurchase>[0];

/** Received invoices that their buyer reports. */
const purchasesIn = (
  tools: Omit<PurchaseTools, 'environment' | 'findDefaults'> & Pick<Mailing, 'clients'>,
  { environment }: Pick<Settings, 'environment'>,
): ReportPurchase => new ReportPurchase({ ...tools, environment, findDefaults: new FindDefaults(tools) });

function bindReceived(container: Container): void {
  const traced = traceIn(container);
  const from = {
    tools: t.TOOLS_OF_RUNS,
    examine: t.EXAMINE,
    catalogue: t.CATALOGUE,
    settings: t.SETTINGS,
    program: t.PROGRAM,
    store: t.STORE,
    log: t.LOG,
  };
  bind(container, RECEIVED_WORKER, from, ({ tools, settings, program, store, ...ports }) => {
    const files = new InvoiceFiles(tools.content, tools.reportWriter, program.version);
    const { reports } = store.stores;
    const purchases = purchasesIn({ ...tools, log: ports.log, reports }, settings);
    const own = { ...tools, ...ports, files, purchases, retryScale: settings.retryScale };
    return workerOf(traced.kind(receivedInvoices(own)), own);
  });
  const collecting = {
    tools: t.TOOLS,
    credentials: t.CREDENTIAL_CHOICE,
    rails: t.RAILS,
    cursors: t.COLLECTION_CURSORS,
    examine: t.EXAMINE,
    log: t.LOG,
    settings: t.SETTINGS,
    recorder: t.WATCH_ROUTES,
  };
  bind(container, CollectReceived, collecting, ({ tools, settings: { environment }, ...ports }) => {
    const takeReceived = new TakeReceived({ ...tools, log: ports.log, environment });
    return new CollectReceived({ ...tools, ...ports, takeReceived });
  });
}

function bindStatuses(container: Container): void {
  const traced = traceIn(container);
  const from = { ...DELIVERY_OF_RUNS, store: t.STORE };
  bind(container, STATUS_WORKER, from, ({ caps, store, ...rest }) => {
    const tools = { ...deliveryTools(rest), caps };
    const own = { ...tools, statuses: store.stores.statuses, facts: new SentFacts(tools) };
    return workerOf(traced.kind(outgoingStatuses(own)), own);
  });
}

function bindReports(container: Container): void {
  const traced = traceIn(container);
  const from = { ...DELIVERY_OF_RUNS, store: t.STORE };
  bind(container, REPORT_WORKER, from, ({ caps, store, ...rest }) => {
    const own = { ...deliveryTools(rest), caps, reports: store.stores.reports };
    return workerOf(traced.kind(taxReports(own)), own);
  });
}

/** The ports that webhook deliveries need. */
export const WEBHOOK_PORTS = {
  webhooks: t.WEBHOOKS,
  deliveries: t.DELIVERIES,
  outbound: t.OUTBOUND,
  signer: t.SIGNER,
} as const;

function bindWebhooks(container: Container): void {
  const traced = traceIn(container);
  bind(
    container,
    EnqueueDeliveries,
    { tools: t.TOOLS, webhooks: t.WEBHOOKS, deliveries: t.DELIVERIES },
    ({ tools, ...own }) => new EnqueueDeliveries({ ...tools, ...own, feed: tools.invoices }),
  );
  const from = {
    ...WEBHOOK_PORTS,
    invoices: INVOICE_WORKER,
    received: RECEIVED_WORKER,
    statuses: STATUS_WORKER,
    reports: REPORT_WORKER,
    tools: t.TOOLS,
    settings: t.SETTINGS,
    log: t.LOG,
    words: t.WORDS,
  };
  bind(container, t.WORKERS, from, ({ invoices, received, statuses, reports, tools, settings, ...ports }) => {
    const mailer = mailerOf(settings, traced);
    const own = { ...tools, ...ports, retryScale: settings.retryScale };
    const kind = webhookDeliveries({
      ...own,
      events: tools.invoices,
      receiverLog: new ReceiverLog(own.log, own.clock),
      tellDead: new TellDeadDeliveries({ ...own, mailer }),
      realClock: REAL_CLOCK,
    });
    const deliveries = workerOf(traced.kind(kind), own);
    const receiver = new DeliverToReceiver(deliveries, own);
    const receivers: t.Worker = {
      ...deliveries,
      kind: WEBHOOK_RECEIVER,
      run: (task, run) => receiver.run(task, run),
    };
    return [invoices, received, statuses, reports, receivers];
  });
}

/** A record kind of the one worker: it runs its tasks and finds the lost ones. */
function workerOf<R extends WorkRecord>(kind: RecordKind<R>, tools: ProcessorTools): t.Worker {
  const processor = new Processor(kind, tools);
  const sweep = new SweepNeglected(kind, tools.jobs, tools.clock);
  return { kind: kind.name, run: (task) => processor.run(task), sweep: () => sweep.run() };
}
