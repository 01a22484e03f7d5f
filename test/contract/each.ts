import type { Kept, Open } from './kept.ts';

/** A test on its own store, which is closed in any case. */
export const on =
  (open: Open) =>
  (title: string, test: (kept: Kept) => Promise<void>): Mocha.Test =>
    it(title, async function () {
      const kept = await open();
      try {
        await test(kept);
      } finally {
        await kept.close();
      }
    });
