import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import { UnheldValues } from '../unheld.ts';
import { FA3_NAMESPACE } from 'en16931-rules/vocabulary/fa3-namespace.ts';

const NUMBER = /^-?\d\d*(?:\.\d\d*)?$/;

/** An element that the model does not hold. */
export interface NotHeld {
  /** Elements from the root. */
  readonly path: string;
  /** `again`: the model holds another one of its name. */
  readonly why: 'no-place' | 'again';
}

/** The same with the element itself. */
interface Left extends NotHeld {
  readonly element: XmlElement;
  /** Of the attribute. */
  readonly text?: string;
}

/** Names the location of a schema; nothing about the invoice. */
const SCHEMA_INSTANCE = '{http://www.w3.org/2001/XMLSchema-instance}';

/** An element under reading. The model holds what is taken from it; what is left at the end it does not hold. */
export class ConsumingReader {
  private readonly path: string;
  private readonly attributes: XmlElement['attributes'];
  /** Read once: a second access to a parsed tree may give other objects. */
  private readonly elements: readonly XmlElement[];
  private readonly opened = new Map<XmlElement, ConsumingReader>();
  private readonly taken = new Set<XmlElement>();
  private readonly readAttributes = new Set<string>();
  private readonly byName = new Map<string, XmlElement[]>();

  /** @param namespace of the form, whose elements are read and named without it. */
  constructor(
    private readonly element: XmlElement,
    private readonly namespace: string = FA3_NAMESPACE,
    around = '',
  ) {
    this.path = `${around}/${this.shown(element.name)}`;
    this.attributes = element.attributes;
    this.elements = element.elements;
    for (const inner of this.elements) {
      const named = this.byName.get(inner.name);
      if (named) named.push(inner);
      else this.byName.set(inner.name, [inner]);
    }
  }

  /** The first element of a name, for further reading; it counts as taken when all of it is. */
  inside(name: string): ConsumingReader | undefined {
    return this.all(name)[0];
  }

  /** Every element of a name, for further reading. */
  all(name: string): readonly ConsumingReader[] {
    return this.named(name).map((element) => this.open(element));
  }

  /** The text without taking it. */
  peek(name: string): string | undefined {
    const [first] = this.named(name);
    return first?.text.trim() || undefined;
  }

  /** Takes the text of the first element of a name that is left. */
  text(name: string): string | undefined {
    return this.verbatim(name)?.trim();
  }

  /** As `text`, with blanks around it. */
  verbatim(name: string): string | undefined {
    const [first] = this.named(name).filter((element) => !this.taken.has(element));
    if (first === undefined || first.text.trim() === '') return undefined;
    this.taken.add(first);
    return first.text;
  }

  /** Takes all elements of a name, empty ones, too. */
  texts(name: string): readonly string[] {
    return this.named(name).map((element) => {
      this.taken.add(element);
      return element.text.trim();
    });
  }

  /** An attribute with one of these values. */
  attribute<T extends string>(name: string, values: readonly T[]): T | undefined {
    const stated = this.attributes.get(name);
    const value = values.find((one) => one === stated);
    if (value !== undefined) this.readAttributes.add(name);
    return value;
  }

  /** As `peek`, of a number. */
  peekNumber(name: string): Decimal | undefined {
    const text = this.peek(name);
    return text !== undefined && NUMBER.test(text) ? new Decimal(text) : undefined;
  }

  /** A text that is no number is left. */
  number(name: string): Decimal | undefined {
    const number = this.peekNumber(name);
    if (number) this.text(name);
    return number;
  }

  /** Takes a code and gives its word; a code that has none is left. */
  word<T>(name: string, words: ReadonlyMap<string, T>): T | undefined {
    const word = words.get(this.peek(name) ?? '');
    if (word !== undefined) this.text(name);
    return word;
  }

  /** Takes an element whose text is the one that every document of ours has there, or that follows from the rest. */
  expect(name: string, ...texts: readonly string[]): boolean {
    const is = texts.includes(this.peek(name) ?? '');
    if (is) this.text(name);
    return is;
  }

  /** Whether any of it is taken. */
  get isTouched(): boolean {
    return this.taken.size > 0 || [...this.opened.values()].some((inside) => inside.isTouched);
  }

  /** The contents that are left. */
  *left(): Generator<Left> {
    yield* attributesLeft(this.element, this.path, this.readAttributes);
    const text = this.element.ownText;
    if (text.trim() !== '') yield { path: this.path, why: 'no-place', element: this.element, text };
    const met = new Set<string>();
    for (const element of this.elements) {
      const name = this.shown(element.name);
      const inside = this.opened.get(element);
      if (this.taken.has(element) || inside?.isTouched) met.add(name);
      if (this.taken.has(element))
        yield* attributesLeft(element, `${this.path}/${name}`, inside?.readAttributes);
      else if (inside?.isTouched) yield* inside.left();
      else yield { path: `${this.path}/${name}`, why: met.has(name) ? 'again' : 'no-place', element };
    }
  }

  /** The same with their values. */
  unheld(): UnheldValues {
    const unheld = new UnheldValues();
    for (const one of this.left()) unheld.add(one.path, one);
    return unheld;
  }

  private named(name: string): readonly XmlElement[] {
    return this.byName.get(`{${this.namespace}}${name}`) ?? [];
  }

  private open(element: XmlElement): ConsumingReader {
    const known = this.opened.get(element) ?? new ConsumingReader(element, this.namespace, this.path);
    this.opened.set(element, known);
    return known;
  }

  private shown(name: string): string {
    const own = `{${this.namespace}}`;
    return name.startsWith(own) ? name.slice(own.length) : name;
  }
}

function* attributesLeft(
  element: XmlElement,
  path: string,
  read: ReadonlySet<string> = new Set(),
): Generator<Left> {
  for (const [name, text] of element.attributes)
    if (!name.startsWith(SCHEMA_INSTANCE) && !read.has(name))
      yield { path: `${path}/@${name}`, why: 'no-place', element, text };
}
