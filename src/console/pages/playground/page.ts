import { reads, submits } from '../../app/session.ts';
import type { PageRow } from '../../shell/page-row.ts';

export const PLAYGROUND: PageRow = {
  name: 'playground',
  words: ['playground', 'timeline', 'finding'],
  styles: ['timeline', 'finding', 'playground'],
  path: '/playground',
  entry: { group: 'try', icon: 'play', letter: 'p' },
  // Production has none: what is sent there reaches a buyer.
  shownTo: (key) => key.environment === 'sandbox' && reads(key) && submits(key),
  load: () => import('./playground-page.tsx'),
};
