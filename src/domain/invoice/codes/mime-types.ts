// Written by scripts/code-lists.ts; not to be edited.
// MIME codes allowed for embedded documents: CEN EN 16931 validation artefacts 1.3.16 (2026-04-10), rule BR-CL-24 (UBL and CII).
export const MIME_TYPES: ReadonlySet<string> = new Set(
  `
application/pdf image/png image/jpeg text/csv
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
application/vnd.oasis.opendocument.spreadsheet
`
    .trim()
    .split(/\s+/),
);
