import { namesIn, Template } from './template.ts';

/** Templates are found by so many of their first and last letters. */
const MAX_LETTERS = 10;

const firstOf = (text: string): string => text.slice(0, MAX_LETTERS);
const lastOf = (text: string): string => text.slice(-MAX_LETTERS);

/** The templates of a language, by the letters that they begin and end with. */
export class TemplateIndex {
  /** The one with the most letters of its own first. */
  private readonly templates: readonly Template[];
  private readonly beginnings: ReadonlySet<string>;
  private readonly ends: ReadonlySet<string>;
  private readonly found = new Map<string, readonly Template[]>();

  constructor(texts: readonly string[]) {
    this.templates = texts
      .filter((english) => namesIn(english).length > 0)
      .map((english) => new Template(english))
      .toSorted((one, other) => other.weight - one.weight);
    this.beginnings = new Set(this.templates.map(({ beginning }) => firstOf(beginning)));
    this.ends = new Set(this.templates.map(({ end }) => lastOf(end)));
  }

  /** Those that a text may be made from. */
  for(text: string): readonly Template[] {
    const first = longest(this.beginnings, firstOf(text), (known) => known.slice(0, -1));
    const last = longest(this.ends, lastOf(text), (known) => known.slice(1));
    const key = `${first}\n${last}`;
    const known =
      this.found.get(key) ??
      this.templates.filter(
        ({ beginning, end }) => first.startsWith(firstOf(beginning)) && last.endsWith(lastOf(end)),
      );
    this.found.set(key, known);
    return known;
  }
}

/** The longest part of the letters that is known. */
function longest(known: ReadonlySet<string>, letters: string, shorten: (text: string) => string): string {
  let part = letters;
  while (part !== '' && !known.has(part)) part = shorten(part);
  return part;
}
