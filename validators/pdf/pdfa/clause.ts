import type { Message } from '../../vocabulary/message.ts';
import type { Severity } from '../../vocabulary/finding.ts';
import type { PdfaDocument } from './document.ts';

/** A clause of ISO 19005-3, or a part of one that can be checked without drawing. */
export interface Clause {
  /** `6.1.3` */
  readonly clause: string;
  /** If it is less than a breach of the clause. */
  readonly severity?: Severity;
  /** Each a sentence. */
  readonly breaches: (document: PdfaDocument) => Iterable<Message>;
}
