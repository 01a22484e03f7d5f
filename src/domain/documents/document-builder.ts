import { say } from 'en16931-rules/vocabulary/message.ts';
import { type Finding, firstFindings, type NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import { MAX_SCHEMA_FINDINGS, schemaFinding } from '../findings/schema-finding.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { completeInvoice } from '../invoice/complete-invoice.ts';
import { withoutExtension } from '../invoice/extended-members.ts';
import { isCounted } from '../invoice/line-types.ts';
import { judgeOr } from '../invoice/unjudged.ts';
import { completeBy, type RouteCompletions, type StatedDefaults } from '../invoice/completions/completion.ts';
import type { CompleteInvoice, En16931Invoice } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { type Besides, invoicePage } from '../page/invoice-page.ts';
import { letterFindings } from '../page/letters.ts';
import type { Page } from '../page/page.ts';
import type { DocumentFacts } from '../vocabulary/document-facts.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../vocabulary/route.ts';
import { type Built, MAX_DOCUMENT_BYTES } from './built-document.ts';
import type { DocumentForm, ElementForm } from './document-form.ts';
import { hybridOf } from './hybrid.ts';
import { FA3_FORM, FORM_RULES } from './fa3/form-rules.ts';
import { Fa3Document } from './fa3-document.ts';
import { type CallerPlace, type DocumentPlace, termMeant } from './caller-place.ts';
import { termsIn } from './locate.ts';
import { findBreaches } from './held-by.ts';
import { withoutTerm } from './no-term.ts';
import type { PreparedDocument } from './prepared-document.ts';
import type { SpecificationRow } from './specifications.ts';
import { withStatedAmounts } from './stated-amounts.ts';
import type { Syntaxes } from './syntaxes.ts';
import { TableDocument } from './table-document.ts';

export const FA3 = 'fa3';

/** How a format is built. */
interface Build {
  readonly syntax: string;
  /** The first that fits the invoice; the last fits every invoice. */
  readonly under: readonly SpecificationRow[];
  /** The XML goes into a PDF. */
  readonly hybrid?: true;
}

export interface RouteFormat {
  readonly format: Format;
  /** Null: no builder exists yet. The format is refused before anything is accepted. */
  readonly build: Build | null;
}

/** The parts of a route that its documents need. */
export interface RouteDocuments extends RouteCompletions {
  readonly formats: readonly RouteFormat[];
}

const hasExtension = ({ is }: SpecificationRow): boolean => is.hasExtension ?? false;

const localName = (name: string): string => name.replace(/^.*:/, '');

/** The prefix of the root is the sender's choice in many files. */
const namesRoot = (form: DocumentForm, root: string): boolean => localName(form.root) === localName(root);

/** The elements of a path, or the one around its attribute. */
function formsAlong(
  forms: readonly ElementForm[],
  [name, ...rest]: readonly string[],
): readonly ElementForm[] {
  const those = forms.filter((form) => form.name === name);
  return rest.length === 0 || rest[0]?.startsWith('@')
    ? those
    : those.flatMap(({ elements }) => formsAlong(elements, rest));
}

/** Builds documents by the tables of their syntaxes. */
export class DocumentBuilder {
  private last: LastPrepared | undefined;

  constructor(
    private readonly syntaxes: Syntaxes,
    private readonly routes: (route: Route) => RouteDocuments,
  ) {}

  /**
   * Findings about members that the format has no place for, under the caller's names; such an invoice is not built. A refused member does
   * not keep the rules about others from running.
   */
  limits(
    invoice: CanonicalInvoice,
    route: Route,
    format: Format,
    defaults?: StatedDefaults,
  ): readonly Finding[] {
    const build = this.buildOf(route, format);
    if (!build) return [];
    const limits = judgeOr(() => limitsOf(this.prepareInvoice(invoice, route, format, defaults)), undefined);
    if (limits) return limits;
    const completed = completeBy(this.routes(route), invoice, defaults).invoice;
    return build.syntax === FA3
      ? findBreaches(FORM_RULES, invoice, FA3_FORM)
      : withoutTerm(completed, build.under.some(hasExtension));
  }

  /**
   * Builds the document that goes to the route; the same invoice gives the same bytes.
   * @param defaults of the client's record at the intake of the invoice.
   * @throws Error if no builder exists for the format: callers use `hasBuilder` before they accept an invoice.
   */
  build(invoice: CanonicalInvoice, route: Route, format: Format, defaults?: StatedDefaults): Promise<Built> {
    return this.built(this.prepareInvoice(invoice, route, format, defaults), invoice, route, format);
  }

  /**
   * The same invoice as another document. Terms that only an extension of EN 16931 has stay out if it has no place for them.
   * @param read of the present one, whose amounts it has; as canonical it states none.
   */
  convert(
    invoice: CanonicalInvoice,
    route: Route,
    format: Format,
    read: Partly<En16931Invoice>,
  ): Promise<Built> {
    const taken = this.buildOf(route, format)?.under.some(hasExtension) ? invoice : withoutExtension(invoice);
    const ofTaken =
      taken.lines.length === invoice.lines.length
        ? read
        : { ...read, lines: (read.lines ?? []).filter((_, index) => isCounted(invoice.lines[index]!)) };
    const asRead = (complete: CompleteInvoice) => withStatedAmounts(complete, ofTaken);
    return this.built(this.prepare(taken, route, format, undefined, asRead), taken, route, format);
  }

  private built(prepared: Prepared, invoice: CanonicalInvoice, route: Route, format: Format): Promise<Built> {
    const { document, complete, remarks, facts } = prepared;
    const [first, ...rest] = limitsOf(prepared);
    if (first)
      return refuse({ ...first, source: SERIALIZER }, ...rest.map((one) => ({ ...one, source: SERIALIZER })));
    const bytes = new TextEncoder().encode(document.xml());
    if (bytes.length > MAX_DOCUMENT_BYTES) return refuse(TOO_LARGE);
    return Promise.resolve({
      ok: true,
      document: {
        kind: format,
        mediaType: 'application/xml',
        ...facts,
        bytes,
        ...(this.buildOf(route, format)?.hybrid && {
          hybrid: hybridOf(invoicePage(complete, statedBesides(invoice)), facts),
        }),
      },
      remarks: [...remarks, ...document.notWritten()],
    });
  }

  /** The invoice as a page for people, with the contents of the route's document. */
  page(
    invoice: CanonicalInvoice,
    route: Route,
    format: Format,
    besides: Besides = {},
    defaults?: StatedDefaults,
  ): Page {
    const shown = this.shown(invoice, route, format, defaults);
    return invoicePage(shown.invoice, { ...shown.besides, ...besides });
  }

  /** What such a page is made of. */
  shown(
    invoice: CanonicalInvoice,
    route: Route,
    format: Format,
    defaults?: StatedDefaults,
  ): { readonly invoice: CompleteInvoice; readonly besides: Besides } {
    const { complete } = this.prepareInvoice(invoice, route, format, defaults);
    const statesDifference = this.buildOf(route, format)?.syntax === FA3;
    return { invoice: complete, besides: { ...statedBesides(invoice), statesDifference } };
  }

  /** The caller's members that findings about a built document concern; in the order of the findings. */
  places(
    invoice: CanonicalInvoice,
    route: Route,
    format: Format,
    places: readonly DocumentPlace[],
    defaults?: StatedDefaults,
  ): readonly CallerPlace[] {
    return this.prepareInvoice(invoice, route, format, defaults).document.places(places);
  }

  /**
   * The term that an element of any document holds; undefined if it holds none, or if that depends on its
   * content.
   */
  termAt(xpath: string): string | undefined {
    if (xpath.includes('/@')) return undefined;
    const terms = new Set(this.formsAt(xpath).flatMap(({ value }) => value?.term ?? []));
    return terms.size === 1 ? [...terms][0] : undefined;
  }

  /** The term that a rule means at a place of any document; undefined if it may be one of several there. */
  termMeantAt(term: string, xpath: string): string | undefined {
    return termMeant(term, this.formsAt(xpath).flatMap(termsIn));
  }

  private formsAt(xpath: string): readonly ElementForm[] {
    const [, root = '', ...names] = xpath.replaceAll(/\[\d+\]/g, '').split('/');
    const forms = this.syntaxes.forms.filter((form) => namesRoot(form, root));
    return forms.flatMap(({ elements }) => formsAlong(elements, names));
  }

  private buildOf(route: Route, format: Format): Build | null {
    return this.routes(route).formats.find((one) => one.format === format)?.build ?? null;
  }

  /** The limits, the document and its places of one invoice are asked for one after the other. */
  private prepareInvoice(
    stated: CanonicalInvoice,
    route: Route,
    format: Format,
    defaults: StatedDefaults | undefined,
  ): Prepared {
    const last = this.last;
    if (
      last?.stated === stated &&
      last.route === route &&
      last.format === format &&
      last.defaults === defaults
    )
      return last.prepared;
    const prepared = this.prepare(stated, route, format, defaults);
    this.last = { stated, route, format, defaults, prepared };
    return prepared;
  }

  private prepare(
    stated: CanonicalInvoice,
    route: Route,
    format: Format,
    defaults: StatedDefaults | undefined,
    change = (complete: CompleteInvoice): CompleteInvoice => complete,
  ): Prepared {
    const { invoice, remarks } = completeBy(this.routes(route), stated, defaults);
    const build = this.buildOf(route, format);
    if (!build) throw new Error(`no builder for ${format} on ${route}`);
    const row = build.under.find(({ when }) => when(invoice));
    if (!row) throw new Error(`no specification for this ${format} on ${route}`);
    const complete = change(completeInvoice(invoice, row.is));
    const document =
      build.syntax === FA3
        ? new Fa3Document(stated, complete)
        : new TableDocument(
            stated,
            invoice,
            complete,
            this.syntaxes.formOf(build.syntax, complete.typeCode),
            hasExtension(row),
          );
    const { syntax, specification } = document;
    const { number, issueDate } = complete;
    return {
      document,
      complete,
      remarks,
      facts: { syntax, specification, number, issueDate },
      unshown: () => (build.hybrid ? letterFindings(stated) : []),
    };
  }
}

interface Prepared {
  readonly document: PreparedDocument;
  readonly complete: CompleteInvoice;
  /** Differences between the document of the route and the caller's invoice. */
  readonly remarks: readonly Finding[];
  readonly facts: DocumentFacts;
  /** Findings about texts that its page cannot show, if it has one. */
  readonly unshown: () => readonly Finding[];
}

interface LastPrepared {
  readonly stated: CanonicalInvoice;
  readonly route: Route;
  readonly format: Format;
  readonly defaults: StatedDefaults | undefined;
  readonly prepared: Prepared;
}

/** Members of the caller's invoice that the page shows and that are no terms. */
const statedBesides = ({ lang, seller, payment }: CanonicalInvoice): Besides => ({
  lang,
  brandColor: seller.brandColor,
  accentColor: seller.accentColor,
  paidTo: payment?.paidTo,
});

const limitsOf = ({ document, unshown }: Prepared): readonly Finding[] =>
  firstFindings([...document.limits(), ...unshown()], MAX_SCHEMA_FINDINGS);

const SERIALIZER = 'serializer';

const refuse = (...findings: NonEmpty<Finding>): Promise<Built> => Promise.resolve({ ok: false, findings });

const TOO_LARGE = schemaFinding(
  'lines',
  say('documents.document-would-be-larger-than-mb', { n: MAX_DOCUMENT_BYTES / 1e6 }),
  { fixHint: say('invoice.split-invoice') },
);
