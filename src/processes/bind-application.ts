import type { Container } from 'inversify';
import { AnswerOnce } from '../application/access/answer-once.ts';
import { Authenticate } from '../application/access/authenticate.ts';
import { CancelInvoice } from '../application/lifecycle/cancel-invoice.ts';
import { ChooseRoute } from '../application/intake/choose-route.ts';
import { ExamineDocument } from '../application/checking/examine-document.ts';
import { FindInvoice } from '../application/tracking/find-invoice.ts';
import { InvoiceFiles } from '../application/content/invoice-files.ts';
import { InvoiceSeries } from '../application/tracking/invoice-series.ts';
import { AdmitCall } from '../application/access/admit-call.ts';
import { ListEvents } from '../application/tracking/list-events.ts';
import { ListInvoices } from '../application/tracking/list-invoices.ts';
import { ListKeys } from '../application/access/list-keys.ts';
import { LookUpCode } from '../application/catalogue/look-up-code.ts';
import { MintKey } from '../application/access/mint-key.ts';
import { ProcessInvoice } from '../application/checking/process-invoice.ts';
import { ReadDocument } from '../application/tracking/read-document.ts';
import { ReportHealth } from '../application/operation/report-health.ts';
import { RevokeKey } from '../application/access/revoke-key.ts';
import { SubmitInvoice } from '../application/intake/submit-invoice.ts';
import { SweepNeglected } from '../application/checking/sweep-neglected.ts';
import type { UseCases } from '../application/use-cases.ts';
import { ValidateInvoice } from '../application/checking/validate-invoice.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Settings } from './settings.ts';
import * as t from './tokens.ts';

/** Binds the use cases to the ports that they need. */
export function bindApplication(container: Container): void {
  container.bind(t.TOOLS).toResolvedValue(
    (invoices, content, jobs, clock, ids, digests, telemetry): t.Tools => ({
      invoices,
      content,
      jobs,
      clock,
      ids,
      digests,
      telemetry,
    }),
    [t.INVOICES, t.CONTENT, t.JOBS, t.CLOCK, t.IDS, t.DIGESTS, t.TELEMETRY],
  );
  container
    .bind(t.EXAMINE)
    .toResolvedValue(
      (validator, { environment }, log, telemetry) =>
        new ExamineDocument({ validator, environment, log, telemetry }),
      [t.VALIDATOR, t.SETTINGS, t.LOG, t.TELEMETRY],
    );
  bindWorker(container);
  bindApi(container);
}

function bindWorker(container: Container): void {
  container.bind(ProcessInvoice).toResolvedValue(
    (tools, examine, catalogue, settings, { version }, log) =>
      new ProcessInvoice({
        ...tools,
        files: new InvoiceFiles(tools.content, tools.clock, version),
        examine,
        catalogue,
        log,
        retryScale: settings.retryScale,
      }),
    [t.TOOLS, t.EXAMINE, t.CATALOGUE, t.SETTINGS, t.PROGRAM, t.LOG],
  );
  container
    .bind(SweepNeglected)
    .toResolvedValue(({ invoices, jobs, clock }) => new SweepNeglected(invoices, jobs, clock), [t.TOOLS]);
}

function bindApi(container: Container): void {
  container.bind(t.USE_CASES).toResolvedValue(
    (
      tools,
      settings: Settings,
      keys,
      audit,
      idempotency,
      counters,
      examine,
      catalogue,
      probes,
      log,
    ): UseCases => {
      const { environment, operatorKey } = settings;
      const { invoices, content, clock, digests } = tools;
      const router = new ChooseRoute(NO_CREDENTIALS, clock);
      const all = { ...tools, environment, keys, audit, idempotency, router, catalogue, log };
      return {
        authenticate: new Authenticate({ ...all, ...(operatorKey !== undefined && { operatorKey }) }),
        admitCall: new AdmitCall({ rates: counters, audit, clock }),
        answerOnce: new AnswerOnce(all),
        submitInvoice: new SubmitInvoice(all),
        validateInvoice: new ValidateInvoice(examine, digests, catalogue),
        findInvoice: new FindInvoice(invoices),
        listInvoices: new ListInvoices(invoices),
        invoiceSeries: new InvoiceSeries(invoices, clock),
        listEvents: new ListEvents(invoices),
        readDocument: new ReadDocument(invoices, content),
        cancelInvoice: new CancelInvoice(all),
        lookUpCode: new LookUpCode(catalogue),
        mintKey: new MintKey(all),
        listKeys: new ListKeys(keys),
        revokeKey: new RevokeKey(all),
        reportHealth: new ReportHealth(probes, log),
      };
    },
    [
      t.TOOLS,
      t.SETTINGS,
      t.KEYS,
      t.AUDIT_LOG,
      t.IDEMPOTENCY,
      t.RATE_COUNTERS,
      t.EXAMINE,
      t.CATALOGUE,
      t.PROBES,
      t.LOG,
    ],
  );
}

/** Route credentials cannot be stored yet, so the router finds none. */
const NO_CREDENTIALS: Credentials = { hasLive: () => Promise.resolve(false) };
