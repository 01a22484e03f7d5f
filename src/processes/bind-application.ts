import { ZipArchives } from '../adapters/zip/zip-archives.ts';
import type { Container, ServiceIdentifier } from 'inversify';
import { JoseProofs } from '../adapters/signing/jose-proofs.ts';
import { SmtpMailer } from '../adapters/smtp/smtp-mailer.ts';
import { REAL_CLOCK } from '../adapters/system/real-clock.ts';
import { webhookDeliveries } from '../application/webhooks/deliver-events.ts';
import { EnqueueDeliveries } from '../application/webhooks/enqueue-deliveries.ts';
import { TellDeadDeliveries } from '../application/webhooks/tell-dead-deliveries.ts';
import { JSON_PAPERWORK } from '../adapters/http/call/reports.ts';
import { ExamineDocument } from '../application/checking/examine-document.ts';
import { ChooseCredential } from '../application/credentials/choose-credential.ts';
import { ApplyRetention } from '../application/clients/apply-retention.ts';
import { DeleteClient } from '../application/clients/delete-client.ts';
import { WatchExpiry } from '../application/credentials/watch-expiry.ts';
import { PullAnswers } from '../application/messages/pull-answers.ts';
import { InvoiceFiles } from '../application/content/invoice-files.ts';
import { receivedInvoices } from '../application/received/check-received.ts';
import { CollectReceived } from '../application/received/collect-received.ts';
import { TakeReceived } from '../application/received/take-received.ts';
import { WarnOfDeadlines } from '../application/lifecycle/warn-of-deadlines.ts';
import { sentInvoices } from '../application/checking/sent-invoice.ts';
import { Processor, type ProcessorTools } from '../application/work/processor.ts';
import type { RecordKind } from '../application/work/record-kind.ts';
import type { WorkRecord } from '../domain/lifecycle/work-record.ts';
import { SentFacts } from '../application/messages/sent-facts.ts';
import { outgoingStatuses } from '../application/statuses/outgoing-statuses.ts';
import { SweepNeglected } from '../application/work/sweep-neglected.ts';
import { EndLostExports } from '../application/exports/end-lost-exports.ts';
import { SweepAudit } from '../application/operation/sweep-audit.ts';
import { WatchPacks } from '../application/operation/watch-packs.ts';
import { useCasesOn } from '../application/use-cases.ts';
import { type Behind, bind } from './bind.ts';
import { builtInCredential } from './rails.ts';
import * as t from './tokens.ts';
import { tracedIn } from './tracing.ts';

/** Binds the use cases to the ports that they need. */
export function bindApplication(container: Container): void {
  bind(container, t.TOOLS, TOOLS, (tools) => ({ ...tools, paperwork: JSON_PAPERWORK }));
  bind(container, t.EXAMINE, EXAMINATION, ({ settings: { environment }, ...tools }) => {
    return new ExamineDocument({ ...tools, environment });
  });
  bind(
    container,
    t.CREDENTIAL_CHOICE,
    {
      credentials: t.CREDENTIAL_STORE,
      content: t.CONTENT,
      clock: t.CLOCK,
      rails: t.RAILS,
      settings: t.SETTINGS,
    },
    ({ settings, ...tools }) =>
      new ChooseCredential({
        ...tools,
        builtIn: (client, route) => builtInCredential(client, route, settings),
      }),
  );
  bindWorkers(container);
  bindReceived(container);
  bindStatuses(container);
  bindWebhooks(container);
  bindApi(container);
}

const TOOLS = {
  clients: t.CLIENTS,
  mappings: t.MAPPINGS,
  invoices: t.INVOICES,
  received: t.RECEIVED,
  content: t.CONTENT,
  jobs: t.JOBS,
  clock: t.CLOCK,
  ids: t.IDS,
  digests: t.DIGESTS,
  telemetry: t.TELEMETRY,
} as const;

const EXAMINATION = {
  documents: t.DOCUMENTS,
  validator: t.VALIDATOR,
  bench: t.BENCH,
  invoices: t.INVOICES,
  reader: t.FILE_READER,
  printer: t.PRINTER,
  digests: t.DIGESTS,
  catalogue: t.CATALOGUE,
  settings: t.SETTINGS,
  log: t.LOG,
  telemetry: t.TELEMETRY,
} as const;

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
} as const;

const deliveryTools = ({ tools, settings, program, ...own }: Behind<typeof DELIVERY>) => ({
  ...tools,
  ...own,
  files: new InvoiceFiles(tools.content, tools.paperwork, program.version),
  retryScale: settings.retryScale,
});

function bindWorkers(container: Container): void {
  const traced = tracedIn(container);
  const from = { ...DELIVERY, caps: t.CAPS, examine: t.EXAMINE };
  bind(container, INVOICE_WORKER, from, ({ caps, examine, ...rest }) => {
    const own = { ...deliveryTools(rest), caps, examine };
    return workerOf(traced.kind(sentInvoices(own)), own);
  });
  bind(container, PullAnswers, DELIVERY, (own) => new PullAnswers(deliveryTools(own)));
  bind(
    container,
    WatchExpiry,
    { credentials: t.CREDENTIAL_STORE, clock: t.CLOCK, log: t.LOG },
    ({ credentials, clock, log }) => new WatchExpiry(credentials, clock, log),
  );
  bind(
    container,
    WatchPacks,
    { packs: t.PACKS, clock: t.CLOCK, log: t.LOG, telemetry: t.TELEMETRY },
    (own) => new WatchPacks(own),
  );
  bind(
    container,
    WarnOfDeadlines,
    { tools: t.TOOLS, log: t.LOG },
    ({ tools, log }) => new WarnOfDeadlines({ ...tools, log }),
  );
  bind(container, ApplyRetention, { store: t.STORE, clock: t.CLOCK }, ({ store: { stores }, clock }) => {
    const own = { ...stores, clock };
    return new ApplyRetention({ ...own, deleteClient: new DeleteClient(own) });
  });
  bind(
    container,
    SweepAudit,
    { audit: t.AUDIT_LOG, clock: t.CLOCK, settings: t.SETTINGS },
    ({ audit, clock, settings }) => new SweepAudit(audit, clock, settings.auditDays),
  );
  bind(
    container,
    EndLostExports,
    { audit: t.AUDIT_LOG, clock: t.CLOCK },
    ({ audit, clock }) => new EndLostExports(audit, clock, REAL_CLOCK),
  );
}

