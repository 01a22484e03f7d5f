import type { En16931Invoice } from '../invoice/en16931.ts';
import type { DocumentForm, ElementForm, OpeningForm, ValuePlace } from './document-form.ts';
import type { Partly } from '../invoice/partly.ts';
import { Draft } from './draft.ts';
import { Marks } from './marks.ts';
import { UnheldValues } from './unheld.ts';
import { readValue } from './read-value.ts';
import { xmlTrimmed } from '../vocabulary/text.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';

interface Reading {
  readonly invoice: Partly<En16931Invoice>;
  /** Contents that the model cannot hold, in the order of their first occurrence. */
  readonly extensions: readonly Extension[];
}

interface Extension {
  /** Elements from the root, the last one possibly an attribute: `/Invoice/cac:PrepaidPayment`. */
  readonly path: string;
  /** `no-place`: the syntax has no term there; `again`: the term has a value already; `unreadable`: the text is no value of its type. */
  readonly why: 'no-place' | 'again' | 'unreadable';
  readonly count: number;
}

/**
 * Reads a document by the form that would write it.
 * @param root of a document of that form.
 */
export function readDocument(form: DocumentForm, root: XmlElement): Reading {
  const extensions = new Map<string, Extension>();
  const invoice = new Reader(form, root, ({ path, why }) => {
    const key = `${why} ${path.join('/')}`;
    const { count } = extensions.get(key) ?? { count: 0 };
    extensions.set(key, { path: path.join('/'), why, count: count + 1 });
  }).read();
  return { invoice, extensions: [...extensions.values()] };
}

/** The same with each content that the model cannot hold, and its value. */
export function readWhole(
  form: DocumentForm,
  root: XmlElement,
): { readonly invoice: Partly<En16931Invoice>; readonly unheld: UnheldValues } {
  const unheld = new UnheldValues();
  const invoice = new Reader(form, root, (one) => unheld.add(one.path.join('/'), one)).read();
  return { invoice, unheld };
}

/** Reads the terms that the form has places for, and nothing else. */
export const readTerms = (form: DocumentForm, root: XmlElement): Partly<En16931Invoice> =>
  new Reader(form, root, undefined).read();

/** The element that states each term, by the term and the positions of its entries: `BT-131 2`. */
export type TermElements = ReadonlyMap<string, XmlElement>;

export const entryKey = (term: string, entry: readonly number[]): string => [term, ...entry].join(' ');

/** Where the document states the terms that the form has places for. */
export function elementsOfTerms(form: DocumentForm, root: XmlElement): TermElements {
  const elements = new Map<string, XmlElement>();
  new Reader(form, root, undefined, (term, entry, element) => {
    const key = entryKey(term, entry);
    if (!elements.has(key)) elements.set(key, element);
  }).read();
  return elements;
}

/** Called for each value that the model has taken. */
type Find = (term: string, entry: readonly number[], element: XmlElement) => void;

/** Called for each content that the model cannot hold. */
type Note = (one: {
  readonly path: readonly string[];
  readonly why: Extension['why'];
  /** An element with all in it; or the text of a place, with the element around it. */
  readonly element: XmlElement;
  readonly text?: string;
}) => void;

interface NotHeldContent {
  readonly name?: string;
  readonly sign?: string;
  readonly element?: XmlElement;
  readonly text?: string;
}

/** Names the location of a schema; nothing about the invoice. */
const SCHEMA_INSTANCE = '{http://www.w3.org/2001/XMLSchema-instance}';

class Reader {
  private readonly draft: Draft;
  private readonly marks: Marks;
  private path: string[];
  private current: XmlElement;
  /** Found in the current entry. */
  private secondPlaces: {
    readonly element: XmlElement;
    readonly form: ElementForm;
    readonly path: string[];
  }[] = [];

  constructor(
    private readonly form: DocumentForm,
    private readonly root: XmlElement,
    /** If left out, contents that are not held are not listed, which for half a million elements is most of the work. */
    private readonly note: Note | undefined,
    private readonly find?: Find,
  ) {
    this.current = root;
    this.draft = new Draft(form);
    this.marks = new Marks(form, root);
    this.path = ['', form.root];
  }

  read(): Partly<En16931Invoice> {
    this.withSecondPlaces(() => this.inside(this.root, this.form.elements));
    return this.draft.invoice();
  }

  /** @param hasText the place holds the text of the element. */
  private inside(element: XmlElement, forms: readonly ElementForm[], hasText = false): void {
    if (this.note && !hasText && element.elements.length > 0)
      this.notHeld('no-place', { element, text: element.ownText });
    const taken: ElementForm[] = [];
    for (const child of element.elements) {
      const fitting = this.placeOf(child, forms);
      const form =
        fitting && !fitting.list && taken.includes(fitting)
          ? this.placeOf(
              child,
              forms.filter(({ list, isMarked }) => list && isMarked === fitting.isMarked),
            )
          : fitting;
      if (!form) {
        this.notHeld(fitting ? 'again' : 'no-place', { name: child.name, element: child });
        continue;
      }
      if (!form.list) taken.push(form);
      this.path.push(form.name);
      this.entry(child, form);
      this.path.pop();
    }
  }

