import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const REPAIR: PageRow = {
  name: 'repair',
  words: ['repair', 'share-link', 'files', 'finding', 'terms'],
  styles: ['finding', 'sides', 'document', 'repair'],
  path: '/refusals/:id',
  under: '/to-correct',
  shownTo: reads,
  load: () => import('./repair-page.tsx'),
};

export const CORRECT: PageRow = {
  ...REPAIR,
  name: 'correct',
  path: '/invoices/:id/correct',
};

/** After the buyer's refusal: a new invoice, or a credit note. */
export const NEXT: PageRow = {
  ...REPAIR,
  name: 'next',
  path: '/invoices/:id/next/:next',
};