function bindStatuses(container: Container): void {
  const traced = tracedIn(container);
  bind(container, STATUS_WORKER, { ...DELIVERY, store: t.STORE }, ({ store, ...rest }) => {
    const tools = deliveryTools(rest);
    const own = { ...tools, statuses: store.stores.statuses, facts: new SentFacts(tools) };
    return workerOf(traced.kind(outgoingStatuses(own)), own);
  });
}

const STATUS_WORKER = Symbol.for('StatusWorker') as ServiceIdentifier<t.Worker>;

const INVOICE_WORKER = Symbol.for('InvoiceWorker') as ServiceIdentifier<t.Worker>;

const RECEIVED_WORKER = Symbol.for('ReceivedWorker') as ServiceIdentifier<t.Worker>;

function bindReceived(container: Container): void {
  const traced = tracedIn(container);
  const from = {
    tools: t.TOOLS,
    examine: t.EXAMINE,
    catalogue: t.CATALOGUE,
    settings: t.SETTINGS,
    program: t.PROGRAM,
    log: t.LOG,
  };
  bind(container, RECEIVED_WORKER, from, ({ tools, settings: { retryScale }, program, ...ports }) => {
    const files = new InvoiceFiles(tools.content, tools.paperwork, program.version);
    const own = { ...tools, ...ports, files, retryScale };
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
  };
  bind(container, CollectReceived, collecting, ({ tools, settings: { environment }, ...ports }) => {
    const takeReceived = new TakeReceived({ ...tools, log: ports.log, environment });
    return new CollectReceived({ ...tools, ...ports, takeReceived });
  });
}

/** The ports that webhook deliveries need. */
const WEBHOOK_PORTS = {
  webhooks: t.WEBHOOKS,
  deliveries: t.DELIVERIES,
  outbound: t.OUTBOUND,
  signer: t.SIGNER,
} as const;

function bindWebhooks(container: Container): void {
  const traced = tracedIn(container);
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
    tools: t.TOOLS,
    settings: t.SETTINGS,
    log: t.LOG,
  };
  bind(container, t.WORKERS, from, ({ invoices, received, statuses, tools, settings, ...ports }) => {
    const { smtpUrl, retryScale } = settings;
    const mailer = smtpUrl === undefined ? undefined : traced.mailer(new SmtpMailer(smtpUrl));
    const own = { ...tools, ...ports, retryScale };
    const kind = webhookDeliveries({
      ...own,
      events: tools.invoices,
      tellDead: new TellDeadDeliveries({ ...own, mailer }),
      realClock: REAL_CLOCK,
    });
    return [invoices, received, statuses, workerOf(traced.kind(kind), own)];
  });
}

/** A record kind of the one worker: it runs its tasks and finds the lost ones. */
function workerOf<R extends WorkRecord>(kind: RecordKind<R>, tools: ProcessorTools): t.Worker {
  const processor = new Processor(kind, tools);
  const sweep = new SweepNeglected(kind, tools.jobs, tools.clock);
  return { kind: kind.name, run: (task) => processor.run(task), sweep: () => sweep.run() };
}

/** The ports of the API besides the common tools. */
const API = {
  ...WEBHOOK_PORTS,
  tools: t.TOOLS,
  settings: t.SETTINGS,
  credentials: t.CREDENTIAL_CHOICE,
  credentialStore: t.CREDENTIAL_STORE,
  keys: t.KEYS,
  audit: t.AUDIT_LOG,
  idempotency: t.IDEMPOTENCY,
  rates: t.RATE_COUNTERS,
  bench: t.BENCH,
  examine: t.EXAMINE,
  reader: t.FILE_READER,
  printer: t.PRINTER,
  catalogue: t.CATALOGUE,
  packs: t.PACKS,
  participants: t.PARTICIPANTS,
  registrations: t.REGISTRATIONS,
  probes: t.PROBES,
  log: t.LOG,
  rails: t.RAILS,
  program: t.PROGRAM,
  store: t.STORE,
  answers: PullAnswers,
} as const;

function bindApi(container: Container): void {
  bind(
    container,
    t.USE_CASES,
    API,
    ({ tools, settings: { environment, operatorKey }, program, store, ...own }) => {
      const archives = new ZipArchives();
      const { signingKeys, statuses } = store.stores;
      const proving = {
        signingKeys,
        statuses,
        proofSigner: new JoseProofs(),
        serviceVersion: program.version,
      };
      return useCasesOn({
        ...{ ...tools, ...own, ...proving },
        ...{ archives, environment, operatorKey, realClock: REAL_CLOCK },
      });
    },
  );
}
