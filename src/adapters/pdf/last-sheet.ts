import type { Page } from '../../domain/page/page.ts';
import { type Drawn, drawPage } from './draw-page.ts';
import type { PdfFile } from './pdf-file.ts';

/** Height of content in points; less on the last sheet looks like a mistake. */
const MIN_LAST_HEIGHT = 92;

/** So much, a sixth of a sheet, may find room on the sheet before. */
const MAX_SAVED_HEIGHT = 130;

/** Shares of the usual space between blocks, rows and lines of the grid. */
const NARROWER = [0.8, 0.6] as const;

/**
 * Draws a page. If few lines are left for the last sheet, less space between the blocks makes room for them on the sheet before;
 * if that is not enough, the block before goes with them.
 * @param open a file without sheets. Those that are not the answer are given up.
 */
export function drawOnSheets(open: () => PdfFile, page: Page): PdfFile {
  const usual = drawPage(open(), page);
  if (!hasLess(usual, MAX_SAVED_HEIGHT)) return usual.file;
  for (const air of NARROWER) {
    const narrow = drawPage(open(), page, { air });
    if (narrow.file.sheets < usual.file.sheets) return narrow.file;
  }
  const breakBefore = hasLess(usual, MIN_LAST_HEIGHT) ? blockBeforeLast(usual) : undefined;
  if (breakBefore === undefined) return usual.file;
  const moved = drawPage(open(), page, { breakBefore });
  return moved.file.sheets === usual.file.sheets ? moved.file : usual.file;
}

const hasLess = ({ file, lastHeight }: Drawn, height: number): boolean =>
  file.sheets > 1 && lastHeight < height;

/** The last block that begins on the sheet before the last one; not the first of that sheet. */
function blockBeforeLast({ file, begins }: Drawn): number | undefined {
  const before = file.sheets - 1;
  const at = begins.lastIndexOf(before);
  return at > begins.indexOf(before) ? at : undefined;
}
