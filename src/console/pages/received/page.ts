import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const RECEIVED: PageRow = {
  name: 'received',
  path: '/received',
  entry: { group: 'work', icon: 'inbox', letter: 'v' },
  shownTo: reads,
  load: () => import('./received-page.tsx'),
};
