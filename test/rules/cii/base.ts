import { SPECIFICATIONS } from '../base.ts';

/** The differences between valid invoices of the VAT categories. */
export interface Variant {
  /** VAT category of the whole invoice; by default `S` at 20 %. */
  readonly category?: string;
  /** BT-24; by default the XRechnung CIUS. */
  readonly specification?: string;
}

const TAXED: Readonly<Record<string, number>> = { S: 20, L: 7, M: 4 };
const REASONED = ['E', 'AE', 'K', 'G', 'O'];

const address = (street: string, city: string, zone: string): string => `<ram:PostalTradeAddress>
          <ram:PostcodeCode>${zone}</ram:PostcodeCode><ram:LineOne>${street}</ram:LineOne><ram:LineTwo>2nd floor</ram:LineTwo>
          <ram:LineThree>at the back</ram:LineThree><ram:CityName>${city}</ram:CityName><ram:CountryID>DE</ram:CountryID>
        </ram:PostalTradeAddress>`;
const day = (text: string): string => `<udt:DateTimeString format="102">${text}</udt:DateTimeString>`;
const period = (from: string, to: string): string =>
  `<ram:BillingSpecifiedPeriod><ram:StartDateTime>${day(from)}</ram:StartDateTime><ram:EndDateTime>${day(to)}</ram:EndDateTime></ram:BillingSpecifiedPeriod>`;
const allowanceOrCharge = (
  isCharge: boolean,
  [percent, base, amount]: readonly [string, string, string],
  tax = '',
): string => `<ram:SpecifiedTradeAllowanceCharge>
          <ram:ChargeIndicator><udt:Indicator>${isCharge}</udt:Indicator></ram:ChargeIndicator>
          <ram:CalculationPercent>${percent}</ram:CalculationPercent><ram:BasisAmount>${base}</ram:BasisAmount><ram:ActualAmount>${amount}</ram:ActualAmount>
          <ram:ReasonCode>${isCharge ? 'FC' : '95'}</ram:ReasonCode><ram:Reason>${isCharge ? 'Freight' : 'Discount'}</ram:Reason>${tax}
        </ram:SpecifiedTradeAllowanceCharge>`;

/**
 * The invoice of `test/rules/base.ts` in CII: nearly every group of EN 16931, two lines of 100.00 and 50.00, an allowance of
 * 10.00 and a charge of 5.00, everything in one VAT category.
 */
