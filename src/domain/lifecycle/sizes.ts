/** Large documents have slots of their own, so that one large document never blocks many small ones. */
export type Size = 'usual' | 'large';

/** Checking this much takes about 50 ms of a thread; the usual 20 KB take less than 1 ms. */
const LARGE_BYTES = 500_000;

/** @param bytes of the document, in whichever form it is at hand. */
export const sizeOf = (bytes: number): Size => (bytes > LARGE_BYTES ? 'large' : 'usual');

/** How many slots of a process large documents may take: one stays free for small ones, unless it is the only one. */
export const largeSlots = (slots: number): number => Math.max(1, slots - 1);
