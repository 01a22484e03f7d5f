import { reads, submits } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const CONVERT: PageRow = {
  name: 'convert',
  words: ['convert', 'finding'],
  styles: ['finding'],
  path: '/convert',
  entry: { group: 'know', icon: 'turn', letter: 'o' },
  shownTo: (key) => reads(key) && submits(key),
  load: () => import('./convert-page.tsx'),
};
