import { type Finding, isError } from 'en16931-rules/vocabulary/finding.ts';
import { type Layer, verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import { packMissingIn } from '../../domain/findings/pack-missing.ts';
import {
  RECEIVED_INVOICE,
  type ReceivedRecord,
  receivedTask,
} from '../../domain/lifecycle/received-record.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import { searchWordsOf, tokensOf } from '../../domain/lifecycle/summary-search.ts';
import { isEnded } from '../../domain/vocabulary/buyer-status.ts';
import { ANSWERED_ROUTES } from '../../domain/statuses/answer.ts';
import { nextTry } from '../../domain/sending/retry.ts';
import type { BlindIndex } from '../../ports/blind-index.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Log } from '../../ports/log.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { careRows, errorsOf, faultFinding, notRunFinding, warningsOf } from '../care/care.ts';
import { closeWorkerCare } from '../lifecycle/worker-care.ts';
import type { ExamineDocument } from '../checking/examine-document.ts';
import type { ExaminedDocument } from '../checking/subject.ts';
import { answerBar, answerBasis, type AnswerBarPorts } from './answer-bar.ts';
import type { ReportPurchase } from '../reports/report-purchase.ts';
import {
  hasMissingPack,
  PACK_WAIT_MS,
  withMissingPack,
  withoutMissingPack,
} from '../checking/missing-pack.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import type { InvoiceFiles } from '../content/invoice-files.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import { tellOpened } from '../lifecycle/tell-opened.ts';
import type { RecordKind, StepFailure, WorkStep } from '../work/record-kind.ts';
import type { ContentStore, TextSealer } from '../../ports/content-store.ts';
import { repeatedReceived } from '../doubts/repeated-number.ts';
import { moveReceived, type ReceivedEventPorts } from './received-event.ts';

interface ReceivedCheckPorts extends ReceivedEventPorts, AnswerBarPorts {
  readonly received: ReceivedStore;
  readonly examine: Pick<ExamineDocument, 'run'>;
  readonly content: Pick<ContentStore & TextSealer, 'get' | 'openTexts' | 'sealText'>;
  /** Absent if summaries are not searched. */
  readonly buyerIndex?: BlindIndex | undefined;
  readonly files: Pick<InvoiceFiles, 'sealReport'>;
  readonly purchases: Pick<ReportPurchase, 'state' | 'withdraw'>;
  readonly catalogue: Catalogue;
  readonly telemetry: Pick<Telemetry, 'countReceivedMove' | 'careOpened'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** `RETRY_SCALE`. */
  readonly retryScale: number;
}

type Step = WorkStep<ReceivedRecord>;

/** Received invoices: each is checked by the layers of its route, once. */
export const receivedInvoices = (ports: ReceivedCheckPorts): RecordKind<ReceivedRecord> => ({
  name: RECEIVED_INVOICE,
  noun: 'a received invoice',
  store: ports.received,
  steps: { 'received check': (record) => check(record, ports) },
  taskOf: receivedTask,
  takeUp: (record) => closeWorkerCare(record, ports.clock.now()),
  reschedule: (record, at) => later(record, at, ports),
  mayGiveUp: () => true,
  giveUp: (record, error) => leaveToPeople(record, faultFinding(error), ports),
  isDeadLetter: ({ state, dueAt }) => state === 'received' && dueAt === null,
  logFields: ({ id }) => ({ invoice_id: id }),
  report: (before, after, failure) => report(before, after, failure, ports),
  shareOf: ({ route }) => route,
  tidyUp: () => ports.received.tidyUp(),
});

async function check(record: ReceivedRecord, ports: ReceivedCheckPorts): Promise<Step> {
  const { client, route, documents } = record;
  const bytes = await readHeldBytes(ports.content, record, documents[0]!);
  const access = { client, whenBusy: 'wait' } as const;
  const subject = { route, source: { form: 'file', bytes, isReceived: true, access } } as const;
  const { layers, document, summary } = await ports.examine.run(subject, access);
  const missing = packMissingIn(layers);
  if (missing) return waitForPack(record, missing, layers, ports);
  const summarised = await withSummary(record, summary, ports);
  // The number is stored before it is compared: of two that arrive at once one finds the other.
  if (record.invoiceNumber === undefined && document?.number)
    return later({ ...summarised, invoiceNumber: document.number }, ports.clock.now(), ports);
  const read = await withAnswerBar(summarised, document, ports);
  const verdict = verdictOf(layers);
  switch (verdict.verdict) {
    case 'valid':
      return sealResult(read, 'validated', layers, ports, await reportPurchase(record, document, ports));
    case 'invalid':
      // An earlier check, by other rules, may have stated it and died.
      await ports.purchases.withdraw(record);
      return sealResult(read, 'validation_failed', layers, ports);
    case 'not_run':
      return retry(record, notRunFinding(verdict), layers, ports);
  }
}

/** The intake reads no file while every thread is busy. */
async function withSummary(
  record: ReceivedRecord,
  summary: InvoiceSummary | undefined,
  { content, buyerIndex }: ReceivedCheckPorts,
): Promise<ReceivedRecord> {
  if (record.sealedSummary !== undefined || !summary) return record;
  const { client } = record;
  const sealedSummary = await content.sealText(client, JSON.stringify(summary));
  const hashes = (await buyerIndex?.hashes(client, tokensOf(summary))) ?? [];
  const { issueDate } = summary;
  return {
    ...record,
    ...(issueDate !== undefined && { issueDate }),
    sealedSummary,
    ...searchWordsOf(hashes),
  };
}

/** A later look finds another one if the basis has changed: it is read before. */
async function withAnswerBar(
  record: ReceivedRecord,
  document: ExaminedDocument | undefined,
  ports: AnswerBarPorts,
): Promise<ReceivedRecord> {
  const addressing = document?.addressing;
  if (!addressing || !ANSWERED_ROUTES.includes(record.route)) return record;
  const basis = await answerBasis(record, ports);
  const bar = await answerBar(record, { facts: document, addressing }, ports);
  return { ...record, ...(bar !== undefined && { answerBar: bar }), answerBasis: basis };
}

/** An invoice that the network has rejected, or its seller cancelled, meanwhile is no purchase. */
async function reportPurchase(
  record: ReceivedRecord,
  document: ExaminedDocument | undefined,
  { purchases, received }: ReceivedCheckPorts,
): Promise<readonly Finding[]> {
  if (!isEnded(record.presentStatus)) {
    const remarks = await purchases.state(record, document?.purchase);
    if (remarks.length === 0) return remarks;
    // The invoice may have ended while this process stood still, and no later check would withdraw the statement.
    const present = await received.find(record.id);
    if (!isEnded(present?.presentStatus)) return remarks;
  }
  await purchases.withdraw(record);
  return [];
}

/** @param remarks about its report; an error is for people. */
async function sealResult(
  record: ReceivedRecord,
  state: 'validated' | 'validation_failed',
  layers: readonly Layer[],
  ports: ReceivedCheckPorts,
  remarks: readonly Finding[] = [],
): Promise<Step> {
  const { documents, files } = await ports.files.sealReport(record, layers);
  const errors = state === 'validated' ? [] : errorsOf(layers, ports.catalogue);
  const repeated = await repeatedReceived(record, ports);
  const warnings = [...repeated, ...warningsOf(layers, ports.catalogue), ...remarks];
  const now = ports.clock.now();
  const judged = withoutMissingPack(record, now);
  const care = mergeCareRows(judged.care, careRows(remarks.filter(isError), now));
  const next = {
    ...judged,
    care,
    documents,
    failures: 0,
    crashes: 0,
    ...(warnings.length > 0 && { warnings }),
  };
  return { ...moveReceived(next, state, errors, ports), files };
}

/** The invoice is checked once its pack is installed, unless a person has handled its care row. */
async function waitForPack(
  record: ReceivedRecord,
  missing: Finding,
  layers: readonly Layer[],
  ports: ReceivedCheckPorts,
): Promise<Step> {
  const now = ports.clock.now();
  const waiting = withMissingPack(record, missing, now);
  const isHandled = waiting.care.every(({ code, handledAt }) => code !== missing.code || handledAt);
  const dueAt = isHandled ? null : new Date(now.getTime() + PACK_WAIT_MS * ports.retryScale);
  if (hasMissingPack(record))
    return { record: { ...waiting, dueAt, version: record.version + 1 }, events: [], files: [] };
  const { documents, files } = await ports.files.sealReport(record, layers);
  return { ...later({ ...waiting, documents }, dueAt, ports), files };
}

/** Repeats on the schedule of part 8. After the last try the invoice stays `received`, and a care row opens. */
async function retry(
  record: ReceivedRecord,
  finding: Finding,
  layers: readonly Layer[],
  ports: ReceivedCheckPorts,
): Promise<Step> {
  const failed = { ...record, failures: record.failures + 1 };
  const next = nextTry(failed.failures, ports.clock.now(), ports.retryScale);
  if (next !== 'give-up')
    return { ...later(failed, next.at, ports), failure: { code: finding.code, owner: finding.whoFixes } };
  const { documents, files } = await ports.files.sealReport(record, layers);
  return { ...leaveToPeople({ ...failed, documents }, finding, ports), files };
}

function leaveToPeople(record: ReceivedRecord, finding: Finding, ports: ReceivedCheckPorts): Step {
  const now = ports.clock.now();
  const care = mergeCareRows(record.care, careRows([finding], now));
  const next = {
    ...record,
    care,
    errors: [finding],
    dueAt: null,
    version: record.version + 1,
    updatedAt: now,
  };
  return { record: next, events: [], files: [] };
}

const later = (
  record: ReceivedRecord,
  dueAt: Date | null,
  { clock }: Pick<ReceivedCheckPorts, 'clock'>,
): Step => ({
  record: { ...record, dueAt, version: record.version + 1, updatedAt: clock.now() },
  events: [],
  files: [],
});

function report(
  before: ReceivedRecord,
  { id, client, route, state, failures, crashes = 0, dueAt, care }: ReceivedRecord,
  failure: StepFailure | undefined,
  { telemetry, log }: ReceivedCheckPorts,
): void {
  tellOpened(before.care, care, { telemetry });
  const fields = { invoice_id: id, client, route, state };
  if (state !== before.state) {
    telemetry.countReceivedMove(route, state);
    log.info(fields, 'moved');
  } else if (care.length > before.care.length) {
    log.warn({ ...fields, codes: care.map(({ code }) => code) }, 'a received invoice could not be checked');
  } else if (failures > before.failures || crashes > (before.crashes ?? 0)) {
    log.warn({ ...fields, failures, due_at: dueAt, ...failure }, 'retry scheduled');
  }
}
