import { say } from 'en16931-rules/vocabulary/message.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Log } from '../../ports/log.ts';
import type { Printer } from '../../ports/printer.ts';
import type { WhenBusy } from '../../ports/validator.ts';
import type { ExaminedDocument } from './subject.ts';

interface Ports {
  readonly printer: Pick<Printer, 'hybrid'>;
  readonly digests: Pick<Digests, 'sha256'>;
  readonly log: Pick<Log, 'error'>;
}

interface Built {
  readonly layers: readonly Layer[];
  readonly document?: ExaminedDocument | undefined;
}

/**
 * Puts the XML into a PDF if the format is a hybrid. A PDF that cannot be made is our fault and may be corrected: the invoice is tried
 * again, not refused.
 * @throws CallFailed `busy` if the printer is busy and the caller does not wait.
 */
export async function printHybrid<T extends Built>(built: T, whenBusy: WhenBusy, ports: Ports): Promise<T> {
  const { hybrid, ...document } = built.document ?? {};
  if (!built.document || !hybrid) return built;
  const { printer, digests, log } = ports;
  const { bytes: xml, kind } = built.document;
  try {
    const bytes = await printer.hybrid({ ...hybrid, xml }, whenBusy);
    const embedded = { filename: hybrid.fileName, sha256: digests.sha256(xml), size: xml.length };
    return { ...built, document: { ...document, mediaType: 'application/pdf', bytes, embedded } };
  } catch (error) {
    if (whenBusy === 'refuse' && error instanceof CallFailed) throw error;
    log.error({ err: error, format: kind }, 'a PDF could not be made');
    return { ...built, layers: built.layers.map(withoutPdf), document: undefined };
  }
}

const NOT_PRINTED = say('calls.pdf-could-not-be-made');

const withoutPdf = (layer: Layer): Layer =>
  layer.layer === 'serializer'
    ? { ...layer, outcome: 'not_run', code: 'KOSIT-RUN', reason: NOT_PRINTED, findings: layer.findings }
    : layer;
