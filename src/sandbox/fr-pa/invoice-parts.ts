import { businessDocument, partyPlaces, textAt, withXml } from '../documents.ts';

/** A party of an invoice. */
export interface PartyParts {
  readonly siren: string;
  readonly name: string;
  /** Scheme 0225 */
  readonly address: string;
}

/** The members that a platform reads in an invoice; empty if absent. */
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
  /** BT-109 */
  readonly net: string;
  /** BT-110 */
  readonly vat: string;
  /** BT-112 */
  readonly total: string;
  /** BT-119, of the first category. */
  readonly rate: string;
  readonly seller: PartyParts;
  readonly buyer: PartyParts;
}

const SETTLEMENT = '/*/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement';
/** Members that only this network reads: totals of the document, numbers of a party. */
const PLACES = {
  ubl: {
    currency: '/*/cbc:DocumentCurrencyCode',
    net: '/*/cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount',
    vat: '/*/cac:TaxTotal[cac:TaxSubtotal]/cbc:TaxAmount',
    total: '/*/cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount',
    rate: '/*/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent',
    siren: "cac:PartyLegalEntity/cbc:CompanyID[@schemeID='0002']",
    address: "cbc:EndpointID[@schemeID='0225']",
  },
  cii: {
    currency: `${SETTLEMENT}/ram:InvoiceCurrencyCode`,
    net: `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxBasisTotalAmount`,
    vat: `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxTotalAmount`,
    total: `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:GrandTotalAmount`,
    rate: `${SETTLEMENT}/ram:ApplicableTradeTax/ram:RateApplicablePercent`,
    siren: "ram:SpecifiedLegalOrganization/ram:ID[@schemeID='0002']",
    address: "ram:URIUniversalCommunication/ram:URIID[@schemeID='0225']",
  },
} as const;

/** @throws Error with the parser's message if the text is not XML. */
export const invoiceParts = (bytes: Buffer): InvoiceParts =>
  withXml(bytes, (root) => {
    const { localName, number, issueDate, typeCode, seller, buyer } = businessDocument(root);
    const places = PLACES[localName === 'CrossIndustryInvoice' ? 'cii' : 'ubl'];
    const parties = partyPlaces(root);
    const party = (side: 'seller' | 'buyer', name: string): PartyParts => ({
      siren: textAt(root, `${parties[side]}/${places.siren}`),
      name,
      address: textAt(root, `${parties[side]}/${places.address}`),
    });
    return {
      root: localName,
      number,
      issueDate: issueDate.replaceAll('-', ''),
      typeCode,
      currency: textAt(root, places.currency),
      net: textAt(root, places.net),
      vat: textAt(root, places.vat),
      total: textAt(root, places.total),
      rate: textAt(root, places.rate),
      seller: party('seller', seller.name),
      buyer: party('buyer', buyer.name),
    };
  });

const NO_PARTY: PartyParts = { siren: '', name: '', address: '' };

/** For a PDF without a readable invoice. */
export const UNREAD: InvoiceParts = {
  root: '',
  number: '',
  issueDate: '',
  typeCode: '',
  currency: '',
  net: '',
  vat: '',
  total: '',
  rate: '',
  seller: NO_PARTY,
  buyer: NO_PARTY,
};
