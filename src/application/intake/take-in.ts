import type { Caller } from '../../domain/access/caller.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { deadlineFor } from '../../domain/lifecycle/deadlines.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import { jsonText } from '../../domain/json/json-text.ts';
import type { StatedDefaults } from '../../domain/invoice/completions/completion.ts';
import type { AppliedMapping } from '../../domain/mapping/mapping.ts';
import type { OfflineIssue } from '../../domain/lifecycle/offline.ts';
import type { DocumentKind, InvoiceRecord, UsedMapping } from '../../domain/lifecycle/invoice-record.ts';
import { taskOf } from '../../domain/lifecycle/lanes.ts';
import { searchWordsOf } from '../../domain/lifecycle/summary-search.ts';
import { writtenNumber } from '../../domain/routes/written-number.ts';
import type { RouteRuleName } from '../../domain/routing/rules.ts';
import type { Environment, Route } from '../../domain/vocabulary/route.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentStore, SealedFile, TextSealer } from '../../ports/content-store.ts';
import type { HeldClaim, KeptAnswer } from '../../ports/idempotency-store.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { sealWithSummary, type SealingPorts } from '../content/seal-with-summary.ts';
import { buildEvent } from '../lifecycle/build-event.ts';
import { scheduleStored, type SchedulingPorts } from '../work/schedule-stored.ts';
import { noteReference } from './note-reference.ts';

/** The caller of an intake, and how its answer is kept. */
export interface Handover {
  readonly caller: Caller;
  /** The owning client, for whom the call is answered (`AnswerOnce`). */
  readonly client: string;
  readonly requestId: string;
  /** Its id tells the invoice of this request from a duplicate if the request is repeated. */
  readonly claim: HeldClaim;
  /** The answer for the caller, kept with the invoice. */
  readonly answer: (submitted: Submitted) => KeptAnswer;
}

/** An invoice that the intake does not refuse. */
export interface FitInvoice {
  readonly route: Route;
  /** Present if the router chose the route. */
  readonly rule?: RouteRuleName | undefined;
  readonly invoiceRef: string;
  readonly number: string | null;
  readonly issueDate: string | null;
  /** The receiver in Peppol, if the document does not name it itself. */
  readonly receiver?: string | undefined;
  /** The client record's defaults for the route. */
  readonly defaults?: StatedDefaults | undefined;
  /** The format that is built, or that of the file. */
  readonly format: string;
  /** SHA-256 of the text that tells one submission from another. */
  readonly fingerprint: string;
  /** Of an export: the mapping that was used. */
  readonly mapping?: AppliedMapping | undefined;
  /** The kind of what was submitted. */
  readonly kind: DocumentKind;
  /** What was submitted, as `TakeIn.seal` gives it. */
  readonly file: SubmittedFile;
  /** The route gets it unchanged. */
  readonly isFinished: boolean;
  /** Present if the buyer gets its page before the route gets the document. */
  readonly offline?: OfflineIssue | undefined;
  /** As callers read them. */
  readonly warnings: readonly Finding[];
}

/** A sealed file that no invoice names yet. */
interface SubmittedFile extends SealedFile {
  /** Bytes before sealing. */
  readonly size: number;
  /** Its `InvoiceSummary`, JSON. */
  readonly sealedText?: string;
  /** Of the tokens of its summary. */
  readonly hashes?: readonly string[];
}

export interface Submitted {
  readonly invoice: InvoiceRecord;
  /** The document was held already: no new invoice was made. */
  readonly duplicate: boolean;
  /** The answer that was kept with it. */
  readonly answer?: KeptAnswer;
  /** Present if the router chose the route. */
  readonly rule?: RouteRuleName;
  /** The warnings of the intake. */
  readonly warnings: readonly Finding[];
}

interface Ports extends SealingPorts, SchedulingPorts {
  readonly invoices: Pick<InvoiceStore, 'takeIn' | 'find' | 'commit'>;
  readonly content: Pick<ContentStore & TextSealer, 'seal' | 'sealText'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly reportWriter: Pick<ReportWriter, 'event'>;
  readonly telemetry: Pick<Telemetry, 'invoiceMoved'>;
  readonly environment: Environment;
}

/** The last part of every intake: makes the record of what was submitted and queues it, once. */
export class TakeIn {
  constructor(private readonly ports: Ports) {}

  /**
   * Stores nothing but the first data key of a client, so other questions about the document may be asked at the same time.
   * @throws CallFailed `no-master-key`
   */
  async seal(
    { client }: Pick<Handover, 'client'>,
    bytes: Uint8Array,
    summary: InvoiceSummary | undefined,
  ): Promise<SubmittedFile> {
    const file = await sealWithSummary(this.ports, client, bytes, summary);
    return { ...file, size: bytes.length };
  }

