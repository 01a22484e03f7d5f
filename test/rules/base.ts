/** The differences between valid invoices of the VAT categories. */
export interface Variant {
  readonly root?: 'Invoice' | 'CreditNote';
  /** VAT category of the whole invoice; by default `S` at 20 %. */
  readonly category?: string;
  /** BT-24; by default the XRechnung CIUS. */
  readonly specification?: string;
}

export const SPECIFICATIONS = {
  cius: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  extension:
    'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0',
  vehicles:
    'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9',
} as const;

const TAXED: Readonly<Record<string, number>> = { S: 20, L: 7, M: 4 };
const REASONED = ['E', 'AE', 'K', 'G', 'O'];

/**
 * A valid invoice in UBL with nearly every group of EN 16931: the base that the rows of `test/rules` edit. Two lines of
 * 100.00 and 50.00, an allowance of 10.00 and a charge of 5.00, everything in one VAT category.
 */
export function baseInvoice({
  root = 'Invoice',
  category = 'S',
  specification = SPECIFICATIONS.cius,
}: Variant = {}): string {
  const isCreditNote = root === 'CreditNote';
  const outside = category === 'O';
  const rate = TAXED[category] ?? 0;
  const tax = 145 * rate;
  const money = (cents: number, currency = 'EUR'): string =>
    `currencyID="${currency}">${(cents / 100).toFixed(2)}`;
  const percent = outside ? '' : `<cbc:Percent>${rate}</cbc:Percent>`;
  const scheme = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
  const taxCategory = `<cac:TaxCategory><cbc:ID>${category}</cbc:ID>${percent}${scheme}</cac:TaxCategory>`;
  const reason = REASONED.includes(category)
    ? '<cbc:TaxExemptionReason>No VAT, by law</cbc:TaxExemptionReason>'
    : '';
  // XRechnung requires a rate in every breakdown, also for category O.
  const breakdownRate = outside ? '<cbc:Percent>0</cbc:Percent>' : percent;
  const vatNumber = (id: string): string =>
    outside ? '' : `<cac:PartyTaxScheme><cbc:CompanyID>${id}</cbc:CompanyID>${scheme}</cac:PartyTaxScheme>`;
  const address = (street: string, city: string, zone: string): string => `
      <cbc:StreetName>${street}</cbc:StreetName>
      <cbc:AdditionalStreetName>2nd floor</cbc:AdditionalStreetName>
      <cbc:CityName>${city}</cbc:CityName>
      <cbc:PostalZone>${zone}</cbc:PostalZone>
      <cac:AddressLine><cbc:Line>at the back</cbc:Line></cac:AddressLine>
      <cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country>`;
  const line = isCreditNote ? 'CreditNoteLine' : 'InvoiceLine';
  const quantity = isCreditNote ? 'CreditedQuantity' : 'InvoicedQuantity';
  const item = (name: string): string => `
    <cac:Item>
      <cbc:Description>All that there is to say about it</cbc:Description>
      <cbc:Name>${name}</cbc:Name>
      <cac:BuyersItemIdentification><cbc:ID>B-1</cbc:ID></cac:BuyersItemIdentification>
      <cac:SellersItemIdentification><cbc:ID>S-1</cbc:ID></cac:SellersItemIdentification>
      <cac:StandardItemIdentification><cbc:ID schemeID="0160">04012345123456</cbc:ID></cac:StandardItemIdentification>
      <cac:OriginCountry><cbc:IdentificationCode>PL</cbc:IdentificationCode></cac:OriginCountry>
      <cac:CommodityClassification><cbc:ItemClassificationCode listID="STI">44000000</cbc:ItemClassificationCode></cac:CommodityClassification>
      <cac:ClassifiedTaxCategory><cbc:ID>${category}</cbc:ID>${percent}${scheme}</cac:ClassifiedTaxCategory>
      <cac:AdditionalItemProperty><cbc:Name>Colour</cbc:Name><cbc:Value>blue</cbc:Value></cac:AdditionalItemProperty>
    </cac:Item>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
  xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">
  <cbc:CustomizationID>${specification}</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
  <cbc:ID>R-2026-1</cbc:ID>
  <cbc:IssueDate>2026-11-20</cbc:IssueDate>
  ${isCreditNote ? '' : '<cbc:DueDate>2026-12-20</cbc:DueDate>'}
  <cbc:${root}TypeCode>${isCreditNote ? 381 : 380}</cbc:${root}TypeCode>
  <cbc:Note>#AAI#Thank you for your order</cbc:Note>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cbc:TaxCurrencyCode>PLN</cbc:TaxCurrencyCode>
  <cbc:AccountingCost>4711</cbc:AccountingCost>
  <cbc:BuyerReference>04011000-12345-03</cbc:BuyerReference>
  <cac:InvoicePeriod><cbc:StartDate>2026-11-01</cbc:StartDate><cbc:EndDate>2026-11-30</cbc:EndDate></cac:InvoicePeriod>
  <cac:OrderReference><cbc:ID>PO-1</cbc:ID><cbc:SalesOrderID>SO-1</cbc:SalesOrderID></cac:OrderReference>
  <cac:BillingReference>
    <cac:InvoiceDocumentReference><cbc:ID>R-2026-0</cbc:ID><cbc:IssueDate>2026-10-20</cbc:IssueDate></cac:InvoiceDocumentReference>
  </cac:BillingReference>
  <cac:DespatchDocumentReference><cbc:ID>D-1</cbc:ID></cac:DespatchDocumentReference>
  <cac:ReceiptDocumentReference><cbc:ID>W-1</cbc:ID></cac:ReceiptDocumentReference>
  ${isCreditNote ? '' : originator}
  <cac:ContractDocumentReference><cbc:ID>C-1</cbc:ID></cac:ContractDocumentReference>
  <cac:AdditionalDocumentReference>
    <cbc:ID>timesheet</cbc:ID>
    <cbc:DocumentDescription>Hours of November</cbc:DocumentDescription>
    <cac:Attachment>
      <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="hours.pdf">JVBERi0=</cbc:EmbeddedDocumentBinaryObject>
      <cac:ExternalReference><cbc:URI>https://example.com/hours.pdf</cbc:URI></cac:ExternalReference>
    </cac:Attachment>
  </cac:AdditionalDocumentReference>
  <cac:AdditionalDocumentReference>
    <cbc:ID schemeID="AAB">meter 42</cbc:ID>
    <cbc:DocumentTypeCode>130</cbc:DocumentTypeCode>
  </cac:AdditionalDocumentReference>
  ${isCreditNote ? originator : '<cac:ProjectReference><cbc:ID>P-1</cbc:ID></cac:ProjectReference>'}
  <cac:AccountingSupplierParty><cac:Party>
    <cbc:EndpointID schemeID="EM">seller@example.com</cbc:EndpointID>
    <cac:PartyIdentification><cbc:ID schemeID="0088">4012345000009</cbc:ID></cac:PartyIdentification>
    <cac:PartyName><cbc:Name>Seller trading</cbc:Name></cac:PartyName>
    <cac:PostalAddress>${address('Marktplatz 1', 'Bremen', '28195')}
    </cac:PostalAddress>
    ${vatNumber('DE123456788')}
    <cac:PartyLegalEntity>
      <cbc:RegistrationName>Seller GmbH</cbc:RegistrationName>
      <cbc:CompanyID schemeID="0204">HRB 1</cbc:CompanyID>
      <cbc:CompanyLegalForm>Managing director: A. Seller</cbc:CompanyLegalForm>
    </cac:PartyLegalEntity>
    <cac:Contact>
      <cbc:Name>Accounts</cbc:Name><cbc:Telephone>+49 421 12345</cbc:Telephone><cbc:ElectronicMail>accounts@example.com</cbc:ElectronicMail>
    </cac:Contact>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party>
    <cbc:EndpointID schemeID="EM">buyer@example.com</cbc:EndpointID>
    <cac:PartyIdentification><cbc:ID schemeID="0088">4012345000016</cbc:ID></cac:PartyIdentification>
    <cac:PartyName><cbc:Name>Buyer trading</cbc:Name></cac:PartyName>
    <cac:PostalAddress>${address('Hauptstr. 2', 'Hamburg', '20095')}
    </cac:PostalAddress>
    ${vatNumber('DE987654321')}
    <cac:PartyLegalEntity><cbc:RegistrationName>Buyer AG</cbc:RegistrationName><cbc:CompanyID>HRB 2</cbc:CompanyID></cac:PartyLegalEntity>
    <cac:Contact><cbc:Name>Purchasing</cbc:Name></cac:Contact>
  </cac:Party></cac:AccountingCustomerParty>
  <cac:PayeeParty>
    <cac:PartyIdentification><cbc:ID schemeID="0088">4012345000023</cbc:ID></cac:PartyIdentification>
    <cac:PartyName><cbc:Name>Factor Bank</cbc:Name></cac:PartyName>
    <cac:PartyLegalEntity><cbc:CompanyID>HRB 3</cbc:CompanyID></cac:PartyLegalEntity>
  </cac:PayeeParty>
  ${outside ? '' : taxRepresentative(address('Ring 3', 'Köln', '50667'), vatNumber('DE111111125'))}
  <cac:Delivery>
    <cbc:ActualDeliveryDate>2026-11-15</cbc:ActualDeliveryDate>
    <cac:DeliveryLocation>
      <cbc:ID schemeID="0088">4012345000030</cbc:ID>
      <cac:Address>${address('Hafen 4', 'Hamburg', '20457')}
      </cac:Address>
    </cac:DeliveryLocation>
    <cac:DeliveryParty><cac:PartyName><cbc:Name>Warehouse</cbc:Name></cac:PartyName></cac:DeliveryParty>
  </cac:Delivery>
  <cac:PaymentMeans>
    <cbc:PaymentMeansCode name="SEPA credit transfer">58</cbc:PaymentMeansCode>
    <cbc:PaymentID>R-2026-1</cbc:PaymentID>
    <cac:PayeeFinancialAccount>
      <cbc:ID>DE75512108001245126199</cbc:ID>
      <cbc:Name>Factor Bank</cbc:Name>
      <cac:FinancialInstitutionBranch><cbc:ID>SOGEDEFF</cbc:ID></cac:FinancialInstitutionBranch>
    </cac:PayeeFinancialAccount>
  </cac:PaymentMeans>
  <cac:PaymentTerms><cbc:Note>Payable within 30 days.
#SKONTO#TAGE=14#PROZENT=2.00#
</cbc:Note></cac:PaymentTerms>
  <cac:AllowanceCharge>
    <cbc:ChargeIndicator>false</cbc:ChargeIndicator>
    <cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode>
    <cbc:AllowanceChargeReason>Discount</cbc:AllowanceChargeReason>
    <cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>
    <cbc:Amount currencyID="EUR">10.00</cbc:Amount>
    <cbc:BaseAmount currencyID="EUR">100.00</cbc:BaseAmount>
    ${taxCategory}
  </cac:AllowanceCharge>
  <cac:AllowanceCharge>
    <cbc:ChargeIndicator>true</cbc:ChargeIndicator>
    <cbc:AllowanceChargeReasonCode>FC</cbc:AllowanceChargeReasonCode>
    <cbc:AllowanceChargeReason>Freight</cbc:AllowanceChargeReason>
    <cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>
    <cbc:Amount currencyID="EUR">5.00</cbc:Amount>
    <cbc:BaseAmount currencyID="EUR">50.00</cbc:BaseAmount>
    ${taxCategory}
  </cac:AllowanceCharge>
  <cac:TaxTotal>
    <cbc:TaxAmount ${money(tax)}</cbc:TaxAmount>
    <cac:TaxSubtotal>
      <cbc:TaxableAmount currencyID="EUR">145.00</cbc:TaxableAmount>
      <cbc:TaxAmount ${money(tax)}</cbc:TaxAmount>
      <cac:TaxCategory><cbc:ID>${category}</cbc:ID>${breakdownRate}${reason}${scheme}</cac:TaxCategory>
    </cac:TaxSubtotal>
  </cac:TaxTotal>
  <cac:TaxTotal><cbc:TaxAmount ${money(tax * 4, 'PLN')}</cbc:TaxAmount></cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="EUR">150.00</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="EUR">145.00</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount ${money(14500 + tax)}</cbc:TaxInclusiveAmount>
    <cbc:AllowanceTotalAmount currencyID="EUR">10.00</cbc:AllowanceTotalAmount>
    <cbc:ChargeTotalAmount currencyID="EUR">5.00</cbc:ChargeTotalAmount>
    <cbc:PrepaidAmount currencyID="EUR">20.00</cbc:PrepaidAmount>
    <cbc:PayableRoundingAmount currencyID="EUR">0.10</cbc:PayableRoundingAmount>
    <cbc:PayableAmount ${money(14500 + tax - 2000 + 10)}</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
  <cac:${line}>
    <cbc:ID>1</cbc:ID>
    <cbc:Note>First line</cbc:Note>
    <cbc:${quantity} unitCode="HUR">10</cbc:${quantity}>
    <cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>
    <cbc:AccountingCost>4712</cbc:AccountingCost>
    <cac:InvoicePeriod><cbc:StartDate>2026-11-02</cbc:StartDate><cbc:EndDate>2026-11-20</cbc:EndDate></cac:InvoicePeriod>
    <cac:OrderLineReference><cbc:LineID>10</cbc:LineID></cac:OrderLineReference>
    <cac:DocumentReference><cbc:ID schemeID="AAB">meter 43</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:DocumentReference>
    <cac:AllowanceCharge>
      <cbc:ChargeIndicator>false</cbc:ChargeIndicator>
      <cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode>
      <cbc:AllowanceChargeReason>Discount</cbc:AllowanceChargeReason>
      <cbc:MultiplierFactorNumeric>15</cbc:MultiplierFactorNumeric>
      <cbc:Amount currencyID="EUR">15.00</cbc:Amount>
      <cbc:BaseAmount currencyID="EUR">100.00</cbc:BaseAmount>
    </cac:AllowanceCharge>
    <cac:AllowanceCharge>
      <cbc:ChargeIndicator>true</cbc:ChargeIndicator>
      <cbc:AllowanceChargeReasonCode>FC</cbc:AllowanceChargeReasonCode>
      <cbc:AllowanceChargeReason>Freight</cbc:AllowanceChargeReason>
      <cbc:MultiplierFactorNumeric>5</cbc:MultiplierFactorNumeric>
      <cbc:Amount currencyID="EUR">5.00</cbc:Amount>
      <cbc:BaseAmount currencyID="EUR">100.00</cbc:BaseAmount>
    </cac:AllowanceCharge>${item('Consulting')}
    <cac:Price>
      <cbc:PriceAmount currencyID="EUR">11.00</cbc:PriceAmount>
      <cbc:BaseQuantity unitCode="HUR">1</cbc:BaseQuantity>
      <cac:AllowanceCharge>
        <cbc:ChargeIndicator>false</cbc:ChargeIndicator>
        <cbc:Amount currencyID="EUR">1.00</cbc:Amount>
        <cbc:BaseAmount currencyID="EUR">12.00</cbc:BaseAmount>
      </cac:AllowanceCharge>
    </cac:Price>
  </cac:${line}>
  <cac:${line}>
    <cbc:ID>2</cbc:ID>
    <cbc:${quantity} unitCode="C62">5</cbc:${quantity}>
    <cbc:LineExtensionAmount currencyID="EUR">50.00</cbc:LineExtensionAmount>${item('Cable')}
    <cac:Price><cbc:PriceAmount currencyID="EUR">10.00</cbc:PriceAmount></cac:Price>
  </cac:${line}>
</${root}>`;
}

// Before the contract in an invoice, after the attachments in a credit note.
const originator = '<cac:OriginatorDocumentReference><cbc:ID>T-1</cbc:ID></cac:OriginatorDocumentReference>';

const taxRepresentative = (address: string, registration: string): string => `<cac:TaxRepresentativeParty>
    <cac:PartyName><cbc:Name>Fiscal Services</cbc:Name></cac:PartyName>
    <cac:PostalAddress>${address}
    </cac:PostalAddress>
    ${registration}
  </cac:TaxRepresentativeParty>`;
