import type { Text } from 'en16931-rules/vocabulary/message.ts';

/**
 * Why a value of the source is not in the target. `no-term`: EN 16931 has no term for it; `again`: its term has another value already;
 * `unreadable`: the text is no value of its type; `no-member`: the target has no place for the term; `not-taken`: the target does not take
 * this value; `by-reference`: the content of an attachment was left out.
 */
type LossReason = 'no-term' | 'again' | 'unreadable' | 'no-member' | 'not-taken' | 'by-reference';

/** A value of the source that the target does not state. */
export interface Loss {
  readonly why: LossReason;
  /** In the source, if it is XML. */
  readonly path?: string;
  /** Of the canonical form. */
  readonly field?: string;
  readonly term?: string;
  readonly value: string;
  /** What the target says about it. */
  readonly message?: Text;
}

/** A term that the target states in another way, or that only the target states. */
export interface Difference {
  readonly term: string;
  readonly path?: string;
  readonly field?: string;
  /** Absent if the value was derived. */
  readonly stated?: string;
  readonly value: string;
}