export function baseInvoice({ category = 'S', specification = SPECIFICATIONS.cius }: Variant = {}): string {
  const outside = category === 'O';
  const rate = TAXED[category] ?? 0;
  const tax = 1.45 * rate;
  const money = (amount: number): string => amount.toFixed(2);
  const percent = outside ? '' : `<ram:RateApplicablePercent>${rate}</ram:RateApplicablePercent>`;
  const vat = `<ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>${category}</ram:CategoryCode>${percent}`;
  const categoryTax = `<ram:CategoryTradeTax>${vat}</ram:CategoryTradeTax>`;
  const reason = REASONED.includes(category)
    ? '<ram:ExemptionReason>No VAT, by law</ram:ExemptionReason>'
    : '';
  const vatNumber = (id: string): string =>
    outside
      ? ''
      : `<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${id}</ram:ID></ram:SpecifiedTaxRegistration>`;
  const product = (name: string): string => `<ram:SpecifiedTradeProduct>
        <ram:GlobalID schemeID="0160">04012345123456</ram:GlobalID><ram:SellerAssignedID>S-1</ram:SellerAssignedID>
        <ram:BuyerAssignedID>B-1</ram:BuyerAssignedID><ram:Name>${name}</ram:Name><ram:Description>All that there is to say about it</ram:Description>
        <ram:ApplicableProductCharacteristic><ram:Description>Colour</ram:Description><ram:Value>blue</ram:Value></ram:ApplicableProductCharacteristic>
        <ram:DesignatedProductClassification><ram:ClassCode listID="STI">44000000</ram:ClassCode></ram:DesignatedProductClassification>
        <ram:OriginTradeCountry><ram:ID>PL</ram:ID></ram:OriginTradeCountry>
      </ram:SpecifiedTradeProduct>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocumentContext>
    <ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</ram:ID></ram:BusinessProcessSpecifiedDocumentContextParameter>
    <ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${specification}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>
  </rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument>
    <ram:ID>R-2026-1</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>${day('20261120')}</ram:IssueDateTime>
    <ram:IncludedNote><ram:Content>Thank you for your order</ram:Content><ram:SubjectCode>AAI</ram:SubjectCode></ram:IncludedNote>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID><ram:IncludedNote><ram:Content>First line</ram:Content></ram:IncludedNote></ram:AssociatedDocumentLineDocument>
      ${product('Consulting')}
      <ram:SpecifiedLineTradeAgreement>
        <ram:BuyerOrderReferencedDocument><ram:LineID>10</ram:LineID></ram:BuyerOrderReferencedDocument>
        <ram:GrossPriceProductTradePrice><ram:ChargeAmount>12.00</ram:ChargeAmount><ram:BasisQuantity unitCode="HUR">1</ram:BasisQuantity>
          <ram:AppliedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>false</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>1.00</ram:ActualAmount></ram:AppliedTradeAllowanceCharge>
        </ram:GrossPriceProductTradePrice>
        <ram:NetPriceProductTradePrice><ram:ChargeAmount>11.00</ram:ChargeAmount><ram:BasisQuantity unitCode="HUR">1</ram:BasisQuantity></ram:NetPriceProductTradePrice>
      </ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="HUR">10</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement>
        <ram:ApplicableTradeTax>${vat}</ram:ApplicableTradeTax>
        ${period('20261102', '20261120')}
        ${allowanceOrCharge(false, ['15', '100.00', '15.00'])}
        ${allowanceOrCharge(true, ['5', '100.00', '5.00'])}
        <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>100.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
        <ram:AdditionalReferencedDocument><ram:IssuerAssignedID>meter 43</ram:IssuerAssignedID><ram:TypeCode>130</ram:TypeCode><ram:ReferenceTypeCode>AAB</ram:ReferenceTypeCode></ram:AdditionalReferencedDocument>
        <ram:ReceivableSpecifiedTradeAccountingAccount><ram:ID>4712</ram:ID></ram:ReceivableSpecifiedTradeAccountingAccount>
      </ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>
    <ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument><ram:LineID>2</ram:LineID></ram:AssociatedDocumentLineDocument>
      ${product('Cable')}
      <ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>10.00</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">5</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement>
        <ram:ApplicableTradeTax>${vat}</ram:ApplicableTradeTax>
        <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>50.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
      </ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>
    <ram:ApplicableHeaderTradeAgreement>
      <ram:BuyerReference>04011000-12345-03</ram:BuyerReference>
      <ram:SellerTradeParty>
        <ram:ID>S-42</ram:ID><ram:GlobalID schemeID="0088">4012345000009</ram:GlobalID><ram:Name>Seller GmbH</ram:Name><ram:Description>Managing director: A. Seller</ram:Description>
        <ram:SpecifiedLegalOrganization><ram:ID schemeID="0204">HRB 1</ram:ID><ram:TradingBusinessName>Seller trading</ram:TradingBusinessName></ram:SpecifiedLegalOrganization>
        <ram:DefinedTradeContact><ram:PersonName>Accounts</ram:PersonName>
          <ram:TelephoneUniversalCommunication><ram:CompleteNumber>+49 421 12345</ram:CompleteNumber></ram:TelephoneUniversalCommunication>
          <ram:EmailURIUniversalCommunication><ram:URIID>accounts@example.com</ram:URIID></ram:EmailURIUniversalCommunication></ram:DefinedTradeContact>
        ${address('Marktplatz 1', 'Bremen', '28195')}
        <ram:URIUniversalCommunication><ram:URIID schemeID="EM">seller@example.com</ram:URIID></ram:URIUniversalCommunication>
        ${vatNumber('DE123456788')}
      </ram:SellerTradeParty>
      <ram:BuyerTradeParty>
        <ram:GlobalID schemeID="0088">4012345000016</ram:GlobalID><ram:Name>Buyer AG</ram:Name>
        <ram:SpecifiedLegalOrganization><ram:ID>HRB 2</ram:ID><ram:TradingBusinessName>Buyer trading</ram:TradingBusinessName></ram:SpecifiedLegalOrganization>
        <ram:DefinedTradeContact><ram:PersonName>Purchasing</ram:PersonName></ram:DefinedTradeContact>
        ${address('Hauptstr. 2', 'Hamburg', '20095')}
        <ram:URIUniversalCommunication><ram:URIID schemeID="EM">buyer@example.com</ram:URIID></ram:URIUniversalCommunication>
        ${vatNumber('DE987654321')}
      </ram:BuyerTradeParty>
      ${outside ? '' : `<ram:SellerTaxRepresentativeTradeParty><ram:Name>Fiscal Services</ram:Name>${address('Ring 3', 'Köln', '50667')}${vatNumber('DE111111125')}</ram:SellerTaxRepresentativeTradeParty>`}
      <ram:SellerOrderReferencedDocument><ram:IssuerAssignedID>SO-1</ram:IssuerAssignedID></ram:SellerOrderReferencedDocument>
      <ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>PO-1</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>
      <ram:ContractReferencedDocument><ram:IssuerAssignedID>C-1</ram:IssuerAssignedID></ram:ContractReferencedDocument>
      <ram:AdditionalReferencedDocument><ram:IssuerAssignedID>timesheet</ram:IssuerAssignedID><ram:URIID>https://example.com/hours.pdf</ram:URIID><ram:TypeCode>916</ram:TypeCode>
        <ram:Name>Hours of November</ram:Name><ram:AttachmentBinaryObject mimeCode="application/pdf" filename="hours.pdf">JVBERi0=</ram:AttachmentBinaryObject></ram:AdditionalReferencedDocument>
      <ram:AdditionalReferencedDocument><ram:IssuerAssignedID>meter 42</ram:IssuerAssignedID><ram:TypeCode>130</ram:TypeCode><ram:ReferenceTypeCode>AAB</ram:ReferenceTypeCode></ram:AdditionalReferencedDocument>
      <ram:AdditionalReferencedDocument><ram:IssuerAssignedID>T-1</ram:IssuerAssignedID><ram:TypeCode>50</ram:TypeCode></ram:AdditionalReferencedDocument>
      <ram:SpecifiedProcuringProject><ram:ID>P-1</ram:ID><ram:Name>Project reference</ram:Name></ram:SpecifiedProcuringProject>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery>
      <ram:ShipToTradeParty><ram:GlobalID schemeID="0088">4012345000030</ram:GlobalID><ram:Name>Warehouse</ram:Name>${address('Hafen 4', 'Hamburg', '20457')}</ram:ShipToTradeParty>
      <ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime>${day('20261115')}</ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent>
      <ram:DespatchAdviceReferencedDocument><ram:IssuerAssignedID>D-1</ram:IssuerAssignedID></ram:DespatchAdviceReferencedDocument>
      <ram:ReceivingAdviceReferencedDocument><ram:IssuerAssignedID>W-1</ram:IssuerAssignedID></ram:ReceivingAdviceReferencedDocument>
    </ram:ApplicableHeaderTradeDelivery>
    <ram:ApplicableHeaderTradeSettlement>
      <ram:PaymentReference>R-2026-1</ram:PaymentReference><ram:TaxCurrencyCode>PLN</ram:TaxCurrencyCode><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:PayeeTradeParty><ram:ID>F-1</ram:ID><ram:Name>Factor Bank</ram:Name><ram:SpecifiedLegalOrganization><ram:ID>HRB 3</ram:ID></ram:SpecifiedLegalOrganization></ram:PayeeTradeParty>
      <ram:SpecifiedTradeSettlementPaymentMeans>
        <ram:TypeCode>58</ram:TypeCode><ram:Information>SEPA credit transfer</ram:Information>
        <ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE75512108001245126199</ram:IBANID><ram:AccountName>Factor Bank</ram:AccountName></ram:PayeePartyCreditorFinancialAccount>
        <ram:PayeeSpecifiedCreditorFinancialInstitution><ram:BICID>SOGEDEFF</ram:BICID></ram:PayeeSpecifiedCreditorFinancialInstitution>
      </ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:ApplicableTradeTax>
        <ram:CalculatedAmount>${money(tax)}</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode>${reason}<ram:BasisAmount>145.00</ram:BasisAmount>
        <ram:CategoryCode>${category}</ram:CategoryCode><ram:DueDateTypeCode>29</ram:DueDateTypeCode><ram:RateApplicablePercent>${rate}</ram:RateApplicablePercent>
      </ram:ApplicableTradeTax>
      ${period('20261101', '20261130')}
      ${allowanceOrCharge(false, ['10', '100.00', '10.00'], categoryTax)}
      ${allowanceOrCharge(true, ['10', '50.00', '5.00'], categoryTax)}
      <ram:SpecifiedTradePaymentTerms><ram:Description>Payable within 30 days.
#SKONTO#TAGE=14#PROZENT=2.00#
</ram:Description><ram:DueDateDateTime>${day('20261220')}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:LineTotalAmount>150.00</ram:LineTotalAmount><ram:ChargeTotalAmount>5.00</ram:ChargeTotalAmount><ram:AllowanceTotalAmount>10.00</ram:AllowanceTotalAmount>
        <ram:TaxBasisTotalAmount>145.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">${money(tax)}</ram:TaxTotalAmount><ram:TaxTotalAmount currencyID="PLN">${money(tax * 4)}</ram:TaxTotalAmount>
        <ram:RoundingAmount>0.10</ram:RoundingAmount><ram:GrandTotalAmount>${money(145 + tax)}</ram:GrandTotalAmount><ram:TotalPrepaidAmount>20.00</ram:TotalPrepaidAmount>
        <ram:DuePayableAmount>${money(145 + tax - 20 + 0.1)}</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
      <ram:InvoiceReferencedDocument><ram:IssuerAssignedID>R-2026-0</ram:IssuerAssignedID><ram:FormattedIssueDateTime><qdt:DateTimeString format="102">20261020</qdt:DateTimeString></ram:FormattedIssueDateTime></ram:InvoiceReferencedDocument>
      <ram:ReceivableSpecifiedTradeAccountingAccount><ram:ID>4711</ram:ID></ram:ReceivableSpecifiedTradeAccountingAccount>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`;
}
