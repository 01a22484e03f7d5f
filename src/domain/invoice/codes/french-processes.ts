/**
 * BT-23 in France (BR-FR-08, XP Z12-012). The letter is the kind of supply (B goods, S services, M both), the digit the way of billing.
 * Codes of several sellers (8) and of two-way self-billing (9) need members that the canonical form does not have.
 */
export const FRENCH_PROCESSES: ReadonlySet<string> = new Set(
  'B1 S1 M1 B2 S2 M2 S3 B4 S4 M4 S5 S6 B7 S7'.split(' '),
);
