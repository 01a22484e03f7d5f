import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Owner } from 'en16931-rules/vocabulary/finding.ts';

/** The last member of a row: the sender of an invoice can correct it, although the contract names another owner. */
export const SENDER_CAN_FIX = true;

/** The explanation of a code, as a tuple. */
export type Words = readonly [
  code: string,
  owner: Owner,
  title: Text,
  explanation: Text,
  fixHint: Text,
  senderCanFix?: typeof SENDER_CAN_FIX,
];

/** Codes of one origin. */
export interface Family {
  /** The origin of the codes, in words: `identifier check`, `Poland route answer`. */
  readonly family: Text;
  /** The layer that reports them, if a check does. */
  readonly layer?: string;
  readonly codes: readonly Words[];
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
}
