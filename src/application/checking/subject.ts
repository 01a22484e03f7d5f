import { type ParsedErpTotals, parseErpTotals } from '../../domain/checks/pre-check/erp-totals.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import type { EmbeddedFile } from '../../domain/findings/file-reading.ts';
import type { Outcome } from 'en16931-rules/vocabulary/layer.ts';
import type { HybridParts } from '../../domain/documents/built-document.ts';
import type { AddressedParty, Addressing } from '../../domain/vocabulary/addressing.ts';
import type { InvoiceTotal } from '../../domain/checks/pre-check/usual-total.ts';
import type { DocumentFacts } from '../../domain/vocabulary/document-facts.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { CanonicalInvoice } from '../../domain/invoice/canonical.ts';
import type { StatedDefaults } from '../../domain/invoice/completions/completion.ts';
import { type ParsedInvoice, parseCanonical } from '../../domain/invoice/parse-canonical.ts';
import { type MappedExport, mapExport } from '../../domain/mapping/map-export.ts';
import type { AppliedMapping } from '../../domain/mapping/mapping.ts';
import { inErpTerms } from '../../domain/mapping/erp-terms.ts';
import { recognise } from '../../domain/mapping/recognise.ts';
import { addressTo } from '../../domain/routing/peppol-receiver.ts';
import type { DocumentKind } from '../../domain/lifecycle/invoice-record.ts';
import type { CheckContext } from '../../domain/routes/route-context.ts';
import type { RoutedPurchase, StatedSale } from '../../domain/vocabulary/stated-sale.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { PoolAccess } from '../../ports/validator.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { isLarge } from '../reading/body-reader.ts';
import { openBody, type SentPart } from '../reading/opened-body.ts';
import { ReadDocument } from './recent-documents.ts';

/** What is checked for a route. */
export interface Subject<S extends Source = Source> {
  /** Null for a file whose route is not known: see `SubjectOfChecks`. */
  readonly route: S extends FileSource ? Route | null : Route;
  readonly source: S;
  /** The day by whose packs and calendar it is checked, `YYYY-MM-DD`; its own date if left out. */
  readonly on?: string | undefined;
}

/** The form in which an invoice was submitted. */
export type Source = CanonicalSource | LargeSource | FileSource;

/** A canonical document: read, then built in a format. */
export interface CanonicalSource {
  readonly form: 'canonical';
  readonly format: Format;
  /** The call's `invoice_ref`; the invoice number when left out. */
  readonly invoiceRef: string | undefined;
  /** See `Offer`. */
  readonly context: CheckContext | undefined;
  /** See `Offer`. */
  readonly defaults: StatedDefaults | undefined;
  /** The document in the domain's terms; read once. */
  readonly read: () => ParsedInvoice;
  /** The rules of the route that it breaks: judged by the call, unless that was done before. */
  readonly judgeOnce: (route: Route, judge: () => readonly Finding[]) => readonly Finding[];
  /** The totals that the call states, or the export. */
  readonly stated: ReturnType<typeof parseErpTotals>;
  /** Which of them the call states itself: `erp_totals.total_vat`. */
  readonly given: ReadonlySet<string>;
  /** Of an export: the invoice that it maps to; mapped once. */
  readonly mapped?: (() => MappedExport) | undefined;
}

/** The canonical form of what was submitted. */
export interface Offer {
  readonly format: Format;
  /** The receiver in Peppol, if the document does not name it itself. */
  readonly receiver?: string | undefined;
  readonly invoiceRef?: string | undefined;
  /** The call's `erp_totals`. */
  readonly erpTotals?: unknown;
  /** What the checks of the route need besides the invoice. */
  readonly context?: CheckContext | undefined;
  /** What the client's record states for the route. */
  readonly defaults?: StatedDefaults | undefined;
  /** Present if the document is an ERP's export: the mapping that it is read with. */
  readonly exported?: AppliedMapping | undefined;
}

