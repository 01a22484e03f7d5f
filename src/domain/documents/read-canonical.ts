import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { levelOf } from 'en16931-rules/vocabulary/facturx.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { type CanonicalJson, canonicalOf } from '../invoice/canonical-of.ts';
import { fieldAt, PLACES } from '../invoice/canonical-places.ts';
import { completeInvoice } from '../invoice/complete-invoice.ts';
import type { CompleteInvoice, En16931Invoice, Totals } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { type RefusedValue, withoutRefused } from '../invoice/without-refused.ts';
import { compareTerms, statedTerms, type TermDifference, textOf } from './compare-terms.ts';
import { formOfProfile } from './form-of-profile.ts';
import { readWholeFa3 } from './fa3/read-fa3.ts';
import { FA3_ROOT } from './fa3/read-facts.ts';
import { readRr } from './fa-rr/read-rr.ts';
import { joinApart } from './join-apart.ts';
import { FA3_SHOWN_AS, rrShownAs, type ShownAs } from './page-of-xml.ts';
import { elementsOfTerms, entryKey, readWhole, type TermElements } from './read-document.ts';
import type { Difference, Loss } from './loss.ts';
import type { Syntaxes } from './syntaxes.ts';
import type { UnheldValues } from './unheld.ts';

type Model = Partly<CompleteInvoice>;

/** A document as data. */
export interface CanonicalReading {
  readonly syntax: string;
  readonly model: Model;
  /** As `POST /invoices` takes it, unless there are findings. */
  readonly document: CanonicalJson;
  /** Absent if the canonical form does not take the document; `findings` say why. */
  readonly invoice?: CanonicalInvoice;
  readonly findings: readonly Finding[];
  /** What the canonical form does not hold. */
  readonly losses: readonly Loss[];
  /** Losses that are not in the list, which has an end. */
  readonly furtherLosses: number;
  /** Terms whose value follows from the canonical document, and is not the one that the file states. */
  readonly differences: readonly Difference[];
  readonly totals: {
    readonly stated: Partly<Totals>;
    readonly computed?: Totals;
  };
  readonly places: TermElements;
  readonly shownAs: ShownAs;
}

/** Those of the file's profile; or, for a page, every term that the file states. */
export type TakenTerms = 'terms-of-profile' | 'every-term';

/** @returns undefined if no table has the syntax. */
export function readCanonical(
  syntaxes: Syntaxes,
  root: XmlElement,
  takes: TakenTerms = 'terms-of-profile',
): CanonicalReading | undefined {
  const read = readRoot(syntaxes, root, takes === 'every-term' ? (form) => form : formOfProfile);
  if (!read) return undefined;
  const { syntax, invoice: model, unheld, places, shownAs } = read;
  const { document, read: parsed, refused } = withoutRefused(canonicalOf(model));
  const losses = [...lossesOf(unheld, 'no-term'), ...lossesOfRefused(refused)];
  const furtherLosses = unheld.count - unheld.all.length;
  const base = { syntax, model, document, places, shownAs, furtherLosses };
  if (!parsed.ok)
    return {
      ...base,
      findings: parsed.findings.map((finding) => ofLevel(finding, model)),
      losses: [...losses, ...withoutMember(model, places, losses)],
      differences: [],
      totals: { stated: model.totals ?? {} },
    };
  const { invoice } = parsed;
  const complete = completeInvoice(invoice, AS_IT_IS);
  const apart = differencesOf(compareTerms(asTerms(model), joinApart(complete)), places, losses, invoice);
  return {
    ...base,
    invoice,
    findings: [],
    losses: [...losses, ...apart.losses],
    differences: apart.differences,
    totals: { stated: model.totals ?? {}, computed: complete.totals },
  };
}

/** An invoice VAT RR, for its page. */
export function readRrPage(root: XmlElement): CanonicalReading {
  const { invoice: model, unheld, flatRate } = readRr(root);
  return {
    syntax: 'fa-rr',
    model,
    shownAs: rrShownAs(flatRate),
    document: {},
    findings: [],
    losses: lossesOf(unheld, 'no-member'),
    furtherLosses: unheld.count - unheld.all.length,
    differences: [],
    totals: { stated: model.totals ?? {} },
    places: new Map(),
  };
}

