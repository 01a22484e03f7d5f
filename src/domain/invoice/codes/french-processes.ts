/**
 * BT-23 in France (BR-FR-08, XP Z12-012). The letter is the kind of supply (B goods, S services, M both), the digit the way of billing.
 */
export const FRENCH_PROCESSES: ReadonlySet<string> = new Set(
  'B1 S1 M1 B2 S2 M2 S3 B4 S4 M4 S5 S6 B7 S7'.split(' '),
);

/** An invoice of several sellers (8) and a sale with a counter-sale (9): documents of EXTENDED-CTC-FR alone (BR-FR-MV, BR-FR-BD). */
export const PROCESSES_OF_SEVERAL_SELLERS: ReadonlySet<string> = new Set('B8 S8 M8 B9 S9 M9'.split(' '));
