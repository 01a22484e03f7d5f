/** The file, or a part of it, is no valid PDF. The message is a clause without a full stop. */
export class PdfBroken extends Error {}

/** Part of the file exceeds the budget, so it has no result. */
export class PdfOverLimit extends Error {}
