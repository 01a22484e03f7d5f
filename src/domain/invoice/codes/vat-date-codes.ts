// Written by scripts/code-lists.ts; not to be edited.
// UNTDID 2005 VAT point date codes used in UBL: CEN EN 16931 validation artefacts 1.3.16 (2026-04-10), rule BR-CL-06 (UBL).
export const VAT_DATE_CODES: ReadonlySet<string> = new Set(
  `
3 35 432
`
    .trim()
    .split(/\s+/),
);
