import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { type Layer, verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import { packMissingIn } from '../../domain/findings/pack-missing.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { partyWords } from '../../domain/lifecycle/party-words.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { Work } from '../../domain/lifecycle/work.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { WireCall } from '../../domain/sending/network-calls.ts';
import type { BlindIndex } from '../../ports/blind-index.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import type { PoolAccess } from '../../ports/validator.ts';
import { asAtIntake, isBesideOthers } from '../../domain/checks/pre-check/doubts.ts';
import { errorsOf, notRunFinding, sourceFinding, warningsOf } from '../care/care.ts';
import type { FinishedDocument } from '../content/invoice-files.ts';
import type { SentReading } from '../content/addressed-to.ts';
import { withReading } from '../sending/sent-document.ts';
import { noteDerivedSale, reportInvoice, stateSaleBeside } from '../reports/report-invoice.ts';
import type { SalePorts } from '../reports/take-sale.ts';
import { type Mailing, statedMailing, withAddressee } from '../mailing/address-mail.ts';
import { mailSendingPorts, sendableMail } from '../mailing/sendable-mail.ts';
import { sendableInvoice } from '../sending/sendable-invoice.ts';
import { sendingSteps } from '../sending/sending-steps.ts';
import type { BatchMembers, InvoiceSendingPorts } from '../sending/sending-ports.ts';
import { move, moveThrough, type Step } from '../lifecycle/move.ts';
import type { Run, StepRow, StepTable } from '../work/record-kind.ts';
import type { ExamineDocument } from './examine-document.ts';
import { closeRepaired, type RepairPorts } from './close-repaired.ts';
import { signCodes } from './sign-codes.ts';
import { withoutMissingPack } from './missing-pack.ts';
import { retryCheck, waitForPack } from './retry-check.ts';
import { findSource, type StoredSourcePorts } from './stored-source.ts';
import type { ExaminedDocument } from './subject.ts';

export interface CheckingPorts extends InvoiceSendingPorts, SalePorts {
  readonly invoices: RepairPorts['invoices'] & InvoiceSendingPorts['invoices'];
  readonly telemetry: InvoiceSendingPorts['telemetry'] & RepairPorts['telemetry'];
  readonly mappings: StoredSourcePorts['mappings'];
  readonly recent?: StoredSourcePorts['recent'];
  readonly examine: Pick<ExamineDocument, 'run'>;
  readonly catalogue: Catalogue;
  readonly digests: Digests;
  /** Absent where nothing is mailed. */
  readonly mailing?: Mailing | undefined;
  readonly environment: Environment;
  /** Absent if buyers are not searched for. */
  readonly buyerIndex?: BlindIndex | undefined;
}

/**
 * What a worker does in each state, by the work that the record names. An invoice in any other state waits for another actor. Only the run
 * that has committed the mark of a send makes the call.
 */
export function invoiceSteps(
  ports: CheckingPorts,
  membersOf: (run: Run) => BatchMembers<InvoiceRecord>,
): StepTable<InvoiceRecord> {
  const { prepare, send, ask, poll, receipt } = sendingSteps(sendableInvoice(ports, membersOf), ports);
  return {
    'queued check': (record) => check(record, ports),
    'queued send': { mark: prepare, afterMark: send },
    'submitting send': { mark: prepare, afterMark: send },
    'submitting inquire': ask,
    'submitted poll': poll,
    'accepted poll': poll,
    'delivered poll': poll,
    'accepted receipt': receipt,
    'delivered receipt': receipt,
    'rejected receipt': receipt,
    'ready report': (record) => reportInvoice(record, ports),
    ...mailSteps(ports),
  } satisfies Partial<Record<`${InvoiceState} ${Work}`, StepRow<InvoiceRecord>>>;
}

/** The document of an invoice that is ready is mailed; the invoice stays ready. */
function mailSteps(ports: CheckingPorts): Partial<Record<`ready ${Work}`, StepRow<InvoiceRecord>>> {
  const { mailing, environment } = ports;
  if (!mailing) return {};
  const { unknown, recorder, carrier } = mailing;
  const own = {
    ...mailSendingPorts(ports, carrier),
    recorder: {
      collect: <T>(_of: unknown, work: (calls: WireCall[]) => Promise<T>) => recorder.collect(work),
    },
    unknown,
    isTest: environment === 'sandbox',
  };
  const { prepare, send, ask } = sendingSteps(sendableMail(own), own);
  return { 'ready send': { mark: prepare, afterMark: send }, 'ready inquire': ask };
}

/** Builds the document and runs the official rules on it. */
async function check(record: InvoiceRecord, ports: CheckingPorts): Promise<Step> {
  const { files: invoiceFiles, examine } = ports;
  await closeRepaired(record, ports);
  const access: PoolAccess = { client: record.client, whenBusy: 'wait' };
  const source = await findSource(record, access, ports);
  if (!source) return endWithoutSource(record, ports);
  const isSent = ports.rails.has(record.route);
  const stated = await statedMailing(record, ports);
  const reading = { addressing: isSent || stated !== undefined };
  const subject = { route: record.route, source };
  const { document: built, ...examined } = await examine.run(subject, access, reading);
  const layers = doubtsAsAtIntake(examined.layers, record);
  if (layers.length === 0) return endWithoutSource(record, ports);
  const document = built && withHash(built, ports.digests);
  const verdict = verdictOf(layers);
  const updated = {
    ...withWarnings(withoutMissingPack(record, ports.clock.now()), warningsOf(layers, ports.catalogue)),
    ...(await buyerWordsOf(record, built, ports)),
  };
  switch (verdict.verdict) {
    case 'valid': {
      if (!built || !document) throw new Error('a valid invoice without a document');
      const { documents, files } = await invoiceFiles.sealChecked(record, document, layers);
      const { sha256: documentSha256 } = document;
      const signed = await signCodes(updated, document, ports);
      if ('severity' in signed) return retryCheck(record, { finding: signed, layers }, ports);
      const sales = await takeSales(record, document, ports);
      const changed = await correctionWarnings(record, document, ports);
      const checked = {
        ...withMoreWarnings(signed, changed),
        documents,
        documentSha256,
        failures: 0,
        crashes: 0,
        errors: [],
        ...sales,
      };
      const mailed = await withAddressee(checked, stated, built.addressing, ports);
      const isRead = (isSent && !document.sale) || mailed !== undefined;
      const read = isRead ? await withReading(mailed ?? checked, readingIn(built), ports) : checked;
      return { ...handOver(read, ports), files };
    }
    case 'invalid': {
      const { documents, files } = await invoiceFiles.sealRefused(record, document, layers);
      const refused = { ...updated, documents, ...(document && { documentSha256: document.sha256 }) };
      const errors = errorsOf(layers, ports.catalogue);
      return { ...move(refused, 'validation_failed', ports, { dueAt: null, errors }), files };
    }
    case 'not_run': {
      const missing = packMissingIn(layers);
      return missing
        ? waitForPack(record, missing, ports)
        : retryCheck(record, { finding: notRunFinding(verdict), layers }, ports);
    }
  }
}

/** The sale that the document is reported as, and those that are reported beside it. */
async function takeSales(
  record: InvoiceRecord,
  { sale, derivedSale, saleBeside }: Sales,
  ports: CheckingPorts,
): Promise<Pick<InvoiceRecord, 'sealedSale' | 'processingRule'>> {
  if (saleBeside) await stateSaleBeside(record, saleBeside, ports);
  if (derivedSale) await noteDerivedSale(record, derivedSale, ports);
  const processingRule = derivedSale?.processingRule;
  return {
    ...(sale && { sealedSale: await ports.content.sealText(record.client, JSON.stringify(sale)) }),
    ...(processingRule !== undefined && { processingRule }),
  };
}

type Sales = Pick<ExaminedDocument, 'sale' | 'derivedSale' | 'saleBeside'>;

/** What a technical correction changes of the refused document, if that is held. */
async function correctionWarnings(
  { client, route, offline }: InvoiceRecord,
  { kind, bytes }: Pick<FinishedDocument, 'kind' | 'bytes'>,
  { files }: Pick<CheckingPorts, 'files'>,
): Promise<readonly Finding[]> {
  if (offline?.replaces === undefined) return [];
  const refused = { client, documents: [{ kind, sha256: offline.replaces, size: 0 }] };
  const before = await files.read(refused, kind);
  if (!before) return [];
  const text = new TextDecoder();
  const finding = profileOf(route).offline?.changedContent(text.decode(before), text.decode(bytes));
  return finding ? [finding] : [];
}

const withMoreWarnings = (record: InvoiceRecord, more: readonly Finding[]): InvoiceRecord =>
  more.length > 0 ? { ...record, warnings: [...(record.warnings ?? []), ...more] } : record;

/** The send takes what the check has read; undefined if the thread did not get that far. */
function readingIn({ addressing, ...document }: ExaminedDocument): SentReading | undefined {
  const { syntax, specification, number, issueDate } = document;
  return addressing && { facts: { syntax, specification, number, issueDate }, addressing };
}

/** The buyer is known once the document is built, whatever the invoice came as. */
async function buyerWordsOf(
  { client }: InvoiceRecord,
  built: ExaminedDocument | undefined,
  { buyerIndex }: CheckingPorts,
): Promise<Pick<InvoiceRecord, 'buyerWords'>> {
  const buyer = built?.buyer ?? built?.addressing?.buyer;
  if (!buyerIndex || !buyer) return {};
  return { buyerWords: await buyerIndex.hashes(client, partyWords(buyer)) };
}

/** Replaces the findings of the intake by those of the whole check, except for those that only the intake makes. */
function withWarnings(
  { warnings: before = [], ...record }: InvoiceRecord,
  findings: readonly Finding[],
): InvoiceRecord {
  const warnings = [...findings, ...before.filter(isBesideOthers)];
  return warnings.length > 0 ? { ...record, warnings } : record;
}

/** Doubts only warn, so no outcome changes. */
const doubtsAsAtIntake = (layers: readonly Layer[], { warnings = [] }: InvoiceRecord): readonly Layer[] =>
  layers.map((layer) => ({ ...layer, findings: asAtIntake(layer.findings, warnings) })) as readonly Layer[];

function withHash(
  { kind, mediaType, bytes, embedded, sale, derivedSale, saleBeside }: ExaminedDocument,
  digests: Digests,
): FinishedDocument & Sales {
  return {
    kind,
    mediaType,
    bytes,
    sha256: digests.sha256(bytes),
    ...(embedded && { embedded }),
    ...(sale && { sale }),
    ...(derivedSale && { derivedSale }),
    ...(saleBeside && { saleBeside }),
  };
}

function endWithoutSource(record: InvoiceRecord, ports: CheckingPorts): Step {
  return move(record, 'source_error', ports, { dueAt: null, errors: [sourceFinding()] });
}

/** Without a network, or if its sale is reported, the checked document waits for pick-up; others are queued for sending. */
function handOver(record: InvoiceRecord, ports: CheckingPorts): Step {
  const now = ports.clock.now();
  if (record.sealedSale !== undefined)
    return moveThrough({ ...record, work: 'report' }, ['validated', 'ready'], ports, { dueAt: now });
  return ports.rails.has(record.route)
    ? moveThrough({ ...record, work: 'send' }, ['validated', 'queued'], ports, { dueAt: now })
    : record.sealedAddressee === undefined
      ? moveThrough(record, ['validated', 'ready'], ports, { dueAt: null })
      : moveThrough({ ...record, work: 'send' }, ['validated', 'ready'], ports, { dueAt: now });
}
