import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const SEARCH: PageRow = {
  name: 'search',
  words: ['search', 'received'],
  path: '/search',
  entry: { group: 'work', icon: 'search', letter: 's' },
  shownTo: reads,
  load: () => import('./search-page.tsx'),
};
