import type { Language } from './language.ts';
import { type Fills, fillIn, namesIn, SENTENCES, Template } from './template.ts';

/** A translation, or its forms by the number `{n}` (CLDR, plural rules). */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** A file of `words/`: the translation of each English text. */
export type WordFile = Readonly<Record<string, Translation>>;

/** Longer texts are quoted documents, not texts of ours. */
const MAX_CHARACTERS = 4000;
/** Sentences of a text that one translation may cover. */
const MAX_JOINED = 8;

/**
 * The texts of one language, by their English. A text that has values in it is found by its template, so texts that were stored long ago,
 * come from a rule engine or passed a queue need no key of their own (ADR 44).
 */
export class Dictionary {
  private readonly exact = new Map<string, Translation>();
  private readonly templates: readonly Template[];
  private readonly plurals: Intl.PluralRules;

  constructor(
    readonly language: Language,
    files: readonly WordFile[],
  ) {
    for (const file of files)
      for (const [english, translation] of Object.entries(file)) this.exact.set(english, translation);
    this.templates = [...this.exact.keys()]
      .filter((english) => namesIn(english).length > 0)
      .map((english) => new Template(english))
      .toSorted((one, other) => other.weight - one.weight);
    this.plurals = new Intl.PluralRules(language);
  }

  /** The template of a text and what is filled in, in this language. Undefined if it has no translation. */
  say(english: string, fills: Fills = {}): string | undefined {
    const translation = this.exact.get(english);
    return translation === undefined ? undefined : this.filled(translation, fills);
  }

  /** A text of ours in this language; a text of several sentences only if each has a translation. Undefined without one. */
  translate(english: string): string | undefined {
    if (english.length > MAX_CHARACTERS) return undefined;
    return this.whole(english) ?? this.bySentences(english);
  }

  private whole(english: string): string | undefined {
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
    const sentence = this.exact.get(`${english}.`);
    return typeof sentence === 'string' ? sentence.replace(/\.$/, '') : undefined;
  }

  /** A text with values in it. */
  private made(english: string): string | undefined {
    for (const template of this.templates) {
      const fills = template.match(english);
      const translated = fills && this.inParts(fills);
      const worded = translated && this.say(template.text, translated);
      if (worded === undefined) continue;
      const [first = ''] = BEGINNING.exec(this.formsOf(template)) ?? [];
      const beginsWithText = first !== '' && translated?.[first] !== fills?.[first];
      return beginsWithText && /^\p{Lu}/u.test(english) ? capitalised(worded) : worded;
    }
    return undefined;
  }

  private formsOf(template: Template): string {
    const translation = this.exact.get(template.text) ?? '';
    return typeof translation === 'string' ? translation : (translation.other ?? '');
  }

  /** Titles are stated without the full stop that ends them in a sentence. */
  private plain(english: string): string | undefined {
    const known = this.exact.get(english);
    if (known !== undefined) return this.filled(known, {});
    const title = english.endsWith('.') ? this.exact.get(english.slice(0, -1)) : undefined;
    return title === undefined ? undefined : `${this.filled(title, {})}.`;
  }

  /** Values that are texts of ours are translated, too. `{text}` has to be one. */
  private inParts(fills: Fills): Fills | undefined {
    const parts: Record<string, string> = {};
    for (const [name, value] of Object.entries(fills)) {
      const translated = name.startsWith('text') ? this.translate(value) : this.plain(value);
      if (translated === undefined && name.startsWith('text')) return undefined;
      parts[name] = translated ?? value;
    }
    return parts;
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
    const text =
      typeof translation === 'string'
        ? translation
        : (translation[this.plurals.select(Number(fills.n ?? 0))] ?? translation.other ?? '');
    return fillIn(text, fills, this.language, (part) => this.whole(part) ?? part);
  }
}

/** The placeholder that a translation begins with. */
const BEGINNING = /(?<=^\{)\w+/;

/** A sentence that begins with a translated value has its capital; a name that stays, such as `cbc:ID`, keeps its small letter. */
const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
