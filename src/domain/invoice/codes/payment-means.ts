// Written by scripts/code-lists.ts; not to be edited.
// UNTDID 4461 payment means codes: CEN EN 16931 validation artefacts 1.3.16 (2026-04-10), rule BR-CL-16 (UBL and CII).
export const PAYMENT_MEANS: ReadonlySet<string> = new Set(
  `
1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39
40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 74 75 76 77 78
91 92 93 94 95 96 97 98 ZZZ
`
    .trim()
    .split(/\s+/),
);
