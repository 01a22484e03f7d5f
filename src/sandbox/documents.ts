import { ParseOption, XmlDocument, type XmlElement } from 'libxml2-wasm';

/** No network, no external entities. */
const PARSING = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE;

/** Prefixes of the paths below. */
export const NAMESPACES = {
  sbdh: 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader',
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
} as const;

/** A party of a document. */
interface Party {
  readonly endpoint: string;
  readonly scheme: string;
  readonly name: string;
}

/** The members that the network reads in a business document; empty if absent. */
export interface BusinessDocument {
  readonly namespace: string;
  readonly localName: string;
  /** BT-24 */
  readonly customization: string;
  /** BT-23 */
  readonly profile: string;
  /** BT-1 */
  readonly number: string;
  /** BT-2 as written. */
  readonly issueDate: string;
  /** BT-3 */
  readonly typeCode: string;
  readonly seller: Party;
  readonly buyer: Party;
}

type Places = Readonly<
  Record<Exclude<keyof BusinessDocument, 'namespace' | 'localName' | 'seller' | 'buyer'>, string>
> & {
  readonly seller: string;
  readonly buyer: string;
  readonly endpoint: string;
  readonly name: string;
};

const UBL: Places = {
  customization: '/*/cbc:CustomizationID',
  profile: '/*/cbc:ProfileID',
  number: '/*/cbc:ID',
  issueDate: '/*/cbc:IssueDate',
  typeCode: '/*/cbc:InvoiceTypeCode | /*/cbc:CreditNoteTypeCode',
  seller: '/*/cac:AccountingSupplierParty/cac:Party',
  buyer: '/*/cac:AccountingCustomerParty/cac:Party',
  endpoint: 'cbc:EndpointID',
  name: 'cac:PartyLegalEntity/cbc:RegistrationName',
};

const CII: Places = {
  customization: '/*/rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID',
  profile: '/*/rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID',
  number: '/*/rsm:ExchangedDocument/ram:ID',
  issueDate: '/*/rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString',
  typeCode: '/*/rsm:ExchangedDocument/ram:TypeCode',
  seller: '/*/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty',
  buyer: '/*/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:BuyerTradeParty',
  endpoint: 'ram:URIUniversalCommunication/ram:URIID',
  name: 'ram:Name',
};

/**
 * Parses, reads, and frees the memory outside JavaScript's heap.
 * @throws Error if the text is not XML.
 */
export function withXml<T>(bytes: Buffer, look: (root: XmlElement) => T): T {
  const document = XmlDocument.fromBuffer(bytes, { option: PARSING });
  try {
    return look(document.root);
  } finally {
    document.dispose();
  }
}

/** @throws Error if the text is not XML. */
export const readBusinessDocument = (bytes: Buffer): BusinessDocument => withXml(bytes, businessDocument);

/** Paths of both parties in a document. */
export const partyPlaces = (root: XmlElement): Readonly<Record<'seller' | 'buyer', string>> => placesIn(root);

const placesIn = (root: XmlElement): Places => (root.namespaceUri === NAMESPACES.rsm ? CII : UBL);

export function businessDocument(root: XmlElement): BusinessDocument {
  const namespace = root.namespaceUri;
  const places = placesIn(root);
  const party = (path: string): Party => {
    const [endpoint] = elementsAt(root, `${path}/${places.endpoint}`);
    return {
      endpoint: endpoint?.content.trim() ?? '',
      scheme: endpoint?.attr('schemeID')?.value ?? '',
      name: textAt(root, `${path}/${places.name}`),
    };
  };
  return {
    namespace,
    localName: root.name,
    customization: textAt(root, places.customization),
    profile: textAt(root, places.profile),
    number: textAt(root, places.number),
    issueDate: textAt(root, places.issueDate),
    typeCode: textAt(root, places.typeCode),
    seller: party(places.seller),
    buyer: party(places.buyer),
  };
}

export const elementsAt = (from: XmlElement, path: string): readonly XmlElement[] =>
  from.find(path, NAMESPACES) as XmlElement[];

/** The text of the first path that exists. */
export const textAt = (from: XmlElement, path: string): string =>
  (elementsAt(from, path)[0]?.content ?? '').trim();

/** CII writes 20261121. */
export const isoDate = (written: string): string => written.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
