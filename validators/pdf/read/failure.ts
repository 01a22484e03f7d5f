/** The file, or a part of it, is not written as PDF says. The message is a clause without a full stop. */
export class PdfBroken extends Error {}

/** A part of the file asks for more than is spent on one file, so nothing can be said of it. */
export class PdfOverLimit extends Error {}
