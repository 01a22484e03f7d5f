import type { En16931Invoice } from '../invoice/en16931.ts';
import type { DocumentForm, ElementForm } from './document-form.ts';
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

  #lookInside({ elements }: ElementForm): void {
    const missing = elements.filter((form) => form.required && !this.#isSaid(form));
    const said = missing.length > 0 ? elements.flatMap((form) => this.#saidIn(form)) : [];
    if (said.length > 0)
      for (const { value } of missing)
        this.found.push({
          of: value?.term ?? '',
          indices: this.#walk.indices.slice(0, value?.depth),
          message: `${this.#title} has a place for ${[...new Set(said)].join(', ')} only beside ${value?.term ?? ''}.`,
        });
    this.look(elements);
  }

  #isSaid = (form: ElementForm): boolean => this.#saidIn(form).length > 0;

  /** The terms that have a value. */
  #saidIn({ value, list, attributes, elements, readOnly, once }: ElementForm): string[] {
    if (readOnly || (once && !this.#walk.isFirst)) return [];
    const said: string[] = [];
    const visit = (): void => {
      for (const place of [value, ...attributes.map((attribute) => attribute.value)])
        if (place && this.#hasValue(place)) said.push(place.term);
      for (const form of elements) said.push(...this.#saidIn(form));
    };
    if (list) this.#walk.each(list, visit);
    else visit();
    return said;
  }

  #hasValue(place: NonNullable<ElementForm['value']>): boolean {
    const value = this.#walk.at(place);
    return value !== undefined && value !== '';
  }
}
