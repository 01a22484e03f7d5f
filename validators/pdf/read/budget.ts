import { say } from '../../vocabulary/message.ts';
import { PdfOverLimit } from './failure.ts';

/**
 * Budget for one file. Counted, not timed: the result is the same on every machine. Together the limits keep a file of 5 MB below a second
 * and below 200 MB, whatever its content.
 */
export const LIMITS = {
  /** Objects in cross-references. */
  objects: 100_000,
  /** Values in objects: numbers, names, texts, entries. */
  values: 500_000,
  /** Values in content streams, which are dropped at once. */
  contentValues: 2_000_000,
  /** Operators in content streams: each looks up or copies more than a value. */
  operators: 500_000,
  /** Bytes of a name that cost nothing (ISO 32000-1, annex C); each further one, and each escape in a name, is a value. */
  name: 127,
  /** Bytes of one stream, and of all decoded streams, after their filters. */
  stream: 16_000_000,
  streams: 48_000_000,
  /** Nested arrays and dictionaries. */
  depth: 64,
} as const;

export class Budget {
  private values = 0;
  private bytes = 0;

  /** @param most values. */
  constructor(private readonly most: number = LIMITS.values) {}

  takeValue(count = 1): void {
    this.values += count;
    if (this.values > this.most) throw new PdfOverLimit(say('pdf.it-holds-too-many-values'));
  }

  /** Bytes that a stream may still use. */
  get bytesLeft(): number {
    return Math.min(LIMITS.stream, LIMITS.streams - this.bytes);
  }

  takeBytes(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > LIMITS.streams) throw new PdfOverLimit(say('pdf.its-streams-are-too-large-together'));
  }
}
