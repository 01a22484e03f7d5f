import type { Owner } from './finding.ts';

/** The explanation of a code, as a tuple. */
export type Words = readonly [
  code: string,
  owner: Owner,
  title: string,
  explanation: string,
  fixHint: string,
];

/** Codes of one origin. */
export interface Family {
  /** The origin of the codes, in words: `identifier check`, `Poland route answer`. */
  readonly family: string;
  /** The layer that reports them, if a check does. */
  readonly layer?: string;
  readonly codes: readonly Words[];
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
}
