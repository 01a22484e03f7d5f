import { Decimal } from '../../vocabulary/decimal.ts';
import type { XmlElement } from '../xml-element.ts';
import { FA3_NAMESPACE } from './namespace.ts';

/** `{namespace}name` of an element of FA(3). */
const expanded = (name: string): string => `{${FA3_NAMESPACE}}${name}`;

const shown = (name: string): string =>
  name.startsWith(expanded('')) ? name.slice(expanded('').length) : name;

const NUMBER = /^-?\d\d*(?:\.\d\d*)?$/;

/** An element that the model does not hold. */
export interface NotHeld {
  /** Elements from the root. */
  readonly path: string;
  /** `again`: another one of its name is held. */
  readonly why: 'no-place' | 'again';
}

/** An element that is being read. What is taken from it is held by the model; what is left in the end is not. */
export class Taking {
  /** Once: who asks a parsed tree twice may get other objects. */
  private readonly elements: readonly XmlElement[];
  private readonly opened = new Map<XmlElement, Taking>();
  private readonly taken = new Set<XmlElement>();
  private readonly byName = new Map<string, XmlElement[]>();

  constructor(
    element: XmlElement,
    private readonly path: string = `/${shown(element.name)}`,
  ) {
    this.elements = element.elements;
    for (const inner of this.elements) {
      const named = this.byName.get(inner.name);
      if (named) named.push(inner);
      else this.byName.set(inner.name, [inner]);
    }
  }

  /** The first element of a name, to be read itself; it counts as taken when everything in it is. */
  inside(name: string): Taking | undefined {
    return this.all(name)[0];
  }

  /** Every element of a name, each to be read. */
  all(name: string): readonly Taking[] {
    return this.named(name).map((element) => this.open(element));
  }

  /** Looks, and takes nothing. */
  peek(name: string): string | undefined {
    const [first] = this.named(name);
    return first?.text.trim() || undefined;
  }

  /** The text of the first element of a name that is not taken yet. */
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

  /** As `peek`, of a number. */
  peekNumber(name: string): Decimal | undefined {
    const text = this.peek(name);
    return text !== undefined && NUMBER.test(text) ? new Decimal(text) : undefined;
  }

  /** What is no number is left. */
  number(name: string): Decimal | undefined {
    const number = this.peekNumber(name);
    if (number) this.text(name);
    return number;
  }

  /** Takes an element that says what every document of ours says there, or what follows from the rest. */
  expect(name: string, ...texts: readonly string[]): boolean {
    const is = texts.includes(this.peek(name) ?? '');
    if (is) this.text(name);
    return is;
  }

  /** Something in it is taken. */
  get isTouched(): boolean {
    return this.taken.size > 0 || [...this.opened.values()].some((inside) => inside.isTouched);
  }

  /** What is left. */
  *left(): Generator<NotHeld> {
    const met = new Set<string>();
    for (const element of this.elements) {
      const name = shown(element.name);
      const inside = this.opened.get(element);
      if (this.taken.has(element) || inside?.isTouched) met.add(name);
      if (this.taken.has(element)) continue;
      if (inside?.isTouched) yield* inside.left();
      else yield { path: `${this.path}/${name}`, why: met.has(name) ? 'again' : 'no-place' };
    }
  }

  private named(name: string): readonly XmlElement[] {
    return this.byName.get(expanded(name)) ?? [];
  }

  private open(element: XmlElement): Taking {
    const known = this.opened.get(element) ?? new Taking(element, `${this.path}/${shown(element.name)}`);
    this.opened.set(element, known);
    return known;
  }
}
