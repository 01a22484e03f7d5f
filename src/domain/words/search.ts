import { isOnlyQuotes } from './hidden-quotes.ts';
import { fillIn, type Fills, SENTENCES, type Template, type Translation } from './template.ts';
import type { Effort } from './effort.ts';

/** What a search looks in: the texts of one language. */
export interface Texts {
  readonly language: string;
  readonly exact: ReadonlyMap<string, Translation>;
  readonly plurals: Intl.PluralRules;
  /** Letters of the longest text. */
  readonly longest: number;
  /** The templates that a text may be made from, the one with the most letters of its own first. */
  templatesFor(text: string): readonly Template[];
}

type Find = (english: string) => string | undefined;

/** Sentences of a text that one translation may cover. */
const MAX_JOINED = 8;
/** Texts in one another, as in `Of the buyer: {text}`. Ours have three. */
const MAX_NESTED = 8;

/** The search for the translation of one text. Each part is looked up once, and all parts together have one budget. */
export class Search {
  private readonly wholes = new Map<string, string | undefined>();
  private readonly inSentences = new Map<string, string | undefined>();
  private readonly occurring = new Map<Template, boolean>();
  private nested = 0;

  constructor(
    private readonly english: string,
    private readonly texts: Texts,
    private readonly effort: Effort,
  ) {}

  /** Undefined if the text has no translation, or the budget ends before one is found. */
  translate(): string | undefined {
    const found = this.text(this.english);
    return this.effort.isSpent ? undefined : found;
  }

  private text(english: string): string | undefined {
    return this.whole(english) ?? this.once(this.inSentences, english, (text) => this.bySentences(text));
  }

  private whole(english: string): string | undefined {
    return this.once(this.wholes, english, (text) => this.lookUp(text));
  }

  private once(known: Map<string, string | undefined>, english: string, find: Find): string | undefined {
    if (!this.effort.spend(english.length)) return undefined;
    if (known.has(english)) return known.get(english);
    const found = find(english);
    known.set(english, found);
    return found;
  }

  private lookUp(english: string): string | undefined {
    if (isOnlyQuotes(english)) return english;
    const known = this.plain(english) ?? this.made(english);
    if (known !== undefined) return known;
    const other = english.endsWith('.') ? this.withStop(english) : this.withoutStop(english);
    return other ?? this.asBeginning(english);
  }

  /** A text that is stated without its full stop. */
  private withStop(english: string): string | undefined {
    const title = this.made(english.slice(0, -1));
    return title === undefined ? undefined : `${title}.`;
  }

  /** A part that begins a sentence here: "The document ends inside an element." */
  private asBeginning(english: string): string | undefined {
    const part = `${english.charAt(0).toLowerCase()}${english.slice(1)}`;
    const known = part === english ? undefined : this.plain(part);
    return known === undefined ? undefined : capitalised(known);
  }

  /** A sentence inside another one: "The invoice is late (line 3)." */
  private withoutStop(english: string): string | undefined {
    if (english.length > this.texts.longest) return undefined;
    const sentence = this.texts.exact.get(`${english}.`);
    return typeof sentence === 'string' ? sentence.replace(/\.$/, '') : undefined;
  }

  /** A text with values in it. */
  private made(english: string): string | undefined {
    for (const template of this.texts.templatesFor(english)) {
      if (!this.mayOccur(template)) continue;
      const fills = template.match(english, this.effort);
      const translated = fills && this.inParts(fills);
      if (this.effort.isSpent) return undefined;
      const translation = translated && this.texts.exact.get(template.text);
      if (translation === undefined) continue;
      const worded = this.filled(translation, translated ?? {});
      const [first = ''] = BEGINNING.exec(formOf(translation)) ?? [];
      const beginsWithText = first !== '' && translated?.[first] !== fills?.[first];
      return beginsWithText && /^\p{Lu}/u.test(english) ? capitalised(worded) : worded;
    }
    return undefined;
  }

  /** Found out once: a long text has many parts, and few templates in them. */
  private mayOccur(template: Template): boolean {
    const known = this.occurring.get(template);
    if (known !== undefined) return known;
    this.effort.spend(this.english.length);
    const may = template.mayOccurIn(this.english);
    this.occurring.set(template, may);
    return may;
  }

  /** Titles are stated without the full stop that ends them in a sentence. */
  private plain(english: string): string | undefined {
    if (english.length > this.texts.longest + 1) return undefined;
    const known = this.texts.exact.get(english);
    if (known !== undefined) return this.filled(known, {});
    const title = english.endsWith('.') ? this.texts.exact.get(english.slice(0, -1)) : undefined;
    return title === undefined ? undefined : `${this.filled(title, {})}.`;
  }

  /** Values that are texts of ours are translated, too. `{text}` has to be one. */
  private inParts(fills: Fills): Fills | undefined {
    const parts: Record<string, string> = {};
    for (const [name, value] of Object.entries(fills)) {
      const translated = name.startsWith('text') ? this.inside(value) : this.plain(value);
      if (translated === undefined && name.startsWith('text')) return undefined;
      parts[name] = translated ?? value;
    }
    return parts;
  }

  private inside(value: string): string | undefined {
    if (this.nested === MAX_NESTED) return this.effort.giveUp();
    this.nested += 1;
    const found = this.text(value);
    this.nested -= 1;
    return found;
  }

  private bySentences(english: string): string | undefined {
    const sentences = english.split(SENTENCES);
    if (sentences.length < 2) return undefined;
    const translated: string[] = [];
    for (let at = 0; at < sentences.length;) {
      const [text, count] = this.longestFrom(sentences, at);
      if (text === undefined) return undefined;
      translated.push(text);
      at += count;
    }
    return translated.join(' ');
  }

  private longestFrom(sentences: readonly string[], at: number): readonly [string | undefined, number] {
    for (let count = Math.min(MAX_JOINED, sentences.length - at); count > 0; count -= 1) {
      if (count === sentences.length) continue;
      const text = this.whole(sentences.slice(at, at + count).join(' '));
      if (text !== undefined) return [text, count];
    }
    return [undefined, 0];
  }

  private filled(translation: Translation, fills: Fills): string {
    return fillInForm(this.texts, translation, fills, (part) => this.whole(part) ?? part);
  }
}

/** A translation in the form of its number, with its values. */
export function fillInForm(
  { language, plurals }: Pick<Texts, 'language' | 'plurals'>,
  translation: Translation,
  fills: Fills,
  say?: (entry: string) => string,
): string {
  const text =
    typeof translation === 'string'
      ? translation
      : (translation[plurals.select(Number(fills.n ?? 0))] ?? translation.other ?? '');
  return fillIn(text, fills, language, say);
}

const formOf = (translation: Translation): string =>
  typeof translation === 'string' ? translation : (translation.other ?? '');

/** The placeholder that a translation begins with. */
const BEGINNING = /(?<=^\{)\w+/;

/** A sentence that begins with a translated value has its capital; a name that stays, such as `cbc:ID`, keeps its small letter. */
const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
