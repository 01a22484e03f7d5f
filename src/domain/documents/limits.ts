import type { En16931Invoice } from '../invoice/en16931.ts';
import type { DocumentForm, ElementForm, ValuePlace } from './document-form.ts';
import { Walk } from './walk.ts';

/** Something that an invoice says and a kind of document has no place for. */
export interface Limit {
  /** The term that is missing beside it, or the group that stands too often. */
  readonly of: string;
  /** Of the entries around it, outermost first; of a group also the first entry that is too many. */
  readonly indices: readonly number[];
  readonly message: string;
}

/** What could not be written of the invoice; nothing is ever dropped, so such an invoice is not written at all. */
export function limitsOf(form: DocumentForm, invoice: En16931Invoice): readonly Limit[] {
  const limits = new Limits(form.title, new Walk(invoice));
  limits.look(form.elements);
  return limits.found;
}

class Limits {
  readonly found: Limit[] = [];
  readonly #title: string;
  readonly #walk: Walk;

  constructor(title: string, walk: Walk) {
    this.#title = title;
    this.#walk = walk;
  }

  look(forms: readonly ElementForm[]): void {
    for (const form of forms) if (form.isLimited && !form.readOnly) this.#lookAt(form);
  }

  #lookAt(form: ElementForm): void {
    if (!form.list) return this.#lookInside(form);
    let entries = 0;
    this.#walk.each(form.list, () => {
      entries += 1;
      this.#lookInside(form);
    });
    const { of, most } = form.list;
    if (most !== undefined && entries > most)
      this.found.push({
        of,
        indices: [...this.#walk.indices, most],
        message: `${this.#title} has one place only for ${of}.`,
      });
  }

  #lookInside(form: ElementForm): void {
    const { value, elements } = form;
    const isSaid = value !== undefined && this.#hasValue(value);
    // A required one is the element's around it to report.
    if (value && !isSaid && !form.required) this.#missing(value, this.#besides(form));
    if (isSaid)
      for (const place of tellingTerms(form)) if (!this.#hasValue(place)) this.#missing(place, [value.term]);
    const missing = elements.filter((one) => one.required && !this.#isSaid(one));
    if (missing.length > 0) {
      const said = elements.flatMap((one) => this.#saidIn(one));
      for (const one of missing) if (one.value) this.#missing(one.value, said);
    }
    this.look(elements);
  }

  /** @param said what would stand beside the term that is missing. */
  #missing({ term, depth }: ValuePlace, said: readonly string[]): void {
    if (said.length === 0) return;
    const terms = [...new Set(said)].join(', ');
    this.found.push({
      of: term,
      indices: this.#walk.indices.slice(0, depth),
      message: `${this.#title} has a place for ${terms} only beside ${term}.`,
    });
  }

  #isSaid({ value }: ElementForm): boolean {
    return value === undefined || this.#hasValue(value);
  }

  /** The terms that have a value. */
  #saidIn(form: ElementForm): string[] {
    const { value, list, elements, readOnly, once } = form;
    if (readOnly || (once && !this.#walk.isFirst)) return [];
    const said: string[] = [];
    const visit = (): void => {
      if (value && this.#hasValue(value)) said.push(value.term);
      said.push(...this.#besides(form));
      for (const one of elements) said.push(...this.#saidIn(one));
    };
    if (list) this.#walk.each(list, visit);
    else visit();
    return said;
  }

  /** The terms that have a value and stand with that of the element. */
  #besides({ opening, attributes }: ElementForm): string[] {
    return [opening, ...attributes].flatMap((one) =>
      one?.value && this.#hasValue(one.value) ? [one.value.term] : [],
    );
  }

  #hasValue(place: ValuePlace): boolean {
    const value = this.#walk.at(place);
    return value !== undefined && value !== '';
  }
}

/** Terms without which nothing tells the element from others of its name. */
const tellingTerms = ({ attributes }: ElementForm): readonly ValuePlace[] =>
  attributes.flatMap(({ says }) => (typeof says?.is === 'object' ? [says.is] : []));
