import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const EVENTS: PageRow = {
  name: 'events',
  styles: ['detail', 'events'],
  path: '/events',
  entry: { group: 'watch', icon: 'lines', letter: 'e' },
  shownTo: reads,
  load: () => import('./events-page.tsx'),
};
