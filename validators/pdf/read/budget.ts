import { PdfOverLimit } from './failure.ts';

/**
 * What is spent on one file. Counted, not timed: the same file is judged the same on every machine. Together these keep a file of
 * 5 MB below a second and below 200 MB, whatever is in it.
 */
export const LIMITS = {
  /** Objects that cross-references name. */
  objects: 100_000,
  /** Values that objects hold: numbers, names, texts, entries. */
  values: 500_000,
  /** Those that content streams hold, which are forgotten at once. */
  contentValues: 2_000_000,
  /** Bytes that one stream, and all that are asked for, have after their filters. */
  stream: 16_000_000,
  streams: 48_000_000,
  /** Arrays and dictionaries within each other. */
  depth: 64,
} as const;

export class Budget {
  private values = 0;
  private bytes = 0;

  /** @param most values. */
  constructor(private readonly most: number = LIMITS.values) {}

  takeValue(): void {
    this.values += 1;
    if (this.values > this.most) throw new PdfOverLimit('it holds too many values');
  }

  /** Bytes that a stream may still have. */
  get bytesLeft(): number {
    return Math.min(LIMITS.stream, LIMITS.streams - this.bytes);
  }

  takeBytes(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > LIMITS.streams) throw new PdfOverLimit('its streams are too large together');
  }
}
