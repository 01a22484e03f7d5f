import type { XmlElement } from 'libxml2-wasm';
import { textAt, withXml } from '../documents.ts';

/** Who is named in an invoice. */
export interface PartyParts {
  readonly siren: string;
  readonly name: string;
  /** Scheme 0225 */
  readonly address: string;
}

/** What a platform reads in an invoice; empty where it does not stand. */
export interface InvoiceParts {
  readonly root: string;
  /** BT-1 */
  readonly number: string;
  /** BT-2, `YYYYMMDD`. */
  readonly issueDate: string;
  /** BT-3 */
  readonly typeCode: string;
  /** BT-5 */
  readonly currency: string;
  /** BT-112 */
  readonly total: string;
  /** BT-119, of the first category. */
  readonly rate: string;
  readonly seller: PartyParts;
  readonly buyer: PartyParts;
}

interface Places {
  readonly number: string;
  readonly issueDate: string;
  readonly typeCode: string;
  readonly currency: string;
  readonly total: string;
  readonly rate: string;
  readonly seller: string;
  readonly buyer: string;
  readonly siren: string;
  readonly name: string;
  readonly address: string;
}

const UBL: Places = {
  number: '/*/cbc:ID',
  issueDate: '/*/cbc:IssueDate',
  typeCode: '/*/cbc:InvoiceTypeCode | /*/cbc:CreditNoteTypeCode',
  currency: '/*/cbc:DocumentCurrencyCode',
  total: '/*/cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount',
  rate: '/*/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent',
  seller: '/*/cac:AccountingSupplierParty/cac:Party',
  buyer: '/*/cac:AccountingCustomerParty/cac:Party',
  siren: "cac:PartyLegalEntity/cbc:CompanyID[@schemeID='0002']",
  name: 'cac:PartyLegalEntity/cbc:RegistrationName',
  address: "cbc:EndpointID[@schemeID='0225']",
};

const TRADE = '/*/rsm:SupplyChainTradeTransaction';
const SETTLEMENT = `${TRADE}/ram:ApplicableHeaderTradeSettlement`;
const CII: Places = {
  number: '/*/rsm:ExchangedDocument/ram:ID',
  issueDate: '/*/rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString',
  typeCode: '/*/rsm:ExchangedDocument/ram:TypeCode',
  currency: `${SETTLEMENT}/ram:InvoiceCurrencyCode`,
  total: `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:GrandTotalAmount`,
  rate: `${SETTLEMENT}/ram:ApplicableTradeTax/ram:RateApplicablePercent`,
  seller: `${TRADE}/ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty`,
  buyer: `${TRADE}/ram:ApplicableHeaderTradeAgreement/ram:BuyerTradeParty`,
  siren: "ram:SpecifiedLegalOrganization/ram:ID[@schemeID='0002']",
  name: 'ram:Name',
  address: "ram:URIUniversalCommunication/ram:URIID[@schemeID='0225']",
};

/** @throws Error with the parser's words when it is not XML. */
export const invoiceParts = (bytes: Buffer): InvoiceParts =>
  withXml(bytes, (root) => {
    const places = root.name === 'CrossIndustryInvoice' ? CII : UBL;
    const at = (name: Exclude<keyof Places, 'siren' | 'name' | 'address'>): string =>
      textAt(root, places[name]);
    return {
      root: root.name,
      number: at('number'),
      issueDate: at('issueDate').replaceAll('-', ''),
      typeCode: at('typeCode'),
      currency: at('currency'),
      total: at('total'),
      rate: at('rate'),
      seller: partyAt(root, places, places.seller),
      buyer: partyAt(root, places, places.buyer),
    };
  });

const partyAt = (root: XmlElement, { siren, name, address }: Places, party: string): PartyParts => ({
  siren: textAt(root, `${party}/${siren}`),
  name: textAt(root, `${party}/${name}`),
  address: textAt(root, `${party}/${address}`),
});

/** Of a PDF, which is not looked into. */
export const UNREAD: InvoiceParts = {
  root: '',
  number: '',
  issueDate: '',
  typeCode: '',
  currency: '',
  total: '',
  rate: '',
  seller: { siren: '', name: '', address: '' },
  buyer: { siren: '', name: '', address: '' },
};
