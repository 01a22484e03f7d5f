import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const INVOICE: PageRow = {
  name: 'invoice',
  words: ['invoice', 'timeline', 'send-status', 'share-link', 'files', 'to-correct'],
  styles: ['timeline', 'finding', 'detail'],
  path: '/invoices/:id',
  shownTo: reads,
  load: () => import('./invoice-page.tsx'),
};
