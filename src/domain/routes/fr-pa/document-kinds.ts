import type { RouteDocumentKind } from '../profile.ts';

/** Statuses of a French invoice (`routes/fr-pa`, section 4): each message is kept. */
export const FRENCH_LIFECYCLE = [
  ...['200', '201', '202', '203', '204', '205', '206', '207', '208', '209', '210', '211', '212', '213'],
  ...['214', '220', '221', '224', '225', '226', '227', '228', '501'],
] as const;
export type FrenchLifecycle = (typeof FRENCH_LIFECYCLE)[number];

export const FRENCH_DOCUMENT_KINDS: readonly RouteDocumentKind[] = [
  // The list of statuses grows: `other` is the newest message with a status outside of it.
  { kind: 'fr-lifecycle', file: 'xml', codes: [...FRENCH_LIFECYCLE, 'other'] },
];
