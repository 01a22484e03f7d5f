import { ZipArchives } from '../adapters/zip/zip-archives.ts';
import type { Container, ServiceIdentifier } from 'inversify';
import { SmtpMailer } from '../adapters/smtp/smtp-mailer.ts';
import { REAL_CLOCK } from '../adapters/system/real-clock.ts';
import { webhookDeliveries } from '../application/webhooks/deliver-events.ts';
import { EnqueueDeliveries } from '../application/webhooks/enqueue-deliveries.ts';
import { TellDeadDeliveries } from '../application/webhooks/tell-dead-deliveries.ts';
import { JSON_PAPERWORK } from '../adapters/http/call/reports.ts';
import { ExamineDocument } from '../application/checking/examine-document.ts';
import { ChooseCredential } from '../application/credentials/choose-credential.ts';
import { WatchExpiry } from '../application/credentials/watch-expiry.ts';
import { PullAnswers } from '../application/delivery/pull-answers.ts';
import { InvoiceFiles } from '../application/content/invoice-files.ts';
import { receivedInvoices } from '../application/received/check-received.ts';
import { ForgetReceived } from '../application/received/forget-received.ts';
import { WarnOfDeadlines } from '../application/lifecycle/warn-of-deadlines.ts';
import { sentInvoices } from '../application/checking/sent-invoice.ts';
import { Processor, type ProcessorTools } from '../application/work/processor.ts';
import type { RecordKind } from '../application/work/record-kind.ts';
import type { WorkRecord } from '../domain/lifecycle/work-record.ts';
import { SweepNeglected } from '../application/work/sweep-neglected.ts';
import { SweepAudit } from '../application/operation/sweep-audit.ts';
import { type UseCases, useCasesOn } from '../application/use-cases.ts';
import { builtInCredential } from './rails.ts';
import type { Settings } from './settings/settings.ts';
import * as t from './tokens.ts';

/** Binds the use cases to the ports that they need. */
export function bindApplication(container: Container): void {
  container.bind(t.TOOLS).toResolvedValue(
    (invoices, content, jobs, clock, ids, digests, telemetry, clients, mappings, received): t.Tools => ({
      clients,
      mappings,
      invoices,
      received,
      content,
      jobs,
      clock,
      ids,
      digests,
      telemetry,
      paperwork: JSON_PAPERWORK,
    }),
    [
      t.INVOICES,
      t.CONTENT,
      t.JOBS,
      t.CLOCK,
      t.IDS,
      t.DIGESTS,
      t.TELEMETRY,
      t.CLIENTS,
      t.MAPPINGS,
      t.RECEIVED,
    ],
  );
  container.bind(t.EXAMINE).toResolvedValue(
    (
      documents,
      validator,
      bench,
      invoices,
      reader,
      printer,
      digests,
      catalogue,
      { environment },
      log,
      telemetry,
    ) =>
      new ExamineDocument({
        documents,
        validator,
        bench,
        invoices,
        reader,
        printer,
        digests,
        catalogue,
        environment,
        log,
        telemetry,
      }),
    [
      t.DOCUMENTS,
      t.VALIDATOR,
      t.BENCH,
      t.INVOICES,
      t.FILE_READER,
      t.PRINTER,
      t.DIGESTS,
      t.CATALOGUE,
      t.SETTINGS,
      t.LOG,
      t.TELEMETRY,
    ],
  );
  container.bind(t.CREDENTIAL_CHOICE).toResolvedValue(
    (credentials, content, clock, rails, settings) =>
      new ChooseCredential({
        credentials,
        content,
        clock,
        rails,
        builtIn: (client, route) => builtInCredential(client, route, settings),
      }),
    [t.CREDENTIAL_STORE, t.CONTENT, t.CLOCK, t.RAILS, t.SETTINGS],
  );
  bindWorkers(container);
  bindReceived(container);
  bindWebhooks(container);
  bindApi(container);
}

function bindWorkers(container: Container): void {
  container.bind(INVOICE_WORKER).toResolvedValue(
    (tools, rails, credentials, feeds, caps, examine, reader, catalogue, settings, { version }, log) => {
      const own = {
        ...tools,
        files: new InvoiceFiles(tools.content, tools.paperwork, version),
        rails,
        credentials,
        feeds,
        caps,
        reader,
        examine,
        catalogue,
        log,
        retryScale: settings.retryScale,
      };
      return workerOf(sentInvoices(own), own);
    },
    [
      t.TOOLS,
      t.RAILS,
      t.CREDENTIAL_CHOICE,
      t.FEEDS,
      t.CAPS,
      t.EXAMINE,
      t.FILE_READER,
      t.CATALOGUE,
      t.SETTINGS,
      t.PROGRAM,
      t.LOG,
    ],
  );
  container.bind(PullAnswers).toResolvedValue(
    (tools, rails, credentials, feeds, reader, catalogue, { retryScale }, { version }, log) =>
      new PullAnswers({
        ...tools,
        files: new InvoiceFiles(tools.content, tools.paperwork, version),
        rails,
        credentials,
        feeds,
        reader,
        catalogue,
        retryScale,
        log,
      }),
    [
      t.TOOLS,
      t.RAILS,
      t.CREDENTIAL_CHOICE,
      t.FEEDS,
      t.FILE_READER,
      t.CATALOGUE,
      t.SETTINGS,
      t.PROGRAM,
      t.LOG,
    ],
  );
  container
    .bind(WatchExpiry)
    .toResolvedValue(
      (credentials, clock, log) => new WatchExpiry(credentials, clock, log),
      [t.CREDENTIAL_STORE, t.CLOCK, t.LOG],
    );
  container
    .bind(WarnOfDeadlines)
    .toResolvedValue((tools, log) => new WarnOfDeadlines({ ...tools, log }), [t.TOOLS, t.LOG]);
  container
    .bind(SweepAudit)
    .toResolvedValue(
      (audit, clock, { auditDays }) => new SweepAudit(audit, clock, auditDays),
      [t.AUDIT_LOG, t.CLOCK, t.SETTINGS],
    );
}