interface GivenCanonical extends Omit<Offer, 'exported'> {
  readonly read: () => ParsedInvoice;
  /** Of a document that is kept from its intake to its check. */
  readonly judgeOnce?: ReadDocument['judgeOnce'] | undefined;
  readonly mapped?: (() => MappedExport) | undefined;
}

export const canonicalSource = ({
  read,
  judgeOnce,
  mapped,
  format,
  receiver,
  invoiceRef,
  erpTotals,
  context,
  defaults,
}: GivenCanonical): CanonicalSource => ({
  form: 'canonical',
  format,
  invoiceRef,
  context,
  defaults,
  read: receiver === undefined ? read : () => addReceiver(read(), receiver),
  stated: parseErpTotals(statedTotals(erpTotals, mapped?.())),
  judgeOnce: (route, judge) =>
    judgeOnce ? judgeOnce(JSON.stringify([route, format, receiver, defaults]), judge) : judge(),
  given: new Set(Object.keys(erpTotals ?? {}).map((name) => `erp_totals.${name}`)),
  mapped,
});

const addReceiver = (parsed: ParsedInvoice, receiver: string): ParsedInvoice =>
  parsed.ok ? { ok: true, invoice: addressTo(parsed.invoice, receiver) } : parsed;

/** @param document as `readJson` reads it. */
export const readOnce = (document: unknown): (() => ParsedInvoice) => new ReadDocument(document).read;

/**
 * How a part of a body is read; an export is read as the invoice that it maps to.
 * @param route undefined while it is to be chosen.
 */
export function readingOf(
  json: unknown,
  exported: AppliedMapping | undefined,
  route?: Route,
): Pick<GivenCanonical, 'read' | 'mapped'> {
  if (!exported) return { read: readOnce(json) };
  let map: MappedExport | undefined;
  const mapped = (): MappedExport => (map ??= mapExport(exported, json, route));
  let read: ParsedInvoice | undefined;
  return { mapped, read: () => (read ??= parseCanonical(mapped().document)) };
}

/** The whole invoice, or its readable part. */
export const readablePart = (read: ParsedInvoice): CanonicalInvoice | undefined =>
  read.ok ? read.invoice : read.partly;

/** A canonical document that is too large for the event loop. */
export interface LargeSource extends Offer {
  readonly form: 'large';
  readonly bytes: Uint8Array;
}

/** A canonical document or an export by its size; undefined if it is readable as neither. */
export function sourceOf(
  { bytes, json }: SentPart,
  offer: Offer,
  route: Route,
): CanonicalSource | LargeSource | undefined {
  if (isLarge(bytes)) return { form: 'large', bytes, ...offer };
  const { exported, ...rest } = offer;
  const opened = json === undefined ? openBody(bytes) : { ok: true as const, json };
  if (!opened.ok || (exported && !recognise(exported.mapping, opened.json).ok)) return undefined;
  return canonicalSource({ ...rest, ...readingOf(opened.json, exported, route) });
}

type Limited = Pick<CanonicalSource, 'read' | 'mapped'> & Partial<Pick<CanonicalSource, 'stated' | 'given'>>;

/** Members past the limits, under the names that the caller knows. They are reported alone: no check runs (contract 8). */
export function pastLimitIn({ read, stated, given, mapped }: Limited): NonEmpty<Finding> | undefined {
  const limitsOf = (one: ParsedInvoice | ParsedErpTotals | undefined): readonly Finding[] =>
    one?.ok === false && one.pastLimit ? one.findings : [];
  const exported = mapped?.();
  const named = (finding: Finding): Finding =>
    exported && !given?.has(finding.field ?? '') ? inErpTerms([finding], exported.origins)[0]! : finding;
  const findings = [
    ...(exported?.pastLimit ? exported.findings : []),
    ...[...limitsOf(read()), ...limitsOf(stated)].map(named),
  ];
  const [first, ...rest] = [
    ...new Map(findings.toReversed().map((one) => [one.field, one])).values(),
  ].toReversed();
  return first && [first, ...rest];
}

