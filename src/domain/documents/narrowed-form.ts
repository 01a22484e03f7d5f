import { type DocumentForm, type ElementForm, asks } from './document-form.ts';

/** The form reduced to what reading these terms needs: their places, and what tells these from others. */
export function narrowTo(form: DocumentForm, terms: ReadonlySet<string>): DocumentForm {
  const needed = new Set([...terms, ...termsThatTell(form.elements)]);
  return { ...form, elements: narrow(form.elements, needed) };
}

function narrow(forms: readonly ElementForm[], terms: ReadonlySet<string>): readonly ElementForm[] {
  const inner = forms.map((form) => ({ ...form, elements: narrow(form.elements, terms) }));
  // Another place of the same name is kept, so that its content is not read here.
  const names = new Set(inner.filter((form) => holds(form, terms)).map(({ expandedName }) => expandedName));
  return inner.filter((form) => names.has(form.expandedName) || isMark(form));
}

const holds = ({ value, opening, attributes, elements }: ElementForm, terms: ReadonlySet<string>): boolean =>
  [value, opening?.value, ...attributes.map((one) => one.value)].some(
    (place) => place !== undefined && terms.has(place.term),
  ) || elements.some((one) => holds(one, terms));

const isMark = (form: ElementForm): boolean =>
  asks(form) || form.attributes.some(asks) || ((form.isFixed || form.tells) && form.elements.some(isMark));

/** Terms whose values are the fixed texts of a place. */
function* termsThatTell(forms: readonly ElementForm[]): Generator<string> {
  for (const { says, attributes, elements } of forms) {
    for (const one of [{ says }, ...attributes]) if (typeof one.says?.is === 'object') yield one.says.is.term;
    yield* termsThatTell(elements);
  }
}
