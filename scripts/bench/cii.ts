import { attribute, escapeText } from '../../src/domain/documents/xml.ts';
import type { Decimal } from '../../src/domain/vocabulary/decimal.ts';
import type {
  Adjustment,
  BuyerParty,
  En16931Invoice,
  InvoiceLine,
  SellerParty,
  VatBearingAdjustment,
} from '../../src/domain/invoice/en16931.ts';

/**
 * The drawn invoices in Cross Industry Invoice D16B, so that the rules of that syntax have something to measure. It binds the
 * terms that `drawnInvoice` fills and no others; it is no builder of the service.
 */
export function writeCii(invoice: En16931Invoice): string {
  const content = [
    context(invoice),
    el(
      'rsm:ExchangedDocument',
      el('ram:ID', invoice.number),
      el('ram:TypeCode', invoice.typeCode),
      el('ram:IssueDateTime', date(invoice.issueDate)),
      ...invoice.notes.map(({ text }) => el('ram:IncludedNote', el('ram:Content', text))),
    ),
    el(
      'rsm:SupplyChainTradeTransaction',
      ...invoice.lines.map(line),
      agreement(invoice),
      el(
        'ram:ApplicableHeaderTradeDelivery',
        el('ram:ActualDeliverySupplyChainEvent', el('ram:OccurrenceDateTime', date(invoice.delivery?.date))),
      ),
      settlement(invoice),
    ),
  ];
  const namespaces = Object.entries(NAMESPACES).map(([prefix, uri]) => attribute(`xmlns:${prefix}`, uri));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice${namespaces.join('')}>\n${content.join('')}</rsm:CrossIndustryInvoice>\n`;
}

const NAMESPACES = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** Content is elements, which are marked, or a value; an element without content is left out. */
type Content = Element | string | Decimal | undefined;
class Element {
  readonly xml: string;
  constructor(xml: string) {
    this.xml = xml;
  }
  toString(): string {
    return this.xml;
  }
}

const withAttributes = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...content: readonly Content[]
): Element => {
  const written = content.flatMap((each) => (each === undefined || each.toString() === '' ? [] : [each]));
  if (written.length === 0) return new Element('');
  const inside = written.map((each) => (each instanceof Element ? each.xml : escapeText(each.toString())));
  const open = Object.entries(attributes).map(([key, value]) => attribute(key, value));
  const breaks = written[0] instanceof Element ? '\n' : '';
  return new Element(`<${name}${open.join('')}>${breaks}${inside.join('')}</${name}>\n`);
};

const el = (name: string, ...content: readonly Content[]): Element => withAttributes(name, {}, ...content);

const date = (iso: string | undefined): Element =>
  withAttributes('udt:DateTimeString', { format: '102' }, iso?.replaceAll('-', ''));

const context = ({ process, specification }: En16931Invoice): Element =>
  el(
    'rsm:ExchangedDocumentContext',
    el('ram:BusinessProcessSpecifiedDocumentContextParameter', el('ram:ID', process)),
    el('ram:GuidelineSpecifiedDocumentContextParameter', el('ram:ID', specification)),
  );

const line = (each: InvoiceLine): Element =>
  el(
    'ram:IncludedSupplyChainTradeLineItem',
    el(
      'ram:AssociatedDocumentLineDocument',
      el('ram:LineID', each.id),
      el('ram:IncludedNote', el('ram:Content', each.note)),
    ),
    el(
      'ram:SpecifiedTradeProduct',
      el('ram:SellerAssignedID', each.sellerItemId),
      el('ram:BuyerAssignedID', each.buyerItemId),
      el('ram:Name', each.name),
      el('ram:Description', each.description),
      el('ram:OriginTradeCountry', el('ram:ID', each.countryOfOrigin)),
    ),
    el(
      'ram:SpecifiedLineTradeAgreement',
      el('ram:BuyerOrderReferencedDocument', el('ram:LineID', each.orderLine)),
      el('ram:NetPriceProductTradePrice', el('ram:ChargeAmount', each.unitPrice)),
    ),
    el(
      'ram:SpecifiedLineTradeDelivery',
      withAttributes('ram:BilledQuantity', { unitCode: each.unit }, each.quantity),
    ),
    el(
      'ram:SpecifiedLineTradeSettlement',
      el('ram:ApplicableTradeTax', ...vat(each)),
      el(
        'ram:BillingSpecifiedPeriod',
        el('ram:StartDateTime', date(each.period?.start)),
        el('ram:EndDateTime', date(each.period?.end)),
      ),
      ...each.allowances.map((allowance) => adjustment(false, allowance)),
      ...each.charges.map((charge) => adjustment(true, charge)),
      el('ram:SpecifiedTradeSettlementLineMonetarySummation', el('ram:LineTotalAmount', each.netAmount)),
    ),
  );

const vat = ({ vatCategory, vatRate }: Pick<VatBearingAdjustment, 'vatCategory' | 'vatRate'>): Element[] => [
  el('ram:TypeCode', 'VAT'),
  el('ram:CategoryCode', vatCategory),
  el('ram:RateApplicablePercent', vatRate),
];

const adjustment = (isCharge: boolean, { amount, reason }: Adjustment, ...tax: readonly Element[]): Element =>
  el(
    'ram:SpecifiedTradeAllowanceCharge',
    el('ram:ChargeIndicator', el('udt:Indicator', String(isCharge))),
    el('ram:ActualAmount', amount),
    el('ram:Reason', reason),
    ...tax,
  );

const agreement = (invoice: En16931Invoice): Element =>
  el(
    'ram:ApplicableHeaderTradeAgreement',
    el('ram:BuyerReference', invoice.buyerReference),
    el('ram:SellerTradeParty', ...party(invoice.seller)),
    el('ram:BuyerTradeParty', el('ram:ID', invoice.buyer.id?.id), ...party(invoice.buyer)),
    el('ram:BuyerOrderReferencedDocument', el('ram:IssuerAssignedID', invoice.orderReference)),
    el('ram:ContractReferencedDocument', el('ram:IssuerAssignedID', invoice.contractReference)),
  );

const party = ({ name, contact, address, endpoint, vatId }: SellerParty | BuyerParty): Element[] => [
  el('ram:Name', name),
  el(
    'ram:DefinedTradeContact',
    el('ram:PersonName', contact?.name),
    el('ram:TelephoneUniversalCommunication', el('ram:CompleteNumber', contact?.phone)),
    el('ram:EmailURIUniversalCommunication', el('ram:URIID', contact?.email)),
  ),
  el(
    'ram:PostalTradeAddress',
    el('ram:PostcodeCode', address.postcode),
    el('ram:LineOne', address.street),
    el('ram:CityName', address.city),
    el('ram:CountryID', address.country),
  ),
  el(
    'ram:URIUniversalCommunication',
    withAttributes('ram:URIID', { schemeID: endpoint?.scheme ?? '' }, endpoint?.id),
  ),
  el('ram:SpecifiedTaxRegistration', withAttributes('ram:ID', { schemeID: 'VA' }, vatId)),
];

const settlement = ({ payment, totals, ...invoice }: En16931Invoice): Element =>
  el(
    'ram:ApplicableHeaderTradeSettlement',
    el('ram:PaymentReference', payment?.reference),
    el('ram:InvoiceCurrencyCode', invoice.currency),
    el(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      el('ram:TypeCode', payment?.meansCode),
      el(
        'ram:PayeePartyCreditorFinancialAccount',
        el('ram:IBANID', payment?.accounts[0]?.id),
        el('ram:AccountName', payment?.accounts[0]?.name),
      ),
    ),
    ...invoice.vatBreakdown.map(({ taxAmount, taxableAmount, category, rate }) =>
      el(
        'ram:ApplicableTradeTax',
        el('ram:CalculatedAmount', taxAmount),
        el('ram:TypeCode', 'VAT'),
        el('ram:BasisAmount', taxableAmount),
        el('ram:CategoryCode', category),
        el('ram:RateApplicablePercent', rate),
      ),
    ),
    ...invoice.allowances.map((allowance) =>
      adjustment(false, allowance, el('ram:CategoryTradeTax', ...vat(allowance))),
    ),
    el(
      'ram:SpecifiedTradePaymentTerms',
      el('ram:Description', invoice.paymentTerms),
      el('ram:DueDateDateTime', date(invoice.dueDate)),
    ),
    el(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      el('ram:LineTotalAmount', totals.lines),
      el('ram:ChargeTotalAmount', totals.charges),
      el('ram:AllowanceTotalAmount', totals.allowances),
      el('ram:TaxBasisTotalAmount', totals.withoutVat),
      withAttributes('ram:TaxTotalAmount', { currencyID: invoice.currency }, totals.vat),
      el('ram:GrandTotalAmount', totals.withVat),
      el('ram:DuePayableAmount', totals.due),
    ),
  );
