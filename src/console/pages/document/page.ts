import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

/** One page for invoices that are sent and for those that came. */
const DOCUMENT = {
  name: 'document',
  words: ['document', 'files', 'finding'],
  styles: ['finding', 'detail', 'sides', 'document'],
  shownTo: reads,
  load: () => import('./document-page.tsx'),
} as const satisfies Omit<PageRow, 'path'>;

export const INVOICE_DOCUMENT: PageRow = { ...DOCUMENT, path: '/invoices/:invoice/document' };
export const RECEIVED_DOCUMENT: PageRow = { ...DOCUMENT, path: '/received/:received/document' };
