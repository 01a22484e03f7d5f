import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const INVOICES: PageRow = {
  name: 'invoices',
  path: '/invoices',
  entry: { group: 'work', icon: 'sheet', letter: 'i' },
  shownTo: reads,
  load: () => import('./invoices-page.tsx'),
};
