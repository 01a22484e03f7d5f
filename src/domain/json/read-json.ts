import { JsonNumber } from './json-number.ts';

export type JsonRead =
  | { readonly ok: true; readonly value: unknown; readonly members: ReadonlyMap<string, Span> }
  | { readonly ok: false; readonly reason: string; readonly path: string };

/** Where the value of a top-level member stands in the text, in UTF-16 units; `end` is behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Deeper than any request; keeps a megabyte of brackets from exhausting the stack. */
const DEEPEST = 64;

/**
 * Reads JSON (RFC 8259) more strictly than `JSON.parse`: a member given twice, a lone surrogate or U+0000 is refused,
 * because senders and readers disagree about what they mean or whether they can be. Numbers keep their digits as `JsonNumber`. Objects have no prototype,
 * so a member called `__proto__` is a member like any other.
 * @returns on refusal the path of the place, `document.lines[2].unit`, and a reason with line and column.
 */
export function readJson(text: string): JsonRead {
  const reader = new Reader(text);
  try {
    return { ok: true, value: reader.document(), members: reader.members };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.message, path: error.path };
    throw error;
  }
}

class Refused extends Error {
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.path = path;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANKS = /[ \t\n\r]*/y;
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

class Reader {
  readonly members = new Map<string, Span>();
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): unknown {
    this.#blanks();
    const value = this.#value();
    this.#blanks();
    if (this.#at < this.#text.length) this.#refuse('Something follows the JSON value');
    return value;
  }

  #value(): unknown {
    const first = this.#text[this.#at];
    switch (first) {
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case '"':
        return this.#string();
      case 't':
      case 'f':
      case 'n':
        return this.#literal(LITERALS[first]);
      default:
        return this.#number();
    }
  }

  #object(): Record<string, unknown> {
    const object = Object.create(null) as Record<string, unknown>;
    this.#at += 1;
    this.#blanks();
    if (this.#take('}')) return object;
    do {
      this.#blanks();
      this.#member(object);
      this.#blanks();
    } while (this.#take(','));
    if (!this.#take('}')) this.#refuse('A comma or } was expected');
    return object;
  }

  #member(object: Record<string, unknown>): void {
    if (this.#text[this.#at] !== '"') this.#refuse('A member name in double quotes was expected');
    const name = this.#string();
    this.#enter(name);
    if (name in object) this.#refuse('The member is given twice');
    this.#blanks();
    if (!this.#take(':')) this.#refuse('A colon was expected');
    this.#blanks();
    const start = this.#at;
    object[name] = this.#value();
    if (this.#path.length === 1) this.members.set(name, { start, end: this.#at });
    this.#path.pop();
  }

  #array(): unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    this.#blanks();
    if (this.#take(']')) return items;
    do {
      this.#blanks();
      this.#enter(items.length);
      items.push(this.#value());
      this.#path.pop();
      this.#blanks();
    } while (this.#take(','));
    if (!this.#take(']')) this.#refuse('A comma or ] was expected');
    return items;
  }

  #string(): string {
    const text = this.#text;
    let from = this.#at + 1;
    let read = '';
    for (let at = from; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) {
        this.#at = at + 1;
        if (read === '') return text.slice(from, at);
        read += text.slice(from, at);
        // The text came from well-formed UTF-8, so only an escape can bring a lone surrogate.
        if (LONE_SURROGATE.test(read)) this.#refuse('The text holds half of a surrogate pair');
        // Neither XML nor every store can hold it.
        if (read.includes('\0')) this.#refuse('The text holds the character U+0000');
        return read;
      }
      if (unit < 0x20) this.#refuse('A control character stands in a text; escape it', at);
      if (unit === BACKSLASH) {
        read += text.slice(from, at) + this.#escape(at);
        from = ESCAPE.lastIndex;
        at = from - 1;
      }
    }
    return this.#refuse('The text has no closing quote', text.length);
  }

  #escape(at: number): string {
    ESCAPE.lastIndex = at;
    const match = ESCAPE.exec(this.#text);
    if (!match) return this.#refuse('The escape is unknown', at);
    const [, hex, letter] = match;
    return hex === undefined ? (ESCAPED[letter!] as string) : String.fromCharCode(Number.parseInt(hex, 16));
  }

  #number(): JsonNumber {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (!match)
      return this.#refuse(this.#at < this.#text.length ? 'No JSON value starts here' : 'It ends here');
    this.#at = NUMBER.lastIndex;
    return new JsonNumber(match[0]);
  }

  #literal({ word, value }: (typeof LITERALS)[keyof typeof LITERALS]): boolean | null {
    if (!this.#text.startsWith(word, this.#at)) this.#refuse('No JSON value starts here');
    this.#at += word.length;
    return value;
  }

  #enter(step: string | number): void {
    this.#path.push(step);
    if (this.#path.length > DEEPEST) this.#refuse(`Values are nested more than ${DEEPEST} deep`);
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #blanks(): void {
    const unit = this.#text.charCodeAt(this.#at);
    if (unit > 0x20) return;
    BLANKS.lastIndex = this.#at;
    BLANKS.test(this.#text);
    this.#at = BLANKS.lastIndex;
  }

  #refuse(what: string, at = this.#at): never {
    const before = this.#text.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    throw new Refused(`${what} (line ${line}, column ${column}).`, shown(this.#path));
  }
}

const LONGEST_NAME = 100;

/** `document.lines[2].unit`; long names are cut, because the path goes into the answer. */
function shown(path: readonly (string | number)[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step.slice(0, LONGEST_NAME)}`))
    .join('')
    .replace(/^\./, '');
}
