/**
 * What a body may hold. It is held to this while it is read, so that no caller decides how much memory a body of some KB
 * takes. Nothing that the contract allows reaches a limit.
 */
export const JSON_LIMITS = {
  /** Deeper than any request; keeps a megabyte of brackets from exhausting the stack. */
  depth: 64,
  /** Of one list: an invoice has at most 10,000 lines, and no list of a request is longer. */
  items: 10_000,
  /** Of one object: one of the canonical invoice has 40, one of an ERP's export some hundred. */
  members: 1_000,
  /**
   * Objects, lists, texts, numbers: all of a body together. The closest that an invoice packs them is an allowance of a line,
   * 25 bytes for three, and a body has 5 MB.
   */
  values: 600_000,
} as const;

/**
 * Stands where a list or an object is longer than the limits, of which nothing was kept. A class, so that it can be taken
 * for no value that was sent.
 */
export class PastLimit {
  constructor(
    /** How many there may be. */
    readonly most: number,
  ) {}
}
