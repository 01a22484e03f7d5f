import { gunzipSync } from 'node:zlib';

/** The part of a number that names a scenario: `-C06-REJECT` at its end, `-C06` once it is corrected. */
const MARK = /-C(\d\d)(-[A-Z0-9-]+)?$/;

/** The mark of the scenario that an invoice is for, as `C06`. */
export function markIn(number: string | undefined): string | undefined {
  const digits = MARK.exec(number ?? '')?.[1];
  return digits && `C${digits}`;
}

/** FA(3), CII and UBL, in which the number of the invoice stands before all others. */
const NUMBERS_IN_XML: readonly RegExp[] = [
  /<(?:[\w.-]+:)?P_2>([^<]+)</,
  /<(?:[\w.-]+:)?ExchangedDocument>[^]*?<(?:[\w.-]+:)?ID(?:\s[^>]*)?>([^<]+)</,
  /<(?:[\w.-]+:)?ID(?:\s[^>]*)?>([^<]+)</,
];

interface Submitted {
  readonly number?: string | undefined;
  readonly invoiceRef?: string | undefined;
}

/** Reads what a call submits, as far as a scenario needs it. The XML in a PDF is compressed: there `invoice_ref` has to have the mark. */
export function readSubmitted(address: URL, body: Buffer, encoding: string | undefined): Submitted {
  const invoiceRef = address.searchParams.get('invoice_ref') ?? undefined;
  const text = textOf(body, encoding);
  if (address.pathname.endsWith('/xml')) {
    const matchingNumber = NUMBERS_IN_XML.map((pattern) => pattern.exec(text)?.[1]?.trim()).find(Boolean);
    return { number: text.startsWith('%PDF-') ? invoiceRef : matchingNumber, invoiceRef };
  }
  return readJson(text);
}

interface Submission {
  readonly invoice_ref?: string;
  readonly document?: { readonly invoice?: { readonly number?: string } };
  /** Business Central has `number`, Odoo `name`. */
  readonly export?: { readonly number?: string; readonly name?: string };
}

function readJson(text: string): Submitted {
  try {
    const { invoice_ref: stated, document, export: exported } = (JSON.parse(text) ?? {}) as Submission;
    const number = document?.invoice?.number ?? exported?.number ?? exported?.name;
    return { number, invoiceRef: stated ?? number };
  } catch {
    return {};
  }
}

function textOf(body: Buffer, encoding: string | undefined): string {
  if (encoding !== 'gzip') return body.toString('utf8');
  try {
    return gunzipSync(body).toString('utf8');
  } catch {
    return '';
  }
}
