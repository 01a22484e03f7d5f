import type { CapRow, CapWindow } from '../../src/domain/routes/route-caps.ts';

/** A rail's caps without those on the sends of a client. */
export const cappedSends = (caps: readonly CapRow[], window: CapWindow): readonly CapRow[] =>
  caps.map((row) => (row.works.includes('send') ? { ...row, windows: [window] } : row));
