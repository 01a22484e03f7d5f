import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const REPORT: PageRow = {
  name: 'report',
  words: ['report', 'reports', 'files', 'finding'],
  styles: ['finding', 'detail'],
  path: '/reports/:id',
  shownTo: reads,
  load: () => import('./report-page.tsx'),
};
