/**
 * How long content that no invoice names is kept: far longer than a step takes from storing it to the commit that names it, or than a
 * reader takes from an invoice to its content. By the machine's clock, which `CLOCK_CONTROL` does not move.
 */
export const ORPHANED_MS = 3_600_000;