/** Levels of Factur-X without lines are invoices to read, not to send on: only the seller has the lines. */
function ofLevel(finding: Finding, { specification }: Model): Finding {
  const { level, isWithoutLines } = levelOf(specification ?? null) ?? {};
  if (finding.field !== 'lines' || isWithoutLines !== true || level === undefined) return finding;
  return { ...finding, fixHint: say('documents.file-of-level-has-no-lines', { level }) };
}

/** Each target sets a specification of its own. */
export const AS_IT_IS = { specification: '', hasReason: true, takesProcess: true };

function readRoot(
  syntaxes: Syntaxes,
  root: XmlElement,
  choose: typeof formOfProfile,
):
  | {
      readonly syntax: string;
      readonly invoice: Model;
      readonly unheld: UnheldValues;
      readonly places: TermElements;
      readonly shownAs: ShownAs;
    }
  | undefined {
  if (root.name === FA3_ROOT)
    return { syntax: 'fa3', ...readWholeFa3(root), places: new Map(), shownAs: FA3_SHOWN_AS };
  const whole = syntaxes.forms.find(({ expandedRoot }) => expandedRoot === root.name);
  if (!whole) return undefined;
  const form = choose(whole, root);
  return {
    syntax: form.syntax,
    ...readWhole(form, root),
    places: elementsOfTerms(form, root),
    shownAs: {},
  };
}

export const lossesOfRefused = (refused: readonly RefusedValue[]): readonly Loss[] =>
  refused.map(({ field, term, value, why }) => ({
    why: 'not-taken',
    field,
    ...(term !== undefined && { term }),
    value,
    message: term === 'BT-23' ? PROCESS_OF_NETWORK : why,
  }));

/** The canonical form takes processes of one country alone; what it says of others would name that country to everyone. */
const PROCESS_OF_NETWORK = say('invoice.process-belongs-to-network-of-document');

/** @param withoutPlace why a value that the reading has no place for is lost. */
const lossesOf = (unheld: UnheldValues, withoutPlace: 'no-term' | 'no-member'): readonly Loss[] =>
  unheld.all.map(({ path, why, value }) => ({ why: why === 'no-place' ? withoutPlace : why, path, value }));

/** Members that are no terms stand in the terms that take their place. */
export const asTerms = (model: Model): Partly<En16931Invoice> =>
  joinApart({
    ...model,
    seller: model.seller ?? {},
    buyer: model.buyer ?? {},
    extensions: model.extensions ?? {},
  } as CompleteInvoice);

/** Terms that the canonical form never states. */
function withoutMember(model: Model, places: TermElements, losses: readonly Loss[]): readonly Loss[] {
  const differences = [...statedTerms(model).values()]
    .filter(({ term, entry }) => !PLACES.has(term) || (term === 'BT-118' && !givesReason(model, entry)))
    .map(({ term, entry, value }): TermDifference => ({ term, entry, stated: textOf(value) }));
  return differencesOf(differences, places, losses, undefined).losses;
}

/** A category of VAT is a member of its own only beside the reason of an exemption; else it follows from the lines. */
function givesReason({ vatBreakdown = [] }: Model, [index = 0]: readonly number[]): boolean {
  const { exemptionReason, exemptionReasonCode } = vatBreakdown[index] ?? {};
  return (exemptionReason ?? exemptionReasonCode) !== undefined;
}

/**
 * What two readings of an invoice say of each other.
 * @param listed losses that are known by their term and value.
 */
export function differencesOf(
  differences: readonly TermDifference[],
  places: TermElements,
  listed: readonly Loss[],
  invoice: CanonicalInvoice | undefined,
): { readonly losses: readonly Loss[]; readonly differences: readonly Difference[] } {
  const known = new Set(listed.map(({ term, value }) => `${term} ${value}`));
  const all = differences.map(({ term, entry, stated, value }) => {
    const path = places.get(entryKey(term, entry))?.location?.xpath;
    const field = invoice && fieldAt(term, entry, invoice);
    return { term, stated, value, ...(path !== undefined && { path }), ...(field && { field }) };
  });
  return {
    losses: all.flatMap(({ stated, value, ...at }): Loss[] =>
      stated === undefined || value !== undefined || known.has(`${at.term} ${stated}`)
        ? []
        : [{ why: 'no-member', ...at, value: stated }],
    ),
    differences: all.flatMap(({ stated, value, ...at }): Difference[] =>
      value === undefined ? [] : [{ ...at, ...(stated !== undefined && { stated }), value }],
    ),
  };
}
