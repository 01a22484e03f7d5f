import { ROUTES } from '../routes/all.ts';
import type { Effort } from './effort.ts';

/** Between the sentences of a text. */
export const SENTENCES = /(?<=[.!?:;]) (?=\S)/;

/** A translation, or its forms by the number `{n}` (CLDR, plural rules). */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** What is filled into a text, by the name of its placeholder. */
export type Fills = Readonly<Record<string, string>>;

/**
 * A placeholder: `{term}`; `{stated:number}`, which is written as the language writes numbers; `{codes:list}`, a choice of codes that is
 * joined as the language joins it ("29, 5 or 72"), its entries worded if they are texts of ours.
 */
const PLACEHOLDER = /\{(\w+)(?::(number|list))?\}/g;
const SEPARATOR = /\{\w+(?::(?:number|list))?\}/;

/** Placeholders whose values have one form; any other takes any text. */
const FORMS: Readonly<Record<string, RegExp>> = {
  term: /^B[TG]-[\w-]{1,20}$/,
  n: /^\d{1,15}$/,
  expected: /^\S{1,60}$/,
  stated: /^\S{1,60}$/,
  code: /^[\w./-]{1,80}$/,
  // A name that is no usual one is quoted, and hidden by one sign for private use.
  field: /^(?!B[TG]-)[\w.[\]\uE000-\uF8FF-]{1,200}$/,
  element: /^[^;]{1,120}$/,
  route: new RegExp(`^(?:${[...ROUTES, 'KSeF', 'ANAF'].join('|')})$`),
  reference: /^\S{1,100}$/,
  // Codes and words of another party, none of ours.
  reasons: /^(?!.*(?:\bit wants\b|\bwanted\b|about B[TG]-))[^]*$/,
  // Steps of a file's tree: the first word shows that it is one.
  path: /^(?=\S*[:@/(])(?!.*\. )[\w:@./[\]='|()#* -]{1,300}$/,
  // Codes and figures, never words: `30, 48 or 59`.
  codes: /^(?:[A-Z0-9][\w.:#/-]{0,200}(?:, | or | and |$)){1,60}$/,
};

/** Any other value is one phrase, so a template of one sentence takes no second one. Texts of ours may have several. */
const PHRASE = /^(?!.*[.!?] \p{Lu})/su;

const formOf = (name: string): RegExp | undefined =>
  FORMS[name] ?? (name.startsWith('text') ? undefined : PHRASE);

/** Tries of one text at one template. A text may hold words of a caller, so the search has an end. */
const MAX_TRIES = 300;

/** The names of a text's placeholders, in order. */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** An English text with placeholders. It finds their values in a text that was made from it. */
export class Template {
  private readonly literals: readonly string[];
  private readonly names: readonly string[];
  /** The letters of its own: the template with the most of them is the one that a text was made from. */
  readonly weight: number;
  /** Its letters before the first value, and after the last one. */
  readonly beginning: string;
  readonly end: string;

  constructor(readonly text: string) {
    this.names = namesIn(text);
    this.literals = text.split(SEPARATOR);
    this.beginning = this.literals[0] ?? '';
    this.end = this.literals.at(-1) ?? '';
    this.weight = this.literals.reduce((sum, literal) => sum + literal.length, 0);
  }

  /** False if no part of a text can be made from this template. */
  mayOccurIn(text: string): boolean {
    return this.literals.every((literal) => text.includes(literal));
  }

  /** Undefined if the text was not made from this template. */
  match(text: string, effort: Effort): Fills | undefined {
    effort.spend();
    if (!text.startsWith(this.beginning) || !text.endsWith(this.end)) return undefined;
    return new Fit(this.names, this.literals, text, effort).fills();
  }
}

/** The values that a text has at the placeholders of a template. */
class Fit {
  private tries = 0;
  private readonly values = new Map<string, string>();

  constructor(
    private readonly names: readonly string[],
    private readonly literals: readonly string[],
    private readonly text: string,
    private readonly effort: Effort,
  ) {}

  fills(): Fills | undefined {
    return this.from(this.literals[0]?.length ?? 0, 0) ? Object.fromEntries(this.values) : undefined;
  }

  /** True if what stands from here on fits the placeholders from the nth on. */
  private from(at: number, nth: number): boolean {
    const [name, literal] = [this.names[nth], this.literals[nth + 1]];
    if (name === undefined || literal === undefined) return at === this.text.length;
    const isLast = nth === this.names.length - 1;
    const known = this.values.get(name);
    for (let end = isLast ? this.text.length - literal.length : this.next(literal, at); end > at;) {
      const value = this.text.slice(at, end);
      this.tries += 1;
      if (this.tries > MAX_TRIES || !this.effort.spend(value.length)) return false;
      if ((known ?? value) === value && (formOf(name)?.test(value) ?? true)) {
        this.values.set(name, value);
        if (this.from(end + literal.length, nth + 1)) return true;
        if (known === undefined) this.values.delete(name);
      }
      if (isLast) return false;
      end = this.next(literal, end);
    }
    return false;
  }

  private next(literal: string, after: number): number {
    return this.text.indexOf(literal, after + 1);
  }
}

/**
 * @param language writes `{name:number}`; a value that is no number stays. A name without a value stays, too.
 * @param say words an entry of a `{name:list}`, such as "3 others".
 */
export const fillIn = (
  text: string,
  fills: Fills,
  language: string,
  say: (entry: string) => string = (entry) => entry,
): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string, form?: string) => {
    const value = fills[name];
    if (value === undefined) return whole;
    if (form === 'number') return numberIn(value, language);
    return form === 'list' ? choiceIn(value, language, say) : value;
  });

const choiceIn = (codes: string, language: string, say: (entry: string) => string): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(codes.split(/, | or | and /).map(say));

/** All digits of a decimal, as the language writes them. */
function numberIn(value: string, language: string): string {
  if (!/^-?\d{1,40}(?:\.\d{1,20})?$/.test(value)) return value;
  const minimumFractionDigits = value.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(language, { minimumFractionDigits, maximumFractionDigits: 20 });
  // A text keeps all digits, a number would lose some (ECMA-402, 2023).
  return format.format(value as `${number}`);
}