const INVOICE_WORKER = Symbol.for('InvoiceWorker') as ServiceIdentifier<t.Worker>;

const RECEIVED_WORKER = Symbol.for('ReceivedWorker') as ServiceIdentifier<t.Worker>;

function bindReceived(container: Container): void {
  container.bind(RECEIVED_WORKER).toResolvedValue(
    (tools, examine, catalogue, { retryScale }, { version }, log) => {
      const files = new InvoiceFiles(tools.content, tools.paperwork, version);
      const own = { ...tools, files, examine, catalogue, log, retryScale };
      return workerOf(receivedInvoices(own), own);
    },
    [t.TOOLS, t.EXAMINE, t.CATALOGUE, t.SETTINGS, t.PROGRAM, t.LOG],
  );
  container
    .bind(ForgetReceived)
    .toResolvedValue(
      (received, clients, clock) => new ForgetReceived(received, clients, clock),
      [t.RECEIVED, t.CLIENTS, t.CLOCK],
    );
}

function bindWebhooks(container: Container): void {
  container
    .bind(EnqueueDeliveries)
    .toResolvedValue(
      (tools, webhooks, deliveries) =>
        new EnqueueDeliveries({ ...tools, feed: tools.invoices, webhooks, deliveries }),
      [t.TOOLS, t.WEBHOOKS, t.DELIVERIES],
    );
  container.bind(t.WORKERS).toResolvedValue(
    (invoices, received, tools, webhooks, deliveries, outbound, signer, settings, log) => {
      const { smtpUrl, retryScale } = settings;
      const mailer = smtpUrl === undefined ? undefined : new SmtpMailer(smtpUrl);
      const own = { ...tools, webhooks, deliveries, outbound, signer, log, retryScale };
      const kind = webhookDeliveries({
        ...own,
        events: tools.invoices,
        tellDead: new TellDeadDeliveries({ ...own, mailer }),
        realClock: REAL_CLOCK,
      });
      return [invoices, received, workerOf(kind, own)];
    },
    [
      INVOICE_WORKER,
      RECEIVED_WORKER,
      t.TOOLS,
      t.WEBHOOKS,
      t.DELIVERIES,
      t.OUTBOUND,
      t.SIGNER,
      t.SETTINGS,
      t.LOG,
    ],
  );
}

/** A record kind of the one worker: what runs its tasks, and what finds those that were lost. */
function workerOf<R extends WorkRecord>(kind: RecordKind<R>, tools: ProcessorTools): t.Worker {
  const processor = new Processor(kind, tools);
  const sweep = new SweepNeglected(kind, tools.jobs, tools.clock);
  return { kind: kind.name, run: (task) => processor.run(task), sweep: () => sweep.run() };
}

function bindApi(container: Container): void {
  container.bind(t.USE_CASES).toResolvedValue(
    (
      tools,
      { environment, operatorKey }: Settings,
      credentials,
      credentialStore,
      keys,
      audit,
      idempotency,
      rates,
      bench,
      examine,
      printer,
      catalogue,
      participants,
      registrations,
      probes,
      log,
      rails,
      answers,
      webhooks,
      deliveries,
      outbound,
      signer,
    ): UseCases => {
      const stores = { keys, audit, idempotency, rates, credentialStore, credentials };
      const own = {
        bench,
        examine,
        printer,
        catalogue,
        participants,
        registrations,
        probes,
        log,
        rails,
        answers,
      };
      const webhookPorts = { webhooks, deliveries, outbound, signer, realClock: REAL_CLOCK };
      const archives = new ZipArchives();
      return useCasesOn({ ...tools, ...stores, ...own, ...webhookPorts, archives, environment, operatorKey });
    },
    [
      t.TOOLS,
      t.SETTINGS,
      t.CREDENTIAL_CHOICE,
      t.CREDENTIAL_STORE,
      t.KEYS,
      t.AUDIT_LOG,
      t.IDEMPOTENCY,
      t.RATE_COUNTERS,
      t.BENCH,
      t.EXAMINE,
      t.PRINTER,
      t.CATALOGUE,
      t.PARTICIPANTS,
      t.REGISTRATIONS,
      t.PROBES,
      t.LOG,
      t.RAILS,
      PullAnswers,
      t.WEBHOOKS,
      t.DELIVERIES,
      t.OUTBOUND,
      t.SIGNER,
    ],
  );
}
