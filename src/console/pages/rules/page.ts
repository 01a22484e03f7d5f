import { reads } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

/** Partners look codes up; packs are for keys that read. */
export const RULES: PageRow = {
  name: 'rules',
  words: ['rules', 'finding'],
  styles: ['timeline', 'finding', 'detail', 'sides', 'rules'],
  path: '/rules',
  entry: { group: 'know', icon: 'rules', letter: 'r' },
  shownTo: (key) => reads(key) || key.kind === 'partner',
  load: () => import('./rules-page.tsx'),
};
