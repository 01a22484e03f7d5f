import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const LINKS: PageRow = {
  name: 'links',
  styles: ['clients'],
  path: '/links',
  entry: { group: 'know', icon: 'link', letter: 'l' },
  shownTo: reads,
  load: () => import('./links-page.tsx'),
};
