/**
 * Limits of a body, applied while it is read, so that no caller decides how much memory a body of some KB takes. No body that the contract
 * allows reaches a limit.
 */
export const JSON_LIMITS = {
  /** Deeper than any request; keeps a megabyte of brackets from exhausting the stack. */
  depth: 64,
  /** Entries of one list: an invoice has at most 10,000 lines, and no list of a request is longer. */
  items: 10_000,
  /** Members of one object: the canonical invoice has 40, an ERP's export some hundred. */
  members: 1_000,
  /**
   * Objects, lists, texts and numbers of the whole body. The densest part of an invoice is an allowance of a line, 25 bytes for three
   * values, and a body has 5 MB.
   */
  values: 600_000,
} as const;

/**
 * Stands for a list or an object that is longer than the limits; its content is not kept. A class, so that no sent value can be mistaken
 * for it.
 */
export class PastLimit {
  constructor(
    /** The limit. */
    readonly most: number,
  ) {}
}
