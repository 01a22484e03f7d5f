import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const REFUSALS: PageRow = {
  name: 'refusals',
  path: '/refusals',
  under: '/to-correct',
  shownTo: reads,
  load: () => import('./refusals-page.tsx'),
};
