/** BT-3 of a credit note: UNTDID 1001 as rule BR-CL-01 of EN 16931 (artefacts 1.3.16) has it for UBL CreditNote. */
const CREDIT_NOTE_TYPES: ReadonlySet<string> = new Set(
  '81 83 261 262 296 308 381 396 420 458 502 503 532'.split(' '),
);

export const isCreditNoteType = (typeCode: string | null | undefined): boolean =>
  CREDIT_NOTE_TYPES.has(typeCode ?? '');
