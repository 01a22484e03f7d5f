import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { PROJECT } from '../demo/own-service.ts';

/** Drawn pictures, of a run and not of git. */
export const DRAWN = join(PROJECT, 'runs/pictures');

/** The pictures that pages show, by their files among those that are drawn. `docs/pictures` has these, compressed. */
const SHOWN = [
  'ids-check',
  'ids-send',
  'ids-why',
  'reference-light',
  'console/document-figures-light',
  'console/invoice-buyer-refuses-light',
  'console/invoice-refused-light',
  'console/invoice-sent-twice-light',
  'console/now-light',
  'console/to-correct-light',
];

/** Small text stays sharp, at two fifths of the bytes of a PNG. */
const QUALITY = 0.7;

/** Writes `docs/pictures` from what is drawn, as WebP. */
export async function compressShown(browser: Browser): Promise<void> {
  mkdirSync(join(PROJECT, 'docs/pictures'), { recursive: true });
  const page = await browser.newPage();
  for (const name of SHOWN) {
    const png = readFileSync(join(DRAWN, `${name}.png`)).toString('base64');
    const webp = (await page.evaluate(`(async () => {
      const picture = new Image();
      picture.src = 'data:image/png;base64,${png}';
      await picture.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
      canvas.getContext('2d').drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp', ${QUALITY});
    })()`)) as string;
    const bytes = Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64');
    writeFileSync(join(PROJECT, `docs/pictures/${basename(name)}.webp`), bytes);
  }
  await page.close();
}
