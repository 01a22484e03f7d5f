import type { AskedPlace, FoundPlace } from '../../domain/documents/found-place.ts';
import type { Finding, NonEmpty } from '../../domain/findings/finding.ts';
import { isError } from '../../domain/findings/finding.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { EarlierInvoice } from '../../domain/routes/route-context.ts';
import { fingerprintText } from '../../domain/invoice/fingerprint.ts';
import { parseCanonical } from '../../domain/invoice/parse-canonical.ts';
import { jsonText } from '../../domain/json/json-text.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { LogFields } from '../../ports/log.ts';
import { BODY_WORK } from '../reading/body-reader.ts';
import { openBody, partOfBody, readBack } from '../reading/opened-body.ts';
import { type BuildsDocuments, canonicalSteps } from './canonical-steps.ts';
import { type AskedFacts, askedFacts, factsOf, type InvoiceFacts } from './invoice-facts.ts';
import { findingsAtOnce, type OwnLayers, ownLayers } from './own-layers.ts';
import { canonicalSource, type LargeSource, pastLimitIn, readOnce, type Subject } from './subject.ts';

/** A large subject as plain data. */
export interface LargeSubject extends Omit<LargeSource, 'form' | 'erpTotals'> {
  readonly route: Route;
  /** JSON. */
  readonly erpTotals?: string;
}

export const written = ({ route, source }: Subject<LargeSource>): LargeSubject => {
  const { format, receiver, bytes, invoiceRef, erpTotals, context } = source;
  return {
    route,
    format,
    bytes,
    receiver,
    invoiceRef,
    context,
    ...(erpTotals !== undefined && { erpTotals: jsonText(erpTotals) }),
  };
};

/** What can be said of an invoice while its caller waits. */
export interface Judged {
  readonly findings: readonly Finding[];
  /** When no error was found. */
  readonly fit?: { readonly facts: InvoiceFacts; readonly fingerprintText: string };
}

export interface LargeLayers extends OwnLayers {
  readonly pastLimit?: NonEmpty<Finding>;
  /** What was to be logged as an error. */
  readonly faults: readonly (readonly [LogFields, string])[];
}

/** What is done with large documents off the event loop: each in one go from its bytes, remembering nothing. */
export const readingWork = (documents: BuildsDocuments) => ({
  ...BODY_WORK,

  facts: (bytes: Uint8Array): AskedFacts => askedFacts(parseCanonical(partOfBody(bytes))),

  earlierInvoices({ route, bytes }: Pick<LargeSubject, 'route' | 'bytes'>): readonly EarlierInvoice[] {
    const read = parseCanonical(partOfBody(bytes));
    return read.ok ? (profileOf(route).context?.earlierInvoices(read.invoice) ?? []) : [];
  },

  async judge(subject: LargeSubject): Promise<Judged> {
    const { route, format, bytes } = subject;
    const json = partOfBody(bytes);
    const source = sourceFrom(subject, json);
    const { findings, known } = await findingsAtOnce(canonicalSteps({ documents, log: NO_LOG }), {
      route,
      source,
    });
    if (!known.invoice || findings.some(isError)) return { findings };
    const text = fingerprintText(route, format, json);
    return { findings, fit: { facts: factsOf(known.invoice), fingerprintText: text } };
  },

  /** None when the document is no JSON. */
  async layers(subject: LargeSubject): Promise<LargeLayers> {
    const opened = openBody(subject.bytes);
    if (!opened.ok) return { layers: [], faults: [] };
    const source = sourceFrom(subject, opened.json);
    const pastLimit = pastLimitIn(source);
    const faults: [LogFields, string][] = [];
    const log = { error: (fields: LogFields, message: string) => void faults.push([fields, message]) };
    const own = await ownLayers(canonicalSteps({ documents, log }), { route: subject.route, source });
    return { ...own, faults, ...(pastLimit && { pastLimit }) };
  },

  /** Of a document that was built. */
  places({
    asked,
    ...subject
  }: LargeSubject & { readonly asked: readonly AskedPlace[] }): readonly FoundPlace[] {
    const read = parseCanonical(partOfBody(subject.bytes));
    if (!read.ok) throw new Error('a document was built of what cannot be read');
    return documents.places(read.invoice, subject.route, subject.format, asked);
  },
});

export type ReadingWork = ReturnType<typeof readingWork>;

const sourceFrom = ({ format, receiver, invoiceRef, erpTotals, context }: LargeSubject, json: unknown) =>
  canonicalSource({
    read: readOnce(json),
    format,
    receiver,
    invoiceRef,
    context,
    ...(erpTotals !== undefined && { erpTotals: readBack(erpTotals) }),
  });

/** Nothing is built at once, so nothing can fail to be. */
const NO_LOG = { error: () => undefined };
