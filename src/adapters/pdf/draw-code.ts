import { encodeQR } from 'qr';
import type { PageCode } from '../../domain/page/page.ts';
import { heightOf, setLines, type Sheets } from './sheets.ts';
import type { Tag } from './tag.ts';

/** Edge of a code in points, 30 mm; a banking app needs at least 20. */
export const CODE = 85;
/** The part of the width for a code and its words. */
export const CODE_COLUMN = 150;
/** Between a code and the words above and below it. */
export const CODE_GAP = 3;
/** The quiet zone (ISO/IEC 18004: four modules). */
const QUIET = 4;

export function drawCode(
  sheets: Sheets,
  tag: Tag,
  code: PageCode,
  position: { readonly x: number; readonly y: number },
): void {
  const { looks, file } = sheets;
  const { x, y } = position;
  const title = setLines(code.title, { ...looks.label, face: 'bold' }, CODE_COLUMN);
  tag.leaf('P', () => sheets.lines(title, x, y));
  const upper = y + heightOf(title) + CODE_GAP;
  sheets.ground(x, upper, CODE, CODE, '#ffffff');
  const draw = (): void => {
    // Error correction M, as EPC069-12 has it.
    const modules = encodeQR(code.payload, 'raw', { ecc: 'medium', border: QUIET, encoding: 'byte' });
    const size = CODE / modules.length;
    file.fill('#000000');
    modules.forEach((row, down) => {
      for (const [from, count] of dark(row))
        file.doc.rect(x + from * size, upper + down * size, count * size, size);
    });
    file.doc.fill();
  };
  tag.leaf('Figure', draw, { alt: code.alt, bbox: [x, upper, x + CODE, upper + CODE] });
  const caption = setLines(code.caption, looks.label, CODE_COLUMN);
  tag.leaf('P', () => sheets.lines(caption, x, upper + CODE + CODE_GAP));
}

/** The first column and the length of each dark run in a row. */
function dark(row: readonly boolean[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  row.forEach((isDark, at) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last && last[0] + last[1] === at) last[1] += 1;
    else runs.push([at, 1]);
  });
  return runs;
}
