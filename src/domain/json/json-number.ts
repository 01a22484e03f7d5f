/**
 * A JSON number with its digits as the sender wrote them. A binary double keeps 15 of the up to 23 digits that an invoice may use, so
 * parsers of JSON pass numbers to the domain in this form. A class, because a JSON object `{"text": "1"}` must never pass for a number.
 */
export class JsonNumber {
  constructor(
    /** The literal of RFC 8259, `-12.50e1` included. */
    readonly text: string,
  ) {}
}
