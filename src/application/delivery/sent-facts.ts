import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { Newest } from '../../domain/newest.ts';
import type { DocumentInTransit } from '../../ports/rail.ts';
import { carriedOf, type ReadingTools } from './consign.ts';

/** BT-3 (UNTDID 1001). */
const CREDIT_NOTES: ReadonlySet<string> = new Set(['261', '262', '381', '396', '502', '503']);

export interface SentFact {
  readonly sellerIds: readonly string[];
  readonly total: DocumentInTransit['addressing']['total'];
  readonly isCreditNote: boolean;
}

/** Some hundred bytes each. */
const MOST_KEPT = 1000;

/** What messages are compared with in the documents that were sent. Several come about each, so a document is read once. */
export class SentFacts {
  readonly #tools: ReadingTools;
  readonly #kept = new Newest<SentFact>(MOST_KEPT);

  constructor(tools: ReadingTools) {
    this.#tools = tools;
  }

  async of(record: InvoiceRecord): Promise<SentFact> {
    const name = `${record.client} ${record.documentSha256 ?? ''}`;
    const known = this.#kept.get(name);
    if (known) return known;
    const { addressing } = await carriedOf(record, this.#tools);
    const { seller, total, root, typeCode } = addressing;
    const isCreditNote = root === 'CreditNote' || CREDIT_NOTES.has(typeCode ?? '');
    const fact = { sellerIds: seller.ids, total, isCreditNote };
    this.#kept.set(name, fact);
    return fact;
  }
}