export interface FileArrival {
  /** The day of its intake: see `dayOfFiling`. */
  readonly day: string;
}

/** A finished file, sent on unchanged. */
export interface FileSource {
  readonly form: 'file';
  readonly bytes: Uint8Array;
  readonly access: PoolAccess;
  /** Of a file that is submitted: contents that look wrong are findings. */
  readonly arrival?: FileArrival;
  /** A network has delivered it. */
  readonly isReceived?: boolean;
  /** This service built it, and it is checked once more. */
  readonly isBuiltHere?: boolean;
}

/** The document that goes to the route, with what the official layers are chosen by. */
export interface ExaminedDocument extends DocumentFacts {
  readonly kind: DocumentKind;
  /** `application/pdf`: a hybrid, whose XML the facts are of. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** From whom and to whom it goes: of a finished file, and of a built one if it was read. */
  readonly addressing?: Addressing;
  /** Of a document that was built here. */
  readonly buyer?: Pick<AddressedParty, 'name' | 'vatId'>;
  /** Of a credit note that was built here: the numbers of the invoices that it takes back. */
  readonly credited?: readonly string[];
  /** Of a finished file: what looks wrong in it. */
  readonly doubts?: readonly Finding[];
  /** Of a finished file: what its buyer reports. */
  readonly purchase?: RoutedPurchase;
  /** The XML of a hybrid. */
  readonly embedded?: EmbeddedFile;
  /** For a hybrid that is still XML: the content of its PDF. */
  readonly hybrid?: HybridParts;
  /** Of a sale that is reported and not sent: what it adds to reports. */
  readonly sale?: StatedSale;
  /** Of a sale that is sent, and whose report the platform derives. */
  readonly derivedSale?: StatedSale;
  /** Of a sale that is sent over a route without reports: it is stated in one of another route. */
  readonly saleBeside?: { readonly route: Route; readonly sale: StatedSale };
}

/** Of a finished file. */
export const statedTotal = ({ addressing }: ExaminedDocument): InvoiceTotal | undefined =>
  addressing?.total && { amount: Number(addressing.total.amount), currency: addressing.total.currency };

/** What the steps have read and built so far; each step adds to it. */
export interface Progress {
  readonly invoice?: CanonicalInvoice;
  readonly document?: ExaminedDocument;
  /** Of an invoice, once its amounts are computed. */
  readonly total?: InvoiceTotal | undefined;
  /** Of a refused document: what of it can be read. */
  readonly summary?: InvoiceSummary;
}

/** The findings of a step, and the progress after it. */
export interface StepResult {
  readonly outcome: Outcome;
  readonly progress: Progress;
}

/**
 * One of our own checks, a layer of its own.
 * @typeParam S the form that it is for.
 */
export interface OwnStep<S extends Source> {
  readonly layer: string;
  /** Of the layer's findings. */
  readonly source: string;
  /** Runs while the caller of an intake waits. */
  readonly atOnce: boolean;
  /** If it does not pass, nothing runs after it (decisions, "after a failure"). */
  readonly stops: boolean;
  /** The documents that it is a layer of; all if left out. */
  readonly when?: (subject: Subject<S>) => boolean;
  /** The layer is listed only when it has findings. */
  readonly isQuiet?: (subject: Subject<S>) => boolean;
  readonly take: (subject: Subject<S>, progress: Progress) => StepResult | Promise<StepResult>;
}

/** The totals of an ERP, if the call states no others. @param given the call's `erp_totals`. */
function statedTotals(given: unknown, mapped: MappedExport | undefined): unknown {
  if (!mapped) return given;
  if (given === undefined) return mapped.totals;
  return typeof given === 'object' && given !== null ? { ...mapped.totals, ...given } : given;
}
