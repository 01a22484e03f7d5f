import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const RECEIVED_INVOICE: PageRow = {
  name: 'received-invoice',
  words: [
    'received-invoice',
    'received',
    'invoice',
    'timeline',
    'send-status',
    'share-link',
    'files',
    'finding',
  ],
  styles: ['timeline', 'finding', 'detail'],
  path: '/received/:id',
  shownTo: reads,
  load: () => import('./received-invoice-page.tsx'),
};
