import { IntlMessageFormat } from 'intl-messageformat';
import {
  type Choice,
  isMessage,
  isSentences,
  type Message,
  type Text,
  type Value,
  type Word,
} from '../vocabulary/message.ts';

/** The messages of one language, by id: ICU MessageFormat, compiled when a message is first shown. */
export class MessageCatalogue {
  private readonly compiled = new Map<string, IntlMessageFormat>();
  private readonly disjunctions: Intl.ListFormat;
  private readonly conjunctions: Intl.ListFormat;
  private known: ReadonlyMap<string, string> | undefined;

  /** @param english for what the language lacks. */
  constructor(
    private readonly language: string,
    private readonly read: () => ReadonlyMap<string, string>,
    private readonly english?: MessageCatalogue,
  ) {
    // That of Great Britain has no comma before the last.
    const tag = language === 'en' ? 'en-GB' : language;
    this.disjunctions = new Intl.ListFormat(tag, { type: 'disjunction' });
    this.conjunctions = new Intl.ListFormat(tag, { type: 'conjunction' });
  }

  /** Read when the first text is worded. */
  private get messages(): ReadonlyMap<string, string> {
    return (this.known ??= this.read());
  }

  word(text: Text, other: (text: string) => string): string {
    if (typeof text === 'string') return other(text);
    if (isSentences(text)) return text.sentences.map((one) => this.word(one, other)).join(' ');
    const pattern =
      this.messages.get(text.say) ??
      (text.table && this.messages.get(text.table)) ??
      text.others?.[this.language];
    if (pattern === undefined)
      return text.english === undefined ? (this.english?.word(text, other) ?? text.say) : other(text.english);
    const values = Object.entries(text.values ?? {});
    const worded = values.map(([name, value]) => [name, this.value(value, other)] as const);
    const whole = this.fill(text.say, pattern, Object.fromEntries(worded));
    return this.beginsWithText(pattern, text) ? capitalised(whole) : whole;
  }

  /** A row that was stored before its message got other words may lack a value of it. */
  private fill(id: string, pattern: string, values: Readonly<Record<string, string | number>>): string {
    try {
      return String(this.format(id, pattern).format(values));
    } catch {
      return pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
    }
  }

  private format(id: string, pattern: string): IntlMessageFormat {
    const format =
      this.compiled.get(id) ?? new IntlMessageFormat(pattern, this.language, undefined, { ignoreTag: true });
    this.compiled.set(id, format);
    return format;
  }

  private value(value: Value, other: (text: string) => string): string | number {
    if (value === undefined) return '';
    if (typeof value === 'string' || typeof value === 'number') return value;
    if ('figure' in value) return decimalIn(value.figure, this.language);
    if ('word' in value)
      return typeof value.word === 'string' ? this.named(value.word) : this.word(value.word, other);
    if ('choice' in value) return this.inList(value, other);
    return this.word(value, other);
  }

  /** A sentence that begins with another text of ours has its capital; a name or code that stays as it is keeps its small letter. */
  private beginsWithText(pattern: string, { values = {}, english }: Message): boolean {
    const [first = ''] = /(?<=^\{)\w+/.exec(pattern) ?? [];
    const value = values[first];
    if (english !== undefined) return isWord(value) && this.messages.has(nameId(value.word));
    // The text of a rule begins as it has to.
    return pattern.endsWith('.') && isMessage(value) && value.english === undefined;
  }

  private named(name: string): string {
    const id = nameId(name);
    return this.messages.get(id) ?? this.english?.messages.get(id) ?? name;
  }

  private inList({ choice, all }: Choice, other: (text: string) => string): string {
    const lists = all ? this.conjunctions : this.disjunctions;
    return lists.format(choice.map((one) => (typeof one === 'string' ? one : this.word(one, other))));
  }
}

const nameId = (name: Word['word']): string => `names.${String(name).replaceAll(' ', '-')}`;

const isWord = (value: Value): value is Word => typeof value === 'object' && 'word' in value;

/** All digits of a decimal, as the language writes them. */
function decimalIn(value: string, language: string): string {
  if (!/^-?\d{1,40}(?:\.\d{1,20})?$/.test(value)) return value;
  if (language === 'en') return value;
  const minimumFractionDigits = value.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(language, { minimumFractionDigits, maximumFractionDigits: 20 });
  // A text keeps all digits, a number would lose some (ECMA-402, 2023).
  return format.format(value as `${number}`);
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
