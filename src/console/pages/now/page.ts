import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const NOW: PageRow = {
  name: 'now',
  words: ['now', 'to-correct'],
  styles: ['finding', 'detail', 'now'],
  path: '/now',
  entry: { group: 'work', icon: 'pulse', letter: 'n' },
  shownTo: reads,
  load: () => import('./now-page.tsx'),
};
