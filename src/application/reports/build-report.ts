import { handleRows, ofCodes } from '../../domain/lifecycle/care-rows.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { RouteReports } from '../../domain/routes/route-reports.ts';
import type { StatedSale } from '../../domain/vocabulary/stated-sale.ts';
import { newSubmission, type Submission } from '../../domain/sending/submission.ts';
import type { StatusMapping } from '../../domain/sending/status-mapping.ts';
import { type ReportedSale, salesThatCount } from '../../domain/reports/reported-sale.ts';
import { documentKind, type TaxReport } from '../../domain/reports/tax-report.ts';
import { repeatedWait } from '../../domain/sending/retry.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { ReportFlows } from '../../ports/rail/report-flows.ts';
import type { ReportStore } from '../../ports/report-store.ts';
import { railOf } from '../sending/attempt.ts';
import { careWhileSending } from '../sending/care.ts';
import type { AnswerPorts, SendingPorts } from '../sending/sending-ports.ts';
import { type ReportStep, reschedule } from './report-step.ts';
import { missingCredential } from '../sending/missing-credential.ts';

export interface ReportPorts extends AnswerPorts, SendingPorts {
  readonly reports: Pick<ReportStore, 'salesOf'>;
  readonly invoices: Pick<InvoiceReads, 'find' | 'findSent'>;
  readonly digests: Digests;
  readonly content: TextSealer;
}

export function reportsOf({ route }: Pick<TaxReport, 'route'>): RouteReports {
  const { reports } = profileOf(route);
  if (!reports) throw new Error(`${route} has no reports`);
  return reports;
}

export function flowsOn({ route, reportFlows }: Rail): ReportFlows {
  if (!reportFlows) throw new Error(`the rail of ${route} sends no reports`);
  return reportFlows;
}

/**
 * Writes the document of the sales that are stated now. It is stored before it is sent, so each try sends the same bytes. A report whose
 * sales have not changed since its last document has nothing to do. One that is held after a restore waits for the operator.
 */
export async function buildReport(record: TaxReport, ports: ReportPorts): Promise<ReportStep> {
  if (record.heldSince) return reschedule(record, null, ports);
  const { clock, digests, credentials, content } = ports;
  const sales = await salesOf(record, ports);
  const salesSha256 = digests.sha256(sales.map(({ id }) => id).join('\n'));
  const isStated = record.state === 'accepted' ? record.acceptedSales : record.salesSha256;
  if (isStated === salesSha256) return reschedule(record, null, ports);
  const rail = railOf(record, ports);
  const credential = await credentials.choose(record.client, record.route, [record.declarant]);
  if (!credential) return waitForClient(record, missingCredential(record.route), ports);
  const sender = flowsOn(rail).platformOf(credential);
  if ('networkStatus' in sender) return waitForClient(record, sender, ports);
  const stated = await Promise.all(sales.map((sale) => openSale(sale, content)));
  const name = stated.at(-1)?.declarant.name ?? record.declarant;
  const now = clock.now();
  const submissionId = rail.newSubmissionId(salesSha256);
  const xml = reportsOf(record).write({
    id: submissionId,
    at: now,
    isReplacement: record.mayBeHeld,
    sender,
    declarant: { id: record.declarant, name },
    part: record.part,
    period: { first: record.firstDay, last: record.lastDay },
    entries: stated.flatMap(({ entries }) => entries).filter(({ part }) => part === record.part),
  });
  const documentsMade = record.documentsMade + 1;
  const bytes = new TextEncoder().encode(xml);
  const kind = documentKind(documentsMade);
  const { documents, files } = await ports.files.sealReceived(record, [{ kind, bytes }]);
  const next: TaxReport = {
    ...withoutErrors(record, now),
    state: 'queued',
    work: 'send',
    failures: 0,
    documents,
    documentsMade,
    salesSha256,
    salesStated: sales.length,
    legalId: null,
    documentSha256: digests.sha256(bytes),
    submission: { ...newSubmission(submissionId, now), ...dropsOf(record.submission) },
  };
  return reschedule(next, now, ports, files);
}

/** Its invoice never reached the buyer: another one may come in its place. */
const WITHOUT_EFFECT: ReadonlySet<InvoiceState> = new Set(['rejected', 'cancelled', 'validation_failed']);

/** A sale whose invoice another route delivers counts as its invoice stands. One whose invoice is deleted was delivered. */
async function salesOf(
  { id }: Pick<TaxReport, 'id'>,
  { reports, invoices }: Pick<ReportPorts, 'reports' | 'invoices'>,
): Promise<readonly ReportedSale[]> {
  const sales = salesThatCount(await reports.salesOf(id));
  const counts = await Promise.all(
    sales.map(async ({ invoiceId }) => {
      const invoice = invoiceId?.startsWith('inv_') === true ? await invoices.find(invoiceId) : undefined;
      return !invoice || !WITHOUT_EFFECT.has(invoice.state);
    }),
  );
  return sales.filter((_, index) => counts[index]);
}

/** A document that the route has dropped before is refused the next time. */
const dropsOf = ({ drops, lastDrop }: Partial<Submission> = {}) => ({
  ...(drops !== undefined && { drops }),
  ...(lastDrop !== undefined && { lastDrop }),
});

/** The rows of what kept the report from being written, or got it refused, are over. */
function withoutErrors(record: TaxReport, now: Date): TaxReport {
  const codes = record.errors.map(({ code }) => code);
  return { ...record, care: handleRows(record.care, now, ofCodes(codes)), errors: [] };
}

/** Waits without an end: only the client can help, and a care row says so. */
function waitForClient(record: TaxReport, mapping: StatusMapping, ports: ReportPorts): ReportStep {
  const noted = careWhileSending(record, { mapping }, { course: 'fail' }, ports);
  const failures = record.failures + 1;
  const at = repeatedWait(failures, ports.clock.now(), ports.retryScale);
  return { ...reschedule({ ...noted, failures }, at, ports), failure: { code: mapping.code } };
}

export async function openSale(
  { client, sealedSale }: ReportedSale,
  content: Pick<TextSealer, 'openText'>,
): Promise<StatedSale> {
  return JSON.parse(await content.openText(client, sealedSale)) as StatedSale;
}
