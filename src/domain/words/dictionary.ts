import { Effort } from './effort.ts';
import type { Language } from './language.ts';
import { hideQuotes } from './hidden-quotes.ts';
import { fillInForm, Search, type Texts } from './search.ts';
import { TemplateIndex } from './template-index.ts';
import type { Fills, Template, Translation } from './template.ts';

/** A file of `words/`: the translation of each English text. */
export type WordFile = Readonly<Record<string, Translation>>;

/** Longer texts are quoted documents, not texts of ours. */
const MAX_CHARACTERS = 4000;

/**
 * The texts of one language, by their English. A text that has values in it is found by its template, so texts that were stored long ago,
 * come from a rule engine or passed a queue need no key of their own (ADR 44).
 */
export class Dictionary implements Texts {
  readonly exact: ReadonlyMap<string, Translation>;
  readonly plurals: Intl.PluralRules;
  readonly longest: number;
  /** Quotation marks in texts of ours: they hold words of ours. */
  private readonly ownQuotes: ReadonlySet<string>;
  private readonly templates: TemplateIndex;

  constructor(
    readonly language: Language,
    files: readonly WordFile[],
  ) {
    this.exact = new Map(files.flatMap((file) => Object.entries(file)));
    this.plurals = new Intl.PluralRules(language);
    const all = [...this.exact.keys()];
    this.longest = Math.max(0, ...all.map((english) => english.length));
    this.ownQuotes = new Set(all.flatMap((english) => english.match(/"[^"]*"/g) ?? []));
    this.templates = new TemplateIndex(all);
  }

  /** The template of a text and what is filled in, in this language. Undefined if it has no translation. */
  say(english: string, fills: Fills = {}): string | undefined {
    const translation = this.exact.get(english);
    const say = (entry: string): string => this.translate(entry) ?? entry;
    return translation === undefined ? undefined : fillInForm(this, translation, fills, say);
  }

  /**
   * A text of ours in this language; a text of several sentences only if each has a translation. Undefined without one. What stands in
   * quotation marks stays as it is.
   */
  translate(english: string, effort = new Effort(english)): string | undefined {
    if (english.length > MAX_CHARACTERS) return undefined;
    const { text, show } = hideQuotes(english, this.ownQuotes);
    const found = new Search(text, this, effort).translate();
    return found === undefined ? undefined : show(found);
  }

  templatesFor(text: string): readonly Template[] {
    return this.templates.for(text);
  }
}
