import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { type ParsedInvoice, parseCanonical } from '../../domain/invoice/parse-canonical.ts';

/** A canonical document that is parsed once, and judged once for each way to send it. */
export class ReadDocument {
  private parsed: ParsedInvoice | undefined;
  private readonly judged = new Map<string, readonly Finding[]>();

  /** @param json as `readJson` reads it. */
  constructor(private readonly json: unknown) {}

  readonly read = (): ParsedInvoice => (this.parsed ??= parseCanonical(this.json));

  /** @param way all that the findings depend on beside the document. */
  readonly judgeOnce = (way: string, judge: () => readonly Finding[]): readonly Finding[] => {
    const known = this.judged.get(way) ?? judge();
    this.judged.set(way, known);
    return known;
  };
}

/** Bytes as submitted; a document takes some ten times as much. */
const MAX_KEPT_BYTES = 2_000_000;
/** A check that has not begun by then may be in another process. */
const MAX_AGE_MS = 60_000;

/** What is stored of a submission. */
interface StoredFile {
  readonly sha256: string;
  /** Bytes before sealing. */
  readonly size: number;
}

interface Kept {
  readonly document: ReadDocument;
  readonly size: number;
  readonly since: number;
}

/**
 * Documents of the last intakes of this process. Its check takes them in place of the stored ones, whose bytes are the same; whatever is not
 * here is read from the store. The oldest is checked first, so what no longer fits in is not kept.
 */
export class RecentDocuments {
  private readonly entries = new Map<string, Kept>();
  private bytes = 0;

  keep(client: string, { sha256, size }: StoredFile, document: ReadDocument): void {
    const now = performance.now();
    for (const [key, { since }] of this.entries) {
      if (now - since < MAX_AGE_MS) break;
      this.remove(key);
    }
    const key = keyOf(client, sha256);
    if (this.entries.has(key) || this.bytes + size > MAX_KEPT_BYTES) return;
    this.entries.set(key, { document, size, since: now });
    this.bytes += size;
  }

  take(client: string, sha256: string): ReadDocument | undefined {
    return this.remove(keyOf(client, sha256))?.document;
  }

  private remove(key: string): Kept | undefined {
    const entry = this.entries.get(key);
    if (entry) this.bytes -= entry.size;
    this.entries.delete(key);
    return entry;
  }
}

const keyOf = (client: string, sha256: string): string => `${sha256} ${client}`;
