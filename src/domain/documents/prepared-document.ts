import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import type { CallerPlace, DocumentPlace } from './caller-place.ts';

/** An invoice, ready to be written in one syntax. */
export interface PreparedDocument {
  readonly syntax: Syntax;
  /** BT-24. */
  readonly specification: string | null;
  /** Findings about members that the syntax has no place for, under the caller's names; such an invoice is not written. */
  limits(): readonly Finding[];
  /** Members that it leaves out and may leave out. */
  notWritten(): readonly Finding[];
  xml(): string;
  /** The caller's members that findings about the document concern; in the order of the findings. */
  places(places: readonly DocumentPlace[]): readonly CallerPlace[];
}
