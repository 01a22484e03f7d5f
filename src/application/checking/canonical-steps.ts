import { say } from 'en16931-rules/vocabulary/message.ts';
import { overlaidEarly, withoutRepeated } from '../../domain/findings/overlaid-early.ts';
import { standsInForReference } from '../../domain/checks/early-rules/invoice-reference.ts';
import { profileOf } from '../../domain/routes/all.ts';
import { checkRoute } from '../../domain/routes/check-route.ts';
import { saleBeside } from '../../domain/routes/sales-beside.ts';
import { creditedBy } from '../../domain/checks/pre-check/credited-by.ts';
import type { InvoiceTotal } from '../../domain/checks/pre-check/usual-total.ts';
import { summaryOfCanonical } from '../../domain/invoice/summary.ts';
import { computeAmounts } from '../../domain/invoice/totals.ts';
import { precheck } from '../../domain/checks/pre-check/precheck.ts';
import type { DocumentBuilder } from '../../domain/documents/document-builder.ts';
import { outcomeOf } from 'en16931-rules/vocabulary/layer.ts';
import { lastDayToFile } from '../../domain/lifecycle/deadlines.ts';
import type { CanonicalInvoice } from '../../domain/invoice/canonical.ts';
import { completeBy, type StatedDefaults } from '../../domain/invoice/completions/completion.ts';
import { judgeOr } from '../../domain/invoice/unjudged.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Log } from '../../ports/log.ts';
import { UNREADABLE } from './early-findings.ts';
import { EXPORT_STEPS, withErpTerms } from './export-reading.ts';
import {
  type CanonicalSource,
  type ExaminedDocument,
  type Progress,
  type OwnStep,
  readablePart,
  type StepResult,
  type Subject,
} from './subject.ts';

export type BuildsDocuments = Pick<DocumentBuilder, 'limits' | 'build' | 'places' | 'termAt' | 'termMeantAt'>;

interface Ports {
  readonly documents: BuildsDocuments;
  readonly log: Pick<Log, 'error'>;
}

/** The steps of a canonical document before the official layers, in the order of the decisions. */
export const canonicalSteps = ({ documents, log }: Ports): readonly OwnStep<CanonicalSource>[] => [
  ...EXPORT_STEPS,
  ...invoiceSteps({ documents, log }).map((step) => ({ ...step, take: withErpTerms(step.take) })),
];

const invoiceSteps = ({ documents, log }: Ports): readonly OwnStep<CanonicalSource>[] => [
  { layer: 'schema', source: 'schema', atOnce: true, stops: true, take: schema(documents) },
  { layer: 'pre-check', source: 'pre-check', atOnce: true, stops: false, take: preCheck },
  { layer: 'serializer', source: 'serializer', atOnce: false, stops: true, take: serializer(documents, log) },
];

/**
 * Reads the document in the domain's terms; rules of the route that it shows to be broken belong to its shape. An error in one
 * member hides no error of another.
 */
const schema =
  (documents: Ports['documents']) =>
  ({ source, route, on }: Subject<CanonicalSource>, progress: Progress): StepResult => {
    const { format, invoiceRef, context, defaults, stated } = source;
    const read = source.read();
    const invoice = readablePart(read);
    const shape = read.ok ? [] : read.findings;
    const broken = invoice
      ? [
          // Of FA(3) no layer with rules judges later.
          ...overlaidEarly(
            source.judgeOnce(route, () => checkRoute(invoice, route, format, defaults)),
            format === 'fa3' ? [] : (context?.overlays ?? []),
            on ?? judgeOr(() => invoice.invoice.issueDate, ''),
          ),
          ...(profileOf(route).context?.check(invoice, context ?? {}) ?? []),
        ]
      : [];
    const withoutPlace = invoice ? judgeOr(() => documents.limits(invoice, route, format, defaults), []) : [];
    const findings = [
      ...shape,
      ...broken,
      ...withoutPlace.filter(({ field }) => !broken.some((finding) => finding.field === field)),
      ...(invoice ? standsInForReference(invoice, invoiceRef) : []),
      ...(stated.ok || source.mapped ? [] : stated.findings),
    ];
    return {
      outcome: outcomeOf(withoutRepeated(findings)),
      progress: read.ok ? { ...progress, invoice: read.invoice } : progress,
    };
  };

/** The totals of an export are compared in a layer of their own. */
function preCheck({ source, route }: Subject<CanonicalSource>, progress: Progress): StepResult {
  const { read, stated, mapped, context, defaults } = source;
  const invoice = progress.invoice ?? readablePart(read());
  if (!invoice) return { outcome: outcomeOf([]), progress };
  const totals = stated.ok && !mapped ? stated.totals : {};
  const fileBy = judgeOr(() => lastDayToFile(route, invoice.invoice.issueDate), undefined);
  const written = completeBy(profileOf(route), invoice, defaults).invoice;
  const arrival = { day: context?.cameOn, fileBy };
  const total = judgeOr(() => totalOf(written), undefined);
  const beside = judgeOr(() => saleBeside(invoice, route, defaults), undefined);
  const notReported = beside && 'finding' in beside ? [beside.finding] : [];
  return {
    outcome: outcomeOf([...precheck(invoice, totals, arrival, written), ...notReported]),
    progress: { ...progress, total, summary: summaryOfCanonical(written) },
  };
}

const totalOf = (invoice: CanonicalInvoice): InvoiceTotal => ({
  amount: computeAmounts(invoice).totals.withVat.toNumber(),
  currency: invoice.invoice.currency,
});

/** A builder that throws is our fault and may be corrected: the invoice is tried again, not refused. */
const serializer =
  (documents: Ports['documents'], log: Ports['log']) =>
  async ({ source, route }: Subject<CanonicalSource>, progress: Progress): Promise<StepResult> => {
    if (!progress.invoice) return { outcome: outcomeOf([UNREADABLE]), progress };
    const numbers = source.context?.routeNumbers ?? {};
    const invoice = profileOf(route).context?.complete(progress.invoice, numbers) ?? progress.invoice;
    try {
      const built = await documents.build(invoice, route, source.format, source.defaults);
      if (!built.ok) return { outcome: outcomeOf(built.findings), progress };
      const { name, vatId } = invoice.buyer;
      const buyer = { name, ...(vatId !== undefined && { vatId }) };
      const credited = creditedBy(invoice);
      const about = { buyer, ...(credited.length > 0 && { credited }) };
      const document = { ...built.document, ...about, ...reportedSale(invoice, route, source.defaults) };
      return { outcome: outcomeOf(built.remarks), progress: { ...progress, document } };
    } catch (error) {
      log.error({ err: error, route, format: source.format }, 'a document could not be built');
      return {
        outcome: { outcome: 'not_run', code: 'KOSIT-RUN', reason: NOT_BUILT, findings: [] },
        progress,
      };
    }
  };

/** The sale that a report of ours states, or one of the platform. */
function reportedSale(
  invoice: CanonicalInvoice,
  route: Route,
  defaults: StatedDefaults | undefined,
): Pick<ExaminedDocument, 'sale' | 'derivedSale' | 'saleBeside'> {
  const profile = profileOf(route);
  const { reports } = profile;
  if (!reports) {
    const beside = saleBeside(invoice, route, defaults);
    return beside && 'sale' in beside ? { saleBeside: beside } : {};
  }
  const completed = completeBy(profile, invoice, defaults).invoice;
  if (reports.isReported(completed, defaults)) return { sale: reports.saleOf(completed) };
  return reports.isDerived(completed, defaults) ? { derivedSale: reports.saleOf(completed) } : {};
}

const NOT_BUILT = say('calls.document-could-not-be-built');
