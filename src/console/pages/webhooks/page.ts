import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const WEBHOOKS: PageRow = {
  name: 'webhooks',
  styles: ['detail', 'events'],
  path: '/webhooks',
  entry: { group: 'watch', icon: 'hook', letter: 'w' },
  shownTo: reads,
  load: () => import('./webhooks-page.tsx'),
};
