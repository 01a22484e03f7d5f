import type { Caller } from '../../domain/access/caller.ts';
import type { Format } from '../../domain/vocabulary/formats.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { CanonicalInvoice } from '../../domain/invoice/canonical.ts';
import type { ParsedInvoice } from '../../domain/invoice/parse-canonical.ts';
import { fingerprintText } from '../../domain/invoice/fingerprint.ts';
import { deadlineFor } from '../../domain/lifecycle/deadlines.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { storedEvent } from '../../domain/lifecycle/status-event.ts';
import type { Environment, Route } from '../../domain/vocabulary/route.ts';
import type { RouteRuleName } from '../../domain/routing/rules.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { HeldClaim, KeptAnswer } from '../../ports/idempotency-store.ts';
import type { Ids } from '../../ports/ids.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { refuseAny } from './refuse-any.ts';
import { builtFormat } from './built-format.ts';
import type { ChooseRoute } from './choose-route.ts';
import type { ExamineDocument } from '../checking/examine-document.ts';
import { canonicalSource, readOnce } from '../checking/subject.ts';
import { explainedFailure } from '../catalogue/explained.ts';

export interface Submission {
  readonly caller: Caller;
  /** The owning client; whether the caller may act for it was checked before. */
  readonly client: string;
  readonly requestId: string;
  /** Its id tells this request's invoice from a duplicate when it is repeated. */
  readonly claim: HeldClaim;
  /** What the caller will be told, to be kept with the invoice. */
  readonly answer: (submitted: Submitted) => KeptAnswer;
  readonly document: unknown;
  /** The document as the caller wrote it, UTF-8. */
  readonly canonical: Uint8Array;
  /** The invoice number when left out. */
  readonly invoiceRef?: string;
  /** The router chooses when left out. */
  readonly route?: Route;
  readonly format?: Format;
  readonly erpTotals?: unknown;
}

export interface Submitted {
  readonly invoice: InvoiceRecord;
  /** The document was held already: nothing new was made. */
  readonly duplicate: boolean;
  /** The answer that was kept with it. */
  readonly kept?: KeptAnswer;
  /** Only when the router chose the route. */
  readonly rule?: RouteRuleName;
}

interface Tools {
  readonly router: Pick<ChooseRoute, 'run'>;
  readonly examine: Pick<ExamineDocument, 'atOnce'>;
  readonly catalogue: Catalogue;
  readonly invoices: Pick<InvoiceStore, 'takeIn'>;
  readonly content: Pick<ContentStore, 'seal'>;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly digests: Digests;
  readonly telemetry: Telemetry;
  readonly log: Pick<Log, 'warn'>;
  readonly environment: Environment;
}

/** Takes an invoice in. What can be refused at once is refused here; the rest is queued. */
export class SubmitInvoice {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /**
   * Safe to repeat under the same intake key after a crash at any point: the invoice that the first try made is found.
   * @throws CallFailed `validation-failed`, `bad-request` (nothing builds this route or format), `no-master-key`, `busy`
   */
  async run(submission: Submission): Promise<Submitted> {
    try {
      return await this.#takeIn(submission);
    } catch (error) {
      throw explainedFailure(error, this.#tools.catalogue);
    }
  }

  async #takeIn(submission: Submission): Promise<Submitted> {
    const { examine, invoices, content, telemetry } = this.#tools;
    const read = readOnce(submission.document);
    const { route, rule } = await this.#route(submission, read);
    const format = builtFormat(route, submission.format);
    const { findings, known } = await examine.atOnce({
      route,
      source: canonicalSource({ ...submission, read, format }),
    });
    refuseAny(findings);
    const document = known.invoice!;
    const invoiceRef = submission.invoiceRef ?? document.invoice.number;
    const canonical = await content.seal(submission.client, submission.canonical);
    const { sha256 } = canonical;
    const record = this.#record(submission, { document, invoiceRef, canonical: sha256, route, format });
    const fresh = { invoice: record, duplicate: false, rule };
    const kept = submission.answer(fresh);
    const taken = await invoices.takeIn({
      record,
      events: [this.#received(record)],
      audit: rule === undefined ? [] : [this.#routeChosen(submission, record, rule)],
      files: [canonical],
      answer: { claim: submission.claim, answer: kept },
    });
    if (!taken.taken) return { invoice: taken.holder, duplicate: true, rule };
    this.#schedule(taken.invoice);
    if (taken.invoice.id !== record.id) return { ...fresh, invoice: taken.invoice };
    telemetry.invoiceMoved(route, 'queued');
    return { ...fresh, kept };
  }

  /** Not waited for: the invoice is safe, and should this fail, by a crash too, the worker's sweep finds it. */
  #schedule({ id, createdAt }: InvoiceRecord): void {
    const { jobs, log } = this.#tools;
    jobs
      .schedule(id, createdAt)
      .catch((cause: unknown) => log.warn({ invoice_id: id, cause }, 'left to the sweep'));
  }

  async #route(
    { client, route, format }: Submission,
    read: () => ParsedInvoice,
  ): Promise<{ readonly route: Route; readonly rule?: RouteRuleName }> {
    if (route) return { route };
    const document = read();
    if (!document.ok) throw new CallFailed({ kind: 'validation-failed', findings: document.findings });
    return this.#tools.router.run(client, document.invoice, format);
  }

  #record(
    { client, claim, canonical: bytes, document: json }: Submission,
    { document, invoiceRef, canonical, route, format }: Chosen,
  ): InvoiceRecord {
    const { clock, ids, digests, environment } = this.#tools;
    const { number, issueDate } = document.invoice;
    const now = clock.now();
    const deadlineAt = deadlineFor(route, issueDate);
    return {
      id: ids.next('inv'),
      client,
      environment,
      route,
      state: 'queued',
      version: 1,
      invoiceRef,
      invoiceNumber: number,
      issueDate,
      format,
      fingerprint: digests.sha256(fingerprintText(route, format, json)),
      intakeKey: claim.claimId,
      legalId: null,
      buyerStatus: null,
      errors: [],
      documents: [{ kind: 'canonical', sha256: canonical, size: bytes.length }],
      care: [],
      lastSequence: 1,
      failures: 0,
      dueAt: now,
      lease: null,
      reachedRail: false,
      ...(deadlineAt && { deadlineAt }),
      createdAt: now,
      updatedAt: now,
    };
  }

  #received(record: InvoiceRecord) {
    const occurredAt = record.createdAt;
    const eventId = this.#tools.ids.next('evt');
    return storedEvent(record, { eventId, sequence: 1, occurredAt, status: 'received', direction: 'out' });
  }

  #routeChosen({ caller, requestId }: Submission, record: InvoiceRecord, rule: RouteRuleName): AuditEntry {
    return {
      at: record.createdAt,
      action: 'route_chosen',
      actor: caller.keyId,
      client: record.client,
      subject: record.id,
      requestId,
      details: { route: record.route, rule },
    };
  }
}

interface Chosen {
  readonly document: CanonicalInvoice;
  readonly invoiceRef: string;
  /** SHA-256 of the document as it came. */
  readonly canonical: string;
  readonly route: Route;
  readonly format: Format;
}
