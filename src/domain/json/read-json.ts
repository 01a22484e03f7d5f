import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { JsonNumber } from './json-number.ts';
import { JSON_LIMITS, PastLimit } from './past-limit.ts';

type JsonRead =
  | { readonly ok: true; readonly value: unknown; readonly members: ReadonlyMap<string, Span> }
  | { readonly ok: false; readonly reason: Text; readonly path: string };

/** The place of a top-level member's value in the text, in UTF-16 units; `end` is after it. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads JSON (RFC 8259) more strictly than `JSON.parse`: a repeated member, a lone surrogate or U+0000 is refused, because senders and
 * readers disagree about them. Numbers keep their digits as `JsonNumber`. Objects have no prototype, so a member called `__proto__` is a
 * member like any other. A list or object longer than `JSON_LIMITS` reads as `PastLimit`; more values or levels than those refuse the
 * whole.
 * @returns if refused: the path of the place, `document.lines[2].unit`, and a reason with line and column.
 */
export function readJson(text: string): JsonRead {
  const reader = new Reader(text);
  try {
    return { ok: true, value: reader.document(), members: reader.members };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason, path: error.path };
    throw error;
  }
}

class Refused extends Error {
  constructor(
    readonly reason: Text,
    readonly path: string,
  ) {
    super('not JSON');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const WHOLE = /-?\d/y;
const FRACTION = /\.\d/y;
const EXPONENT = /[eE][+-]?\d/y;
// Texts of megabytes are searched for their end: an expression that matches the whole text can exhaust the stack of V8.
const NO_DIGIT = /\D/g;
const NO_BLANK = /[^ \t\n\r]/g;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/y;
const LONE_SURROGATE = /\p{Surrogate}/u;
const ESCAPED: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const LITERALS = {
  t: { word: 'true', value: true },
  f: { word: 'false', value: false },
  n: { word: 'null', value: null },
} as const;

/**
 * An object without a prototype. `Object.create(null)` would make it a table in V8 from its first member on: ten times slower to fill, and
 * 200 bytes even if it is empty.
 */
const Members = function () {} as unknown as new () => Record<string, unknown>;
Members.prototype = Object.freeze(Object.create(null));

class Reader {
  readonly members = new Map<string, Span>();
  private readonly path: (string | number)[] = [];
  private at = 0;
  private values = 0;

  constructor(private readonly text: string) {}

  document(): unknown {
    this.blanks();
    const value = this.value();
    this.blanks();
    if (this.at < this.text.length) this.refuse(say('json.something-follows-json-value'));
    return value;
  }

  private value(): unknown {
    this.values += 1;
    if (this.values > JSON_LIMITS.values)
      this.refuse(say('json.body-holds-more-than-values', { n: JSON_LIMITS.values }));
    const first = this.text[this.at];
    switch (first) {
      case '{':
        return this.object();
      case '[':
        return this.array();
      case '"':
        return this.string();
      case 't':
      case 'f':
      case 'n':
        return this.literal(LITERALS[first]);
      default:
        return this.number();
    }
  }

  private object(): Readonly<Record<string, unknown>> | PastLimit {
    const object = new Members();
    let members = 0;
    this.at += 1;
    this.blanks();
    if (this.take('}')) return object;
    do {
      this.blanks();
      members += 1;
      this.member(members > JSON_LIMITS.members ? undefined : object);
      this.blanks();
    } while (this.take(','));
    if (!this.take('}')) this.refuse(say('json.comma-or-was-expected'));
    return members > JSON_LIMITS.members ? new PastLimit(JSON_LIMITS.members) : object;
  }

  private member(object: Record<string, unknown> | undefined): void {
    if (this.text[this.at] !== '"') this.refuse(say('json.member-name-in-double-quotes-was-expected'));
    const name = this.string();
    this.enter(name);
    if (object && name in object) this.refuse(say('json.member-is-given-twice'));
    this.blanks();
    if (!this.take(':')) this.refuse(say('json.colon-was-expected'));
    this.blanks();
    const start = this.at;
    const value = this.value();
    if (object) object[name] = value;
    if (this.path.length === 1) this.members.set(name, { start, end: this.at });
    this.path.pop();
  }

  private array(): readonly unknown[] | PastLimit {
    const items: unknown[] = [];
    let length = 0;
    this.at += 1;
    this.blanks();
    if (this.take(']')) return items;
    do {
      this.blanks();
      this.enter(length);
      const item = this.value();
      length += 1;
      // The rest is read, so that errors in it are reported; none of it is kept.
      if (length <= JSON_LIMITS.items) items.push(item);
      this.path.pop();
      this.blanks();
    } while (this.take(','));
    if (!this.take(']')) this.refuse(say('json.comma-or-was-expected-2'));
    return length > JSON_LIMITS.items ? new PastLimit(JSON_LIMITS.items) : items;
  }

  private string(): string {
    const text = this.text;
    let from = this.at + 1;
    let read = '';
    for (let at = from; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) {
        this.at = at + 1;
        if (read === '') return text.slice(from, at);
        read += text.slice(from, at);
        // The text came from well-formed UTF-8, so only an escape can bring a lone surrogate.
        if (LONE_SURROGATE.test(read)) this.refuse(say('json.text-holds-half-of-surrogate-pair'));
        // XML cannot hold it, and neither can every store.
        if (read.includes('\0')) this.refuse(say('json.text-holds-character-u-0000'));
        return read;
      }
      if (unit < 0x20) this.refuse(say('json.text-contains-control-character-escape-it'), at);
      if (unit === BACKSLASH) {
        read += text.slice(from, at) + this.escape(at);
        from = ESCAPE.lastIndex;
        at = from - 1;
      }
    }
    return this.refuse(say('json.text-has-no-closing-quote'), text.length);
  }

  private escape(at: number): string {
    ESCAPE.lastIndex = at;
    const match = ESCAPE.exec(this.text);
    if (!match) return this.refuse(say('json.escape-is-unknown'), at);
    const [, hex, letter] = match;
    return hex === undefined ? (ESCAPED[letter!] as string) : String.fromCharCode(Number.parseInt(hex, 16));
  }

  private number(): JsonNumber {
    const start = this.at;
    if (!this.skip(WHOLE))
      return this.refuse(
        start < this.text.length ? say('json.no-json-value-starts-here') : say('json.json-ends-here'),
      );
    if (this.text[this.at - 1] !== '0') this.skipTo(NO_DIGIT);
    for (const part of [FRACTION, EXPONENT]) if (this.skip(part)) this.skipTo(NO_DIGIT);
    return new JsonNumber(this.text.slice(start, this.at));
  }

  private skip(what: RegExp): boolean {
    what.lastIndex = this.at;
    const stands = what.test(this.text);
    if (stands) this.at = what.lastIndex;
    return stands;
  }

  /** Skips to the first of these characters, or to the end. */
  private skipTo(what: RegExp): void {
    what.lastIndex = this.at;
    this.at = what.test(this.text) ? what.lastIndex - 1 : this.text.length;
  }

  private literal({ word, value }: (typeof LITERALS)[keyof typeof LITERALS]): boolean | null {
    if (!this.text.startsWith(word, this.at)) this.refuse(say('json.no-json-value-starts-here'));
    this.at += word.length;
    return value;
  }

  private enter(step: string | number): void {
    this.path.push(step);
    if (this.path.length > JSON_LIMITS.depth)
      this.refuse(say('json.values-are-nested-more-than-deep', { n: JSON_LIMITS.depth }));
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }

  private blanks(): void {
    const unit = this.text.charCodeAt(this.at);
    if (unit > 0x20) return;
    this.skipTo(NO_BLANK);
  }

  private refuse(what: Text, at = this.at): never {
    const column = at - this.text.lastIndexOf('\n', at - 1);
    throw new Refused(say('json.text', { text: what, line: this.line(at), column }), showPath(this.path));
  }

  /** A body may consist of line ends, so no list of lines is made. */
  private line(at: number): number {
    let line = 1;
    for (let end = this.text.indexOf('\n'); end !== -1 && end < at; line += 1)
      end = this.text.indexOf('\n', end + 1);
    return line;
  }
}

const MAX_NAME_LENGTH = 100;

/** `document.lines[2].unit`; long names are cut, because the path goes into the answer. */
function showPath(path: readonly (string | number)[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step.slice(0, MAX_NAME_LENGTH)}`))
    .join('')
    .replace(/^\./, '');
}
