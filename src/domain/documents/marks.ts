import {
  type DocumentForm,
  type ElementForm,
  type SayingForm,
  type ValuePlace,
  asks,
} from './document-form.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';

/** Tells the places of one element name apart by their fixed parts. */
export class Marks {
  private readonly values = new Map<string, string | undefined>();

  constructor(
    private readonly form: DocumentForm,
    private readonly root: XmlElement,
  ) {}

  /** True if no fixed part contradicts the element. */
  fit(element: XmlElement, { isMarked, attributes, elements }: ElementForm): boolean {
    if (!isMarked) return true;
    return (
      attributes.every(({ name, says }) => !says || this.fitsAttribute(element, name, says)) &&
      elements.every((form) =>
        form.isFixed || form.tells ? this.fitsPart(element, form) : this.fitsLeaf(element, form, elements),
      )
    );
  }

  /** The text that the writer would put there. */
  write({ write }: SayingForm): string | undefined {
    return typeof write === 'object' ? this.valueOf(write) : write;
  }

  /** Whether a text equals the one that the writer would put there, so that nothing is lost when it is written again. */
  same(text: string, saying: SayingForm): boolean {
    const { is, loosely } = saying;
    if (typeof is === 'boolean') return isTruth(text, is);
    return alike(text, this.write(saying), loosely);
  }

  private fitsAttribute(element: XmlElement, name: string, says: SayingForm): boolean {
    const text = element.attributes.get(name);
    if (says.is !== undefined) return text !== undefined && this.is(text, says);
    return says.not === undefined || text === undefined || !alike(text, says.not, says.loosely);
  }

  /** A fixed part has to be present with its text; a part that must not have a text has to be present, too. */
  private fitsPart(element: XmlElement, form: ElementForm): boolean {
    if (!isAsked(form)) return true;
    const parts = childrenOf(element, form);
    const { says } = form;
    if (!says) return parts.some((part) => form.elements.every((inner) => this.fitsPart(part, inner)));
    if (says.is !== undefined) return parts.some(({ text }) => this.is(text, says));
    return !parts.some(({ text }) => alike(text, says.not, says.loosely));
  }

  /** An element with a fixed attribute decides for the one around it, unless that one has other places for the element. */
  private fitsLeaf(element: XmlElement, form: ElementForm, places: readonly ElementForm[]): boolean {
    if (!form.attributes.some(asks)) return true;
    const parts = childrenOf(element, form);
    const alike = places.filter(({ expandedName }) => expandedName === form.expandedName);
    return parts.length === 0 || parts.some((part) => alike.some((place) => this.fit(part, place)));
  }

  private is(text: string, { is, loosely }: SayingForm): boolean {
    if (typeof is === 'boolean') return isTruth(text, is);
    return alike(text, typeof is === 'object' ? this.valueOf(is) : is, loosely);
  }

  /** The value of a term that occurs once in the document. */
  private valueOf({ term }: ValuePlace): string | undefined {
    if (!this.values.has(term)) this.values.set(term, find(this.root, this.form.elements, term));
    return this.values.get(term);
  }
}

const isAsked = (form: ElementForm): boolean => asks(form) || form.elements.some(isAsked);

const isTruth = (text: string, truth: boolean): boolean =>
  (truth ? ['true', '1'] : ['false', '0']).includes(text.trim());

const alike = (text: string, other: string | undefined, loosely: boolean): boolean =>
  loosely ? text.trim().toUpperCase() === other?.toUpperCase() : text.trim() === other;

const childrenOf = (element: XmlElement, { expandedName }: ElementForm): readonly XmlElement[] =>
  element.elements.filter(({ name }) => name === expandedName);

/** In one pass: a file may have half a million elements beside it. */
function find(element: XmlElement, forms: readonly ElementForm[], term: string): string | undefined {
  const places = forms.filter((form) => holds(form, term));
  if (places.length === 0) return undefined;
  for (const child of element.elements)
    for (const form of places) {
      if (form.expandedName !== child.name) continue;
      const text = form.value?.term === term ? child.text.trim() : find(child, form.elements, term);
      if (text !== undefined) return text;
    }
  return undefined;
}

const holds = ({ list, readOnly, value, elements }: ElementForm, term: string): boolean =>
  !list && !readOnly && (value?.term === term || elements.some((inner) => holds(inner, term)));
