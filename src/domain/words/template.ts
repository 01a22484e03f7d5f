import { ROUTES } from '../routes/all.ts';

/** Between the sentences of a text. */
export const SENTENCES = /(?<=[.!?:;]) (?=\S)/;

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
  field: /^(?!B[TG]-)[\w.[\]-]{1,200}$/,
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

/** Any other value is one phrase, so a template of one sentence takes no second one. What is quoted, and texts of ours, may have several. */
const PHRASE = /^(?:"|(?!.*[.!?] \p{Lu}))/su;

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

  constructor(readonly text: string) {
    this.names = namesIn(text);
    this.literals = text.split(SEPARATOR);
    this.weight = this.literals.reduce((sum, literal) => sum + literal.length, 0);
  }

  /** Undefined if the text was not made from this template. */
  match(text: string): Fills | undefined {
    const [first = '', ...rest] = this.literals;
    if (!text.startsWith(first) || !text.endsWith(this.literals.at(-1) ?? '')) return undefined;
    let tries = 0;
    const names = this.names;
    const search = (at: number, nth: number, fills: Fills): Fills | undefined => {
      const [name, literal] = [names[nth], rest[nth]];
      if (name === undefined || literal === undefined) return at === text.length ? fills : undefined;
      const isLast = nth === names.length - 1;
      for (let end = isLast ? text.length - literal.length : text.indexOf(literal, at + 1); end > at;) {
        tries += 1;
        if (tries > MAX_TRIES) return undefined;
        const value = text.slice(at, end);
        const fits = (formOf(name)?.test(value) ?? true) && (fills[name] ?? value) === value;
        const found = fits ? search(end + literal.length, nth + 1, { ...fills, [name]: value }) : undefined;
        if (found || isLast) return found;
        end = text.indexOf(literal, end + 1);
      }
      return undefined;
    };
    return search(first.length, 0, {});
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
