import type { CallerPlace, DocumentPlace } from '../../domain/documents/caller-place.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { EarlierInvoice } from '../../domain/routes/route-context.ts';
import { fingerprintText } from '../../domain/invoice/fingerprint.ts';
import type { AppliedMapping, ConnectorSettings, Mapping } from '../../domain/mapping/mapping.ts';
import { recognise } from '../../domain/mapping/recognise.ts';
import { jsonText } from '../../domain/json/json-text.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { LogFields } from '../../ports/log.ts';
import { BODY_WORK } from '../reading/body-reader.ts';
import { openBody, partOfBody, readBack } from '../reading/opened-body.ts';
import { type BuildsDocuments, canonicalSteps } from './canonical-steps.ts';
import { type EarlyFindings, earlyFindings } from './early-findings.ts';
import { type FactsReading, readFacts } from './invoice-facts.ts';
import { findingsAtOnce, type OwnLayers, ownLayers } from './own-layers.ts';
import { withErpFields } from './export-reading.ts';
import { canonicalSource, type LargeSource, readingOf, type Subject } from './subject.ts';

/** A large subject as plain data. */
interface LargeSubject extends Omit<LargeSource, 'form' | 'erpTotals' | 'exported'> {
  readonly route: Route;
  readonly exported?: WrittenMapping | undefined;
  /** JSON. */
  readonly erpTotals?: string;
}

/** A mapping with its settings as JSON: numbers would lose their class on the way to a thread. */
interface WrittenMapping {
  readonly mapping: Mapping;
  readonly settings: string;
}

/** A large document or export that is not read yet. */
export interface LargePart {
  readonly bytes: Uint8Array;
  readonly exported?: WrittenMapping | undefined;
}

export const writtenMapping = (exported: AppliedMapping | undefined): WrittenMapping | undefined =>
  exported && { mapping: exported.mapping, settings: jsonText(exported.settings) };

const readBackMapping = (exported: WrittenMapping | undefined): AppliedMapping | undefined =>
  exported && { mapping: exported.mapping, settings: readBack(exported.settings) as ConnectorSettings };

export const toLargeSubject = ({ route, source }: Subject<LargeSource>): LargeSubject => {
  const { format, receiver, bytes, invoiceRef, erpTotals, context, defaults, exported } = source;
  return {
    route,
    format,
    bytes,
    receiver,
    invoiceRef,
    context,
    defaults,
    exported: writtenMapping(exported),
    ...(erpTotals !== undefined && { erpTotals: jsonText(erpTotals) }),
  };
};

interface LargeLayers extends OwnLayers {
  /** Lines for the log, as the thread has none. */
  readonly faults: readonly (readonly [LogFields, string])[];
}

/** The work on large documents off the event loop: each task starts from the bytes and keeps nothing. */
export const readingWork = (documents: BuildsDocuments) => ({
  ...BODY_WORK,

  /** Why the mapping cannot read an export; undefined if it can. */
  unrecognised({ bytes, exported }: LargePart): Unrecognised | undefined {
    return exported && findUnrecognised(exported, partOfBody(bytes));
  },

  facts: ({ bytes, exported }: LargePart): FactsReading =>
    readFacts(readingOf(partOfBody(bytes), readBackMapping(exported))),

  earlierInvoices({
    route,
    bytes,
    exported,
  }: LargePart & Pick<LargeSubject, 'route'>): readonly EarlierInvoice[] {
    const read = readingOf(partOfBody(bytes), readBackMapping(exported), route).read();
    return read.ok ? (profileOf(route).context?.earlierInvoices(read.invoice) ?? []) : [];
  },

  async judge(subject: LargeSubject): Promise<EarlyFindings> {
    const { route, format, bytes } = subject;
    const json = partOfBody(bytes);
    const source = sourceFrom(subject, json);
    const result = await findingsAtOnce(canonicalSteps({ documents, log: NO_LOG }), { route, source });
    return earlyFindings(result, () => fingerprintText(route, format, source.mapped?.().document ?? json));
  },

  /** None if the document is not JSON. */
  async layers(subject: LargeSubject): Promise<LargeLayers> {
    const opened = openBody(subject.bytes);
    const isUnread = !opened.ok || (subject.exported && findUnrecognised(subject.exported, opened.json));
    if (isUnread) return { layers: [], faults: [] };
    const source = sourceFrom(subject, opened.json);
    const faults: [LogFields, string][] = [];
    const log = { error: (fields: LogFields, message: string) => void faults.push([fields, message]) };
    const own = await ownLayers(canonicalSteps({ documents, log }), { route: subject.route, source });
    return { ...own, faults };
  },

  /** Present if a document was built. */
  places({
    places,
    ...subject
  }: LargeSubject & { readonly places: readonly DocumentPlace[] }): readonly CallerPlace[] {
    const source = sourceFrom(subject, partOfBody(subject.bytes));
    const read = source.read();
    if (!read.ok) throw new Error('a document was built of what cannot be read');
    const matchingPlaces = documents.places(
      read.invoice,
      subject.route,
      subject.format,
      places,
      subject.defaults,
    );
    return withErpFields(matchingPlaces, source.mapped?.());
  },
});

export type Unrecognised = Extract<ReturnType<typeof recognise>, { readonly ok: false }>;

export function findUnrecognised(
  { mapping }: Pick<AppliedMapping, 'mapping'>,
  json: unknown,
): Unrecognised | undefined {
  const recognised = recognise(mapping, json);
  return recognised.ok ? undefined : recognised;
}

export type ReadingWork = ReturnType<typeof readingWork>;

const sourceFrom = (
  { route, format, receiver, invoiceRef, erpTotals, context, defaults, exported }: LargeSubject,
  json: unknown,
) =>
  canonicalSource({
    ...readingOf(json, readBackMapping(exported), route),
    format,
    receiver,
    invoiceRef,
    context,
    defaults,
    ...(erpTotals !== undefined && { erpTotals: readBack(erpTotals) }),
  });

/** A task builds nothing at once, so no build can fail. */
const NO_LOG = { error: () => undefined };
