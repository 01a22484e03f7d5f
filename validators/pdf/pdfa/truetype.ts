import { latin1 } from '../read/objects.ts';

/** The glyphs of a TrueType font program. */
interface TrueType {
  readonly glyphs: number;
  /** In thousandths of the font's size; undefined for a missing glyph. */
  readonly widthOf: (glyph: number) => number | undefined;
}

/** @returns undefined for an incomplete TrueType font, or another kind of program. */
export function readTrueType(bytes: Uint8Array): TrueType | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = tablesOf(bytes, view);
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((name) => tables.get(name));
  if (!head || !hhea || !hmtx || !maxp || head.length < 20 || hhea.length < 36 || maxp.length < 6)
    return undefined;
  const units = view.getUint16(head.at + 18);
  const measured = view.getUint16(hhea.at + 34);
  const glyphs = view.getUint16(maxp.at + 4);
  if (units === 0 || measured === 0 || measured * 4 > hmtx.length) return undefined;
  return {
    glyphs,
    widthOf: (glyph) =>
      glyph < glyphs
        ? (view.getUint16(hmtx.at + 4 * Math.min(glyph, measured - 1)) * 1_000) / units
        : undefined,
  };
}

interface Table {
  readonly at: number;
  readonly length: number;
}

/** Tables that are inside the file. */
function tablesOf(bytes: Uint8Array, view: DataView): ReadonlyMap<string, Table> {
  const tables = new Map<string, Table>();
  const count = bytes.length >= 12 ? view.getUint16(4) : 0;
  for (let i = 0; i < count && 12 + 16 * (i + 1) <= bytes.length; i += 1) {
    const record = 12 + 16 * i;
    const [at, length] = [view.getUint32(record + 8), view.getUint32(record + 12)];
    if (at + length <= bytes.length) tables.set(latin1(bytes.subarray(record, record + 4)), { at, length });
  }
  return tables;
}
