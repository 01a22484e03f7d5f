import type { XmlElement } from 'libxml2-wasm';
import { textAt, withXml } from '../documents.ts';

/** What ANAF reads in a file; empty where it does not stand. */
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
}

const SUPPLIER = '/*/cac:AccountingSupplierParty/cac:Party';
const CUSTOMER = '/*/cac:AccountingCustomerParty/cac:Party';
const AGREEMENT = '/*/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement';

const UBL = {
  number: '/*/cbc:ID',
  issueDate: '/*/cbc:IssueDate',
  seller: [`${SUPPLIER}/cac:PartyTaxScheme/cbc:CompanyID`, `${SUPPLIER}/cac:PartyLegalEntity/cbc:CompanyID`],
  buyer: [`${CUSTOMER}/cac:PartyTaxScheme/cbc:CompanyID`, `${CUSTOMER}/cac:PartyLegalEntity/cbc:CompanyID`],
};
const CII = {
  number: '/*/rsm:ExchangedDocument/ram:ID',
  issueDate: '/*/rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString',
  seller: [`${AGREEMENT}/ram:SellerTradeParty/ram:SpecifiedTaxRegistration/ram:ID`],
  buyer: [`${AGREEMENT}/ram:BuyerTradeParty/ram:SpecifiedTaxRegistration/ram:ID`],
};

/** @throws Error with the parser's words when it is not XML. */
export const invoiceParts = (bytes: Buffer): InvoiceParts =>
  withXml(bytes, (root) => {
    const places = root.name === 'CrossIndustryInvoice' ? CII : UBL;
    return {
      root: root.name,
      number: textAt(root, places.number),
      issueDate: textAt(root, places.issueDate).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
      sellerCif: digitsAt(root, places.seller),
      buyerCif: digitsAt(root, places.buyer),
    };
  });

/** Without the country's letters. */
const digitsAt = (root: XmlElement, paths: readonly string[]): string =>
  paths.map((path) => textAt(root, path).replace(/\D/g, '')).find((digits) => digits !== '') ?? '';