  private placeOf(element: XmlElement, forms: readonly ElementForm[]): ElementForm | undefined {
    for (const form of placesOf(forms, element.name)) if (this.marks.fit(element, form)) return form;
    return undefined;
  }

  private entry(element: XmlElement, form: ElementForm): void {
    if (form.list)
      this.draft.entry(form.list, () => this.withSecondPlaces(() => this.element(element, form)));
    else if (form.readOnly) this.secondPlaces.push({ element, form, path: [...this.path] });
    else this.element(element, form);
  }

  /** Reads a second place of a term if its first place is empty. */
  private withSecondPlaces(read: () => void): void {
    const around = this.secondPlaces;
    this.secondPlaces = [];
    read();
    const path = this.path;
    for (const second of this.secondPlaces) {
      this.path = second.path;
      this.element(second.element, second.form);
    }
    this.path = path;
    this.secondPlaces = around;
  }

  private element(element: XmlElement, form: ElementForm): void {
    this.current = element;
    if (this.note || form.attributes.length > 0) {
      const isOther =
        form.value !== undefined &&
        this.draft.compare(form.value, readValue(element.text, form.value)) === 'other';
      for (const [name, value] of element.attributes) this.attribute(name, value, form, isOther);
    }
    if (form.value && element.text.trim() !== form.otherwise)
      this.text(element.text, form.value, form.opening);
    if (this.note && form.says && !this.marks.same(element.text, form.says))
      this.notHeld('no-place', { text: element.text });
    this.inside(element, form.elements, Boolean(form.value ?? form.says));
  }

  /** @param isOther the value of its element is not taken, so that the attribute would tell about another one. */
  private attribute(name: string, text: string, { attributes }: ElementForm, isOther: boolean): void {
    if (name.startsWith(SCHEMA_INSTANCE)) return;
    const form = attributes.find((one) => one.name === name);
    if (form?.value && isOther) {
      const isSame = this.draft.compare(form.value, readValue(text, form.value)) === 'same';
      if (!isSame) this.notHeld('again', { name, sign: '@', text });
    } else if (form?.value) {
      this.path.push(`@${this.shown(name)}`);
      this.value(text, form.value);
      this.path.pop();
    } else if (!form?.says || !this.marks.same(text, form.says))
      this.notHeld('no-place', { name, sign: '@', text });
  }

  private text(text: string, place: ValuePlace, opening: OpeningForm | undefined): void {
    const opened = opening && readOpening(opening, text);
    if (opened) this.value(opened.opens, opening.value);
    this.value(opened ? opened.rest : text, place);
  }

  private value(text: string, place: ValuePlace): void {
    const stated = place.kind === 'identifier' ? xmlTrimmed(text) : text.trim();
    if (stated === '') return;
    const value = readValue(text, place);
    if (value === undefined) this.notHeld('unreadable', { text });
    else if (!this.draft.set(place, value)) this.notHeld('again', { text });
    else this.find?.(place.term, this.draft.positions.slice(0, place.depth), this.current);
  }

  /** @param content inside the current place; without a name the place itself. */
  private notHeld(
    why: Extension['why'],
    { name, sign = '', element = this.current, text }: NotHeldContent,
  ): void {
    if (!this.note || text?.trim() === '') return;
    const last = name === undefined ? [] : [`${sign}${this.shown(name)}`];
    this.note({ path: [...this.path, ...last], why, element, ...(text !== undefined && { text }) });
  }

  private shown(name: string): string {
    const [, namespace = '', local = name] = /^\{(.*)\}([^}]*)$/.exec(name) ?? [];
    const prefix = this.form.prefixes.get(namespace);
    return prefix === undefined ? name : `${prefix}:${local}`;
  }
}

/** `#AAI#text` → `AAI` and `text`; undefined without a text. */
function readOpening({ before, length, after }: OpeningForm, text: string) {
  const end = before.length + length;
  const opens = text.slice(before.length, end);
  const rest = text.slice(end + after.length);
  const isOpened = text.startsWith(before) && text.startsWith(after, end) && !opens.includes(after);
  return isOpened && rest.trim() !== '' ? { opens, rest } : undefined;
}

/** By name; places with marks come before the one that takes all others. */
const PLACES = new WeakMap<readonly ElementForm[], ReadonlyMap<string, readonly ElementForm[]>>();

function placesOf(forms: readonly ElementForm[], name: string): readonly ElementForm[] {
  const cached = PLACES.get(forms) ?? byName(forms);
  PLACES.set(forms, cached);
  return cached.get(name) ?? [];
}

function byName(forms: readonly ElementForm[]): ReadonlyMap<string, readonly ElementForm[]> {
  const places = new Map<string, ElementForm[]>();
  for (const form of [...forms].sort((left, right) => Number(right.isMarked) - Number(left.isMarked)))
    places.set(form.expandedName, [...(places.get(form.expandedName) ?? []), form]);
  return places;
}
