import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { type ParsedInvoice, parseCanonical } from '../../domain/invoice/parse-canonical.ts';
import { Recent } from '../stores/recent.ts';

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

/** Documents of the last intakes of this process. Its check takes them in place of the stored ones, whose bytes are the same. */
export class RecentDocuments {
  private readonly recent = new Recent<ReadDocument>(MAX_KEPT_BYTES, MAX_AGE_MS);

  keep(client: string, { sha256, size }: StoredFile, document: ReadDocument): void {
    this.recent.keep(keyOf(client, sha256), document, size);
  }

  take(client: string, sha256: string): ReadDocument | undefined {
    return this.recent.take(keyOf(client, sha256));
  }
}

const keyOf = (client: string, sha256: string): string => `${sha256} ${client}`;
