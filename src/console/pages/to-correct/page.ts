import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';
import { openForReader } from './count.ts';

export const TO_CORRECT: PageRow = {
  name: 'to-correct',
  words: ['to-correct', 'terms'],
  styles: ['finding', 'detail', 'sides', 'to-correct'],
  path: '/to-correct',
  entry: { group: 'work', icon: 'pencil', letter: 'c', count: openForReader },
  shownTo: reads,
  load: () => import('./to-correct-page.tsx'),
};
