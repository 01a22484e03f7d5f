/** The targets of the codes on the page of an invoice that the buyer gets before the route has it. */
export interface CodeLinks {
  /** Shows the invoice, once the route has it. */
  readonly invoice: string;
  /** Signed by the issuer: shows who has issued it. */
  readonly certificate: string;
}

/** What the code of an invoice names. */
interface CodedInvoice {
  /** Of the seller, ten digits. */
  readonly nip: string;
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate: string;
  /** Of the FA(3) file, 64 hex digits. */
  readonly sha256: string;
}

/** KOD I of KSeF (CIRFMF/ksef-docs, `kody-qr.md`): seller, day of issue and the hash of the file. */
export const invoiceLink = (qrUrl: string, { nip, issueDate, sha256 }: CodedInvoice): string =>
  `${qrUrl}/invoice/${nip}/${issueDate.split('-').reverse().join('-')}/${hashInLink(sha256)}`;

/** Base64url without padding. */
export const hashInLink = (sha256: string): string =>
  btoa(String.fromCharCode(...(sha256.match(/../g) ?? []).map((byte) => parseInt(byte, 16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '');
