const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const PL = 'urn:pl:extended';

const party = (role: string, nip: string, name: string): string =>
  `<cac:${role}><cac:Party><cbc:EndpointID schemeID="9945">PL${nip}</cbc:EndpointID><cac:PostalAddress><cbc:StreetName>Prosta 1</cbc:StreetName><cbc:CityName>Warszawa</cbc:CityName><cbc:PostalZone>00-001</cbc:PostalZone><cac:Country><cbc:IdentificationCode>PL</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyTaxScheme><cbc:CompanyID>PL${nip}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:${role}>`;

/** What only PEF has lies in an extension. */
const METER = `<ext:UBLExtensions><ext:UBLExtension><ext:ExtensionContent><cac-pl:UtilityConsumptionPoints xmlns:cac-pl="${PL}:CommonAggregateComponents-2" xmlns:cbc-pl="${PL}:CommonBasicComponents-2"><cac-pl:UtilityConsumptionPoint><cbc-pl:ID>PPE-590</cbc-pl:ID></cac-pl:UtilityConsumptionPoint></cac-pl:UtilityConsumptionPoints></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>`;

const amount = (name: string, value: string): string =>
  `<cbc:${name} currencyID="PLN">${value}</cbc:${name}>`;
const TAX = `<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>`;
const RATE = `<cbc:ID>S</cbc:ID><cbc:Percent>23</cbc:Percent>${TAX}`;

interface Kind {
  readonly root: 'Invoice' | 'CreditNote';
  readonly head: string;
  readonly line: readonly [name: string, quantity: string];
}

const KINDS = {
  PEF: {
    root: 'Invoice',
    head: '<cbc:DueDate>2026-12-20</cbc:DueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>',
    line: ['InvoiceLine', 'InvoicedQuantity'],
  },
  PEF_KOR: {
    root: 'CreditNote',
    head: '<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>',
    line: ['CreditNoteLine', 'CreditedQuantity'],
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** An invoice of PEF(3), or its correction: UBL that a Peppol service provider has sent to KSeF. */
export function pef(kind: keyof typeof KINDS, number: string, buyerNip: string): string {
  const { root, head, line } = KINDS[kind];
  const [lineName, quantity] = line;
  const corrected =
    root === 'CreditNote'
      ? '<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>PEF/0</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>'
      : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="${UBL}:${root}-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2" xmlns:ext="${UBL}:CommonExtensionComponents-2">${METER}<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID><cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID><cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-11-20</cbc:IssueDate>${head}<cbc:DocumentCurrencyCode>PLN</cbc:DocumentCurrencyCode><cbc:BuyerReference>zamówienie 7</cbc:BuyerReference>${corrected}${party('AccountingSupplierParty', '5265877635', 'Energia Sp. z o.o.')}${party('AccountingCustomerParty', buyerNip, 'Gmina')}<cac:PaymentTerms><cbc:Note>30 dni</cbc:Note></cac:PaymentTerms><cac:TaxTotal>${amount('TaxAmount', '23.00')}<cac:TaxSubtotal>${amount('TaxableAmount', '100.00')}${amount('TaxAmount', '23.00')}<cac:TaxCategory>${RATE}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal><cac:LegalMonetaryTotal>${amount('LineExtensionAmount', '100.00')}${amount('TaxExclusiveAmount', '100.00')}${amount('TaxInclusiveAmount', '123.00')}${amount('PayableAmount', '123.00')}</cac:LegalMonetaryTotal><cac:${lineName}><cbc:ID>1</cbc:ID><cbc:${quantity} unitCode="KWH">100</cbc:${quantity}>${amount('LineExtensionAmount', '100.00')}<cac:Item><cbc:Name>Energia</cbc:Name><cac:ClassifiedTaxCategory>${RATE}</cac:ClassifiedTaxCategory></cac:Item><cac:Price>${amount('PriceAmount', '1.00')}</cac:Price></cac:${lineName}></${root}>`;
}
