import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const REPORTS: PageRow = {
  name: 'reports',
  path: '/reports',
  entry: { group: 'work', icon: 'office', letter: 't' },
  shownTo: reads,
  load: () => import('./reports-page.tsx'),
};
