import type { RouteDocumentKind } from '../profile.ts';

/** Statuses of a French invoice (`routes/fr-pa`, section 4): each message is kept. */
export const FRENCH_LIFECYCLE = [
  ...['200', '201', '202', '203', '204', '205', '206', '207', '208', '209', '210', '211', '212', '213'],
  ...['214', '220', '221', '224', '225', '226', '227', '228', '501'],
] as const;
export type FrenchLifecycle = (typeof FRENCH_LIFECYCLE)[number];

export const FRENCH_DOCUMENT_KINDS: readonly RouteDocumentKind[] = [
  { kind: 'fr-lifecycle', file: 'xml' },
  ...FRENCH_LIFECYCLE.map((code) => ({ kind: `fr-lifecycle-${code}`, file: 'xml' as const })),
  // The list of statuses grows: the newest message with a status outside of it.
  { kind: 'fr-lifecycle-other', file: 'xml' },
];
