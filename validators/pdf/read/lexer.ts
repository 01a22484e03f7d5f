import { say } from '../../vocabulary/message.ts';
import type { Budget } from './budget.ts';
import { LIMITS } from './budget.ts';
import { PdfBroken } from './failure.ts';
import { latin1, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from './objects.ts';

const SPACE = 1;
const DELIMITER = 2;
const KINDS = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) KINDS[byte] = SPACE;
for (const char of '()<>[]{}/%') KINDS[char.charCodeAt(0)] = DELIMITER;

const [CR, LF] = [13, 10];
const byteOf = (char: string): number => char.charCodeAt(0);
const [OPEN, CLOSE, LESS, GREATER, ARRAY, ARRAY_END, SLASH, COMMENT, BACKSLASH, HASH] = [
  ...'()<>[]/%\\#',
].map(byteOf) as [number, number, number, number, number, number, number, number, number, number];

/** A word that is no value: an operator of a content stream, `obj`, `endobj`, `R`. */
export class Word {
  constructor(readonly text: string) {}
}
/** The end of the input. */
export const END = Symbol('end');
type Token = PdfObject | Word | typeof END;

/** A form that readers tolerate and PDF/A does not allow. */
export type Slip = 'hex-string' | 'long-string' | 'long-name' | 'integer';

/** Reads values one after the other (ISO 32000-1, 7.2 and 7.3). */
export class Lexer {
  /** @param slips collects forms that PDF/A does not allow. */
  constructor(
    readonly bytes: Uint8Array,
    public at: number,
    private readonly budget: Budget,
    private readonly slips?: Set<Slip>,
  ) {}

