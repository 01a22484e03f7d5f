import type { Finding } from '../../domain/findings/finding.ts';
import { verdictOf } from '../../domain/findings/layer.ts';
import { isFormatOf } from '../../domain/vocabulary/formats.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Turn } from '../../ports/validator.ts';
import { errorsOf, notRunFinding, sourceFinding, warningsOf } from '../care/care.ts';
import type { FinishedDocument, InvoiceFiles } from '../content/invoice-files.ts';
import { moved, type Step } from '../lifecycle/move.ts';
import type { ExamineDocument } from './examine-document.ts';
import { failedRun } from './failed-run.ts';
import { type ExaminedDocument, type Source, sourceOf } from './subject.ts';

export interface StepTools {
  readonly files: InvoiceFiles;
  readonly examine: Pick<ExamineDocument, 'run'>;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly digests: Digests;
  /** `RETRY_SCALE`. */
  readonly retryScale: number;
}

/** What a worker does in each state; states without a row wait for somebody else. */
export const STEPS: Partial<
  Record<InvoiceState, (record: InvoiceRecord, tools: StepTools) => Step | Promise<Step>>
> = {
  queued: check,
  validated: handOver,
};

/** Builds the document and runs the official rules on it. */
async function check(record: InvoiceRecord, tools: StepTools): Promise<Step> {
  const { files: invoiceFiles, examine } = tools;
  const source = await handedIn(record, tools);
  if (!source) return sourceGone(record, tools);
  const { layers, document: built } = await examine.run({ route: record.route, source }, turnOf(record));
  if (layers.length === 0) return sourceGone(record, tools);
  const document = built && finished(built, tools.digests);
  const verdict = verdictOf(layers);
  const judged = withWarnings(record, warningsOf(layers, tools.catalogue));
  switch (verdict.verdict) {
    case 'valid': {
      if (!document) throw new Error('a valid invoice without a document');
      const { documents, files } = await invoiceFiles.sealChecked(record, document, layers);
      const { sha256: documentSha256 } = document;
      const checked = { ...judged, documents, documentSha256, failures: 0, errors: [] };
      return { ...moved(checked, 'validated', tools, { dueAt: tools.clock.now() }), files };
    }
    case 'invalid': {
      const { documents, files } = await invoiceFiles.sealRefused(record, document, layers);
      const refused = { ...judged, documents, ...(document && { documentSha256: document.sha256 }) };
      const errors = errorsOf(layers, tools.catalogue);
      return { ...moved(refused, 'validation_failed', tools, { dueAt: null, errors }), files };
    }
    case 'not_run':
      return failedRun(record, { finding: notRunFinding(verdict), layers }, tools);
  }
}

/** Of the whole check, in place of what was seen at once. */
function withWarnings(
  { warnings: _, ...record }: InvoiceRecord,
  warnings: readonly Finding[],
): InvoiceRecord {
  return warnings.length > 0 ? { ...record, warnings } : record;
}

const turnOf = ({ client }: InvoiceRecord): Turn => ({ client, patience: 'wait' });

/** What was handed in, the first of its documents, in its form; undefined when it can no longer be read. */
async function handedIn(record: InvoiceRecord, { files }: StepTools): Promise<Source | undefined> {
  const { route, format, invoiceRef } = record;
  const [{ kind } = { kind: 'canonical' as const }] = record.documents;
  const bytes = await files.read(record, kind);
  if (kind !== 'canonical') return bytes && { form: 'file', bytes, turn: turnOf(record) };
  if (!bytes || !isFormatOf(route, format)) return undefined;
  return sourceOf({ bytes }, { format, invoiceRef });
}

function finished({ kind, mediaType, bytes }: ExaminedDocument, digests: Digests): FinishedDocument {
  return { kind, mediaType, bytes, sha256: digests.sha256(bytes) };
}

function sourceGone(record: InvoiceRecord, tools: StepTools): Step {
  return moved(record, 'source_error', tools, { dueAt: null, errors: [sourceFinding()] });
}

/** On the German route the checked document waits for pick-up; other routes have no deliverer yet and are not taken in. */
function handOver(record: InvoiceRecord, tools: StepTools): Step {
  return moved(record, 'ready', tools, { dueAt: null });
}