  /**
   * Safe to repeat under the same intake key after a crash at any point: the invoice that the first try made is found.
   * @throws CallFailed `no-master-key`, `busy`
   */
  async run(handover: Handover, fit: FitInvoice): Promise<Submitted> {
    const { invoices, content, telemetry } = this.ports;
    const { rule, warnings, file } = fit;
    const sealOptional = (text: string | undefined) =>
      text === undefined ? undefined : content.sealText(handover.client, text);
    const sealedReceiver = await sealOptional(fit.receiver);
    const sealedDefaults = await sealOptional(fit.defaults && JSON.stringify(fit.defaults));
    const mapping = fit.mapping && (await this.sealMapping(handover.client, fit.mapping));
    const made = this.buildRecord(handover, fit);
    const record = {
      ...made,
      ...(sealedReceiver !== undefined && { sealedReceiver }),
      ...(sealedDefaults !== undefined && { sealedDefaults }),
      ...(mapping && { mapping }),
    };
    const fresh = { invoice: record, duplicate: false, warnings, ...(rule && { rule }) };
    const answer = handover.answer(fresh);
    const intake = await invoices.takeIn({
      record,
      events: [this.buildReceivedEvent(record)],
      audit: rule === undefined ? [] : [routeAudit(handover, record, rule)],
      files: [file],
      answer: { claim: handover.claim, answer },
    });
    if (!intake.taken) {
      const invoice = await noteReference(intake.holder, fit.invoiceRef, this.ports);
      return { ...fresh, invoice, duplicate: true };
    }
    const { id, createdAt } = intake.invoice;
    scheduleStored(this.ports, taskOf(intake.invoice), createdAt, { invoice_id: id });
    if (!intake.isNew) return { ...fresh, invoice: intake.invoice };
    telemetry.invoiceMoved(fit.route, 'queued');
    return { ...fresh, answer };
  }

  private async sealMapping(client: string, { mapping, settings }: AppliedMapping): Promise<UsedMapping> {
    const sealedSettings = await this.ports.content.sealText(client, jsonText(settings));
    return { connector: mapping.connector, version: mapping.version, sealedSettings };
  }

  private buildRecord({ client, claim }: Handover, fit: FitInvoice): InvoiceRecord {
    const { clock, environment } = this.ports;
    const { route, invoiceRef, number, issueDate, format, kind, fingerprint, isFinished, warnings, offline } =
      fit;
    const { sha256, size, sealedText: sealedSummary, hashes = [] } = fit.file;
    const now = clock.now();
    const deadlineAt = issueDate === null ? undefined : deadlineFor(route, issueDate, offline !== undefined);
    return {
      id: idOfCall(claim),
      client,
      environment,
      route,
      state: 'queued',
      version: 1,
      invoiceRef,
      ...(number !== null && { invoiceNumber: writtenNumber(route, number) }),
      ...(issueDate !== null && { issueDate }),
      format,
      fingerprint,
      intakeKey: claim.claimId,
      legalId: null,
      buyerStatus: null,
      ...(sealedSummary !== undefined && { sealedSummary }),
      ...searchWordsOf(hashes),
      ...(isFinished && { documentSha256: sha256 }),
      errors: [],
      ...(warnings.length > 0 && { warnings }),
      documents: [{ kind, sha256, size }],
      care: [],
      lastSequence: 1,
      failures: 0,
      dueAt: now,
      work: 'check',
      lease: null,
      reachedRail: false,
      ...(deadlineAt && { deadlineAt }),
      ...(offline && { offline }),
      createdAt: now,
      updatedAt: now,
    };
  }

  private buildReceivedEvent(record: InvoiceRecord) {
    const occurredAt = record.createdAt;
    const { ids, reportWriter } = this.ports;
    const eventId = ids.next('evt');
    const facts = { eventId, sequence: 1, occurredAt, status: 'received', direction: 'out' } as const;
    return buildEvent(record, facts, reportWriter);
  }
}

/** A repeated call has the id of the first try: a store then keeps one invoice of both by its id alone. */
const idOfCall = ({ claimId }: HeldClaim): string => `inv_${claimId.slice(claimId.indexOf('_') + 1)}`;

const routeAudit = (
  { caller, requestId }: Handover,
  record: InvoiceRecord,
  rule: RouteRuleName,
): AuditEntry => ({
  at: record.createdAt,
  action: 'route_chosen',
  actor: caller.keyId,
  client: record.client,
  subject: record.id,
  requestId,
  details: { route: record.route, rule },
});
