import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { sum, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { facturxName } from 'en16931-rules/vocabulary/facturx.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import type { En16931Invoice } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { UNCOUNTED_TYPES } from '../invoice/schema-codes.ts';
import { EXTENSION } from '../invoice/terms.ts';
import type { DocumentForm, ElementForm } from './document-form.ts';
import { narrowTo } from './narrowed-form.ts';
import { readTerms } from './read-document.ts';

type Model = Partly<En16931Invoice>;

/** Profiles that have the terms of EXTENDED-CTC-FR. */
const EXTENDED: ReadonlySet<string | null> = new Set([BT24.extendedCtcFr, BT24.facturxExtended]);

const LINE_TYPES: ReadonlySet<string> = new Set(['EXT-FR-FE-162', 'EXT-FR-FE-163']);

/**
 * The form with the terms that the file's own profile (BT-24) has: an element of an extension is no term in a file of EN 16931 or of a
 * national form of it.
 */
export function formOfProfile(form: DocumentForm, root: XmlElement): DocumentForm {
  const forms = reduced(form);
  const { specification = null, lines = [] } = readTerms(forms.profile, root);
  if (EXTENDED.has(facturxName(specification))) return form;
  const needsTypes = lines.some(isUncounted) && countsByType(readTerms(forms.amounts, root));
  return needsTypes ? forms.withLineTypes : forms.core;
}

/** EN 16931 adds up every line. If the file does not, its types of lines say which: without them another amount would be in the sums. */
function countsByType({ lines = [], totals }: Model): boolean {
  const all = sum(lines.map(({ netAmount = ZERO }) => netAmount));
  return totals?.lines?.eq(all) !== true || lines.some((line) => isUncounted(line) && lacksAmount(line));
}

type Line = NonNullable<Model['lines']>[number];

const isUncounted = ({ lineType = '' }: Line): boolean => UNCOUNTED_TYPES.has(lineType);

const lacksAmount = ({ quantity, unit, unitPrice, vatCategory }: Line): boolean =>
  [quantity, unit, unitPrice, vatCategory].includes(undefined);

interface Forms {
  readonly core: DocumentForm;
  readonly withLineTypes: DocumentForm;
  /** What chooses between them. */
  readonly profile: DocumentForm;
  readonly amounts: DocumentForm;
}

/** By form: a form is read by many documents. */
const REDUCED = new WeakMap<DocumentForm, Forms>();

function reduced(form: DocumentForm): Forms {
  const known = REDUCED.get(form) ?? {
    core: without(form, (term) => term.startsWith(EXTENSION)),
    withLineTypes: without(form, (term) => term.startsWith(EXTENSION) && !LINE_TYPES.has(term)),
    profile: narrowTo(form, new Set(['BT-24', 'EXT-FR-FE-163'])),
    amounts: narrowTo(form, new Set([...AMOUNT_TERMS, 'EXT-FR-FE-163'])),
  };
  REDUCED.set(form, known);
  return known;
}

/** Sum of the lines; amount, quantity, unit, price and VAT category of each. */
const AMOUNT_TERMS = ['BT-106', 'BT-131', 'BT-129', 'BT-130', 'BT-146', 'BT-151'];

type Test = (term: string) => boolean;

const without = (form: DocumentForm, leaves: Test): DocumentForm => ({
  ...form,
  elements: form.elements.flatMap((one) => reduce(one, leaves)),
});

/** An element that only held such terms goes whole, with its fixed parts. */
function reduce(form: ElementForm, leaves: Test): readonly ElementForm[] {
  if (![...termsIn(form)].some(leaves)) return [form];
  const { value, ...rest } = form;
  const left: ElementForm = {
    ...rest,
    ...(value && !leaves(value.term) && { value }),
    attributes: form.attributes.filter(({ value: place }) => place === undefined || !leaves(place.term)),
    elements: form.elements.flatMap((one) => reduce(one, leaves)),
  };
  return termsIn(left).next().done === true ? [] : [left];
}

function* termsIn({ value, opening, attributes, elements }: ElementForm): Generator<string> {
  for (const place of [value, opening?.value, ...attributes.map((one) => one.value)])
    if (place) yield place.term;
  for (const element of elements) yield* termsIn(element);
}
