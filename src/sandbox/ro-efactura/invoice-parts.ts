import type { XmlElement } from 'libxml2-wasm';
import { businessDocument, isoDate, partyPlaces, textAt, withXml } from '../documents.ts';

/** The members that ANAF reads in a file; empty if absent. */
export interface InvoiceParts {
  readonly root: string;
  /** BT-1 */
  readonly number: string;
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate: string;
  /** Digits of BT-31, or of BT-32. */
  readonly sellerCif: string;
  /** Digits of BT-48, or of BT-47. */
  readonly buyerCif: string;
  /** BT-3 */
  readonly typeCode: string;
  /** BT-55, of UBL. */
  readonly buyerCountry: string;
}

/** Paths of a party's number in UBL and CII: the first one with a text. */
const CIF_PLACES = [
  'cac:PartyTaxScheme/cbc:CompanyID',
  'cac:PartyLegalEntity/cbc:CompanyID',
  'ram:SpecifiedTaxRegistration/ram:ID',
];

/** @throws Error with the parser's message if the text is not XML. */
export const invoiceParts = (bytes: Buffer): InvoiceParts =>
  withXml(bytes, (root) => {
    const { localName, number, issueDate } = businessDocument(root);
    const { seller, buyer } = partyPlaces(root);
    return {
      root: localName,
      number,
      issueDate: isoDate(issueDate),
      sellerCif: cifAt(root, seller),
      buyerCif: cifAt(root, buyer),
      typeCode: textAt(root, '/*/cbc:InvoiceTypeCode') || textAt(root, '/*/cbc:CreditNoteTypeCode'),
      buyerCountry: textAt(root, `${buyer}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`),
    };
  });

/** Without the country prefix. */
const cifAt = (root: XmlElement, party: string): string =>
  CIF_PLACES.map((place) => textAt(root, `${party}/${place}`).replace(/\D/g, '')).find(
    (digits) => digits !== '',
  ) ?? '';
