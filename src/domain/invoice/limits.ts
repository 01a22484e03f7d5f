/**
 * Limits of the decisions, "numbers", and further ones of ours that keep every check short. Past one of them the invoice is refused before
 * any check runs.
 */
export const LIMITS = {
  digitsBeforePoint: 15,
  digitsAfterPoint: 8,
  lines: 10_000,
  notes: 20,
  noteLength: 5_000,
  numberLength: 200,
  contactLength: 1_000,
  paymentTermsLength: 10_000,
  adjustments: 1_000,
  exemptions: 100,
  vatGroups: 100,
  identifiers: 100,
  accounts: 100,
  attributes: 1_000,
  furtherObjects: 100,
} as const;
