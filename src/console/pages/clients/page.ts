import { administers, isOperator } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

/** Operators and partners see their clients, an administrator the keys and credentials of its own. */
export const CLIENTS: PageRow = {
  name: 'clients',
  styles: ['detail', 'clients'],
  path: '/clients',
  entry: { group: 'know', icon: 'persons', letter: 'k' },
  shownTo: (key) => key.kind === 'partner' || isOperator(key) || administers(key),
  load: () => import('./clients-page.tsx'),
};
