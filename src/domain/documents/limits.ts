import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { En16931Invoice } from '../invoice/en16931.ts';
import type { DocumentForm, ElementForm, NeedsForm, ValuePlace } from './document-form.ts';
import { Walk } from './walk.ts';

/** A member of an invoice for which a kind of document has no place. */
interface Limit {
  /** The term that is missing beside it, or the group with too many entries. */
  readonly of: string;
  /** Of the entries around it, outermost first; for a group also of the first entry that is too many. */
  readonly indices: readonly number[];
  readonly message: Text;
}

/** Members of the invoice that could not be written. Nothing is dropped, so such an invoice is not written at all. */
export function limitsOf(form: DocumentForm, invoice: En16931Invoice): readonly Limit[] {
  const limits = new Limits(form.title, new Walk(invoice));
  limits.look(form.elements);
  return limits.limits;
}

class Limits {
  readonly limits: Limit[] = [];

  constructor(
    private readonly title: string,
    private readonly walk: Walk,
  ) {}

  look(forms: readonly ElementForm[]): void {
    for (const form of forms) if (form.needs && !form.readOnly) this.lookAt(form, form.needs);
  }

  private lookAt(form: ElementForm, needs: NeedsForm): void {
    if (!form.list) return this.lookInside(form, needs);
    let entries = 0;
    this.walk.each(form.list, () => {
      entries += 1;
      this.lookInside(form, needs);
    });
    const { of, most } = form.list;
    if (most !== undefined && entries > most)
      this.limits.push({
        of,
        indices: [...this.walk.indices, most],
        message: say('documents.has-one-place-only-for', { title: this.title, element: of }),
      });
  }

  private lookInside({ value, required, elements }: ElementForm, needs: NeedsForm): void {
    if (value && this.hasValue(value)) {
      for (const place of needs.telling) if (!this.hasValue(place)) this.missing(place, [value.term]);
      // The element around it reports a part that is missing but required.
    } else if (value && !required) this.missing(value, this.statedTerms(needs.besides));
    for (const place of needs.required)
      if (!this.hasValue(place))
        this.missing(
          place,
          elements.flatMap((one) => this.listStatedTerms(one)),
        );
    this.look(needs.inside);
  }

  /** @param stated the terms beside the missing one. */
  private missing({ term, depth }: ValuePlace, stated: readonly string[]): void {
    if (stated.length === 0) return;
    const terms = [...new Set(stated)].join(', ');
    this.limits.push({
      of: term,
      indices: this.walk.indices.slice(0, depth),
      message: say('documents.has-field-for-only-together-with', { title: this.title, terms, term }),
    });
  }

  /** The terms that have a value. */
  private listStatedTerms(form: ElementForm): string[] {
    const { value, list, elements, readOnly, once, needs } = form;
    if (readOnly || (once && !this.walk.isFirst)) return [];
    const stated: string[] = [];
    const visit = (): void => {
      stated.push(...this.statedTerms(value ? [value, ...(needs?.besides ?? [])] : []));
      for (const one of elements) stated.push(...this.listStatedTerms(one));
    };
    if (list) this.walk.each(list, visit);
    else visit();
    return stated;
  }

  private statedTerms(places: readonly ValuePlace[]): string[] {
    return places.filter((place) => this.hasValue(place)).map(({ term }) => term);
  }

  private hasValue(place: ValuePlace): boolean {
    const value = this.walk.at(place);
    return value !== undefined && value !== '';
  }
}
