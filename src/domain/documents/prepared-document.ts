import type { Finding } from '../findings/finding.ts';
import type { Syntax } from '../vocabulary/syntax.ts';
import type { AskedPlace, FoundPlace } from './found-place.ts';

/** An invoice that is ready to be written in one syntax. */
export interface PreparedDocument {
  readonly syntax: Syntax;
  /** BT-24. */
  readonly specification: string | null;
  /** What the syntax has no place for, by the caller's members; such an invoice is not written. */
  limits(): readonly Finding[];
  /** What it does not say, and need not. */
  notWritten(): readonly Finding[];
  xml(): string;
  /** The caller's members that findings about the document are about; in the order of the findings. */
  places(asked: readonly AskedPlace[]): readonly FoundPlace[];
}