  skipSpace(): void {
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte === undefined) return;
      if (byte === COMMENT) this.skipLine();
      else if (KINDS[byte] === SPACE) this.at += 1;
      else return;
    }
  }

  private skipLine(): void {
    for (let byte = this.bytes[this.at]; byte !== undefined && byte !== CR && byte !== LF;)
      byte = this.bytes[(this.at += 1)];
  }

  /** The next whole value, or a word. @throws PdfBroken, PdfOverLimit */
  next(depth = 0): Token {
    this.skipSpace();
    const byte = this.bytes[this.at];
    if (byte === undefined) return END;
    this.budget.takeValue();
    switch (byte) {
      case SLASH:
        return this.name();
      case OPEN:
        return this.literal();
      case LESS:
        return this.bytes[this.at + 1] === LESS ? this.dict(depth) : this.hex();
      case ARRAY:
        return this.array(depth);
      case CLOSE:
      case ARRAY_END:
        this.at += 1;
        return new Word(String.fromCharCode(byte));
      case GREATER:
        this.at += this.bytes[this.at + 1] === GREATER ? 2 : 1;
        return new Word('>>');
      default:
        return this.numberOrWord();
    }
  }

  /** The next value, with references joined. @throws PdfBroken if it is a word */
  value(depth = 0): PdfObject {
    const token = this.next(depth);
    if (token instanceof Word || token === END)
      throw new PdfBroken(say('pdf.value-is-missing-at-byte', { n: this.at }));
    return isObjectNumber(token) ? (this.reference(token) ?? token) : token;
  }

  /** `12 0 R`; undefined, and nothing read, for a plain number. */
  private reference(number: number): PdfRef | undefined {
    const before = this.at;
    this.skipSpace();
    const generation = this.digits();
    if (generation !== undefined) {
      this.skipSpace();
      const after = this.bytes[this.at + 1];
      if (this.bytes[this.at] === byteOf('R') && (after === undefined || KINDS[after] !== 0)) {
        this.at += 1;
        return new PdfRef(number, generation);
      }
    }
    this.at = before;
    return undefined;
  }

  private digits(): number | undefined {
    let [value, length] = [0, 0];
    for (
      let byte = this.bytes[this.at];
      byte !== undefined && byte >= 48 && byte <= 57 && length < 11;
      byte = this.bytes[this.at]
    ) {
      value = value * 10 + byte - 48;
      length += 1;
      this.at += 1;
    }
    return length > 0 ? value : undefined;
  }

  private array(depth: number): PdfObject {
    const deeper = this.into(depth);
    this.at += 1;
    const items: PdfObject[] = [];
    for (;;) {
      this.skipSpace();
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new PdfBroken(say('pdf.array-has-no-end'));
      if (byte === ARRAY_END) break;
      items.push(this.value(deeper));
    }
    this.at += 1;
    return items;
  }

  private dict(depth: number): PdfDict {
    const deeper = this.into(depth);
    this.at += 2;
    const entries = new Map<string, PdfObject>();
    let repeated: Set<string> | undefined;
    for (;;) {
      this.skipSpace();
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new PdfBroken(say('pdf.dictionary-has-no-end'));
      if (byte === GREATER) break;
      const key = this.next(deeper);
      if (!(key instanceof PdfName))
        throw new PdfBroken(say('pdf.dictionary-has-no-name-at-byte', { n: this.at }));
      if (entries.has(key.text)) (repeated ??= new Set()).add(key.text);
      entries.set(key.text, this.value(deeper));
    }
    this.at += 2;
    return new PdfDict(entries, repeated);
  }

  private into(depth: number): number {
    if (depth >= LIMITS.depth) throw new PdfBroken(say('pdf.its-values-stand-too-deep-within'));
    return depth + 1;
  }

  private name(): PdfName {
    const start = (this.at += 1);
    let escapes = 0;
    for (
      let byte = this.bytes[this.at];
      byte !== undefined && KINDS[byte] === 0;
      byte = this.bytes[(this.at += 1)]
    )
      if (byte === HASH) escapes += 1;
    this.budget.takeValue(escapes + Math.max(0, this.at - start - LIMITS.name));
    const written = latin1(this.bytes.subarray(start, this.at));
    const text =
      escapes > 0
        ? written.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
        : written;
    if (text.length > LIMITS.name) this.slips?.add('long-name');
    return new PdfName(text);
  }

  private literal(): PdfString {
    const out: number[] = [];
    let open = 1;
    for (this.at += 1; ; this.at += 1) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new PdfBroken(say('pdf.text-has-no-end'));
      if (byte === BACKSLASH) this.escape(out);
      else {
        if (byte === OPEN) open += 1;
        else if (byte === CLOSE) open -= 1;
        if (open === 0) break;
        out.push(byte);
      }
    }
    this.at += 1;
    return this.string(out);
  }

  /** Ends on the last byte of the escape. */
  private escape(out: number[]): void {
    const byte = this.bytes[(this.at += 1)];
    if (byte === undefined) return;
    if (byte >= 48 && byte <= 55) {
      let value = byte - 48;
      for (let more = 0; more < 2; more += 1) {
        const digit = this.bytes[this.at + 1];
        if (digit === undefined || digit < 48 || digit > 55) break;
        value = value * 8 + digit - 48;
        this.at += 1;
      }
      out.push(value & 0xff);
    } else if (byte === CR) {
      if (this.bytes[this.at + 1] === LF) this.at += 1;
    } else if (byte !== LF) out.push(ESCAPES.get(byte) ?? byte);
  }

  private hex(): PdfString {
    const out: number[] = [];
    let half = -1;
    for (this.at += 1; ; this.at += 1) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new PdfBroken(say('pdf.text-has-no-end'));
      if (byte === GREATER) break;
      const digit = HEX[byte] ?? 255;
      if (digit > 15) {
        if (KINDS[byte] !== SPACE) this.slips?.add('hex-string');
      } else if (half < 0) half = digit;
      else {
        out.push(half * 16 + digit);
        half = -1;
      }
    }
    if (half >= 0) {
      this.slips?.add('hex-string');
      out.push(half * 16);
    }
    this.at += 1;
    return this.string(out);
  }

  private string(out: number[]): PdfString {
    if (out.length > 32_767) this.slips?.add('long-string');
    return new PdfString(Uint8Array.from(out));
  }

  private numberOrWord(): Token {
    const start = this.at;
    for (
      let byte = this.bytes[this.at];
      byte !== undefined && KINDS[byte] === 0;
      byte = this.bytes[(this.at += 1)]
    );
    // A brace, which begins no value.
    if (this.at === start) this.at += 1;
    let text = latin1(this.bytes.subarray(start, Math.min(this.at, start + MAX_WORD_LENGTH)));
    const beside = BESIDE_END.exec(text)?.[1];
    if (beside !== undefined) {
      text = beside;
      this.at = start + beside.length;
    }
    if (NUMBER.test(text)) return this.number(text);
    switch (text) {
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
      default:
        return new Word(text);
    }
  }

  private number(text: string): number {
    const value = Number(text);
    if (Number.isInteger(value) && !text.includes('.') && (value > 2_147_483_647 || value < -2_147_483_648))
      this.slips?.add('integer');
    return value;
  }
}

const MAX_WORD_LENGTH = 64;
const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)$/;
/** A value whose end only `endobj` marks. */
const BESIDE_END = /^([+-]?[\d.]+|true|false|null)endobj$/;
const ESCAPES = new Map(
  (
    [
      ['n', 10],
      ['r', 13],
      ['t', 9],
      ['b', 8],
      ['f', 12],
    ] as const
  ).map(([char, byte]) => [byteOf(char), byte]),
);
const HEX = new Uint8Array(256).fill(255);
for (const [value, chars] of [...'0123456789ABCDEF'].entries())
  for (const char of [chars, chars.toLowerCase()]) HEX[byteOf(char)] = value;

const isObjectNumber = (token: PdfObject): token is number =>
  typeof token === 'number' && Number.isInteger(token) && token >= 0;

export const isSpace = (byte: number | undefined): boolean => byte !== undefined && KINDS[byte] === SPACE;
