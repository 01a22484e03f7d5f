// Written by scripts/code-lists.ts; not to be edited.
// UNTDID 5189 allowance reason codes (EN 16931 subset): CEN EN 16931 validation artefacts 1.3.16 (2026-04-10), rule BR-CL-19 (UBL and CII).
export const ALLOWANCE_REASONS: ReadonlySet<string> = new Set(
  `
41 42 60 62 63 64 65 66 67 68 70 71 88 95 100 102 103 104 105
`
    .trim()
    .split(/\s+/),
);
