import { type Edit, add, all, make, remove, repeat, set } from './edits.ts';
import { ALLOWANCE, BUYER, ITEM, LINE, PAYMENT, SELLER } from './places.ts';
import type { FiringRow } from './row.ts';

/** Makes every text of the invoice 1,100 characters long, except codes, numbers and dates. */
const everythingLong: Edit = (document) => {
  const FIXED =
    /(Amount|Date|Percent|Quantity|Numeric|Indicator|TypeCode|CurrencyCode|IdentificationCode|CustomizationID|PaymentMeansCode|BinaryObject)$/;
  for (const element of document.getElementsByTagName('*')) {
    const isTax = /cac:(TaxScheme|TaxCategory|ClassifiedTaxCategory)/.test(
      element.parentElement?.nodeName ?? '',
    );
    const isReason = element.nodeName === 'cbc:TaxExemptionReason';
    if (element.children.length === 0 && !FIXED.test(element.nodeName) && (!isTax || isReason))
      element.textContent = 'x'.repeat(1_100);
    for (const name of ['name', 'filename'])
      if (element.hasAttribute(name)) element.setAttribute(name, 'x'.repeat(300));
  }
};
const region = (path: string, code: string): Edit => make(`${path}/cbc:CountrySubentity`, code);
const DELIVERY = 'cac:Delivery/cac:DeliveryLocation/cac:Address';
const REPRESENTATIVE = 'cac:TaxRepresentativeParty/cac:PostalAddress';
const addresses = [`${SELLER}/cac:PostalAddress`, `${BUYER}/cac:PostalAddress`, REPRESENTATIVE, DELIVERY];
const romanian = all(...addresses.map((path) => set(`${path}/cac:Country/cbc:IdentificationCode`, 'RO')));
const times = (count: number, edit: Edit): Edit => all(...Array.from({ length: count }, () => edit));

/** Documents that fire published rules of CIUS-RO that no other row of this folder fires. */
export const CIUS_RO_ROWS: readonly FiringRow[] = [
  {
    fires: [
      ...['L0201', 'L0202', 'L0203', 'L0204', 'L155', 'L0302', 'L0303', 'L0304', 'L0305', 'L0306', 'L0307'],
      ...['L0501', 'L0502', 'L0503', 'L0504', 'L1001', 'L1002', 'L1003', 'L1004', 'L1005', 'L1006', 'L1007'],
      ...['L1008', 'L1009', 'L1010', 'L1011', 'L1012', 'L1013', 'L1014', 'L1015', 'L151', 'L152', 'L153'],
      ...['L154', 'L201', 'L202', 'L203', 'L204', 'L205', 'L206', 'L207', 'L301', 'L1000', 'L208', 'L209'],
      ...['L1016', 'L140', 'L1024', 'L1021', 'L212', 'L303', 'L0505', 'L1025', 'L1017', 'L1018', 'L1022'],
      ...['L1023', 'L302', 'L0308', 'L1020', 'L210', 'L211', 'L156'],
    ].map((id) => `BR-RO-${id}`),
    of: { category: 'E' },
    edit: all(
      make(`${PAYMENT}/cac:CardAccount/cbc:HolderName`),
      make(`${BUYER}/cac:Contact/cbc:Telephone`),
      make(`${BUYER}/cac:Contact/cbc:ElectronicMail`),
      everythingLong,
    ),
  },
  { fires: ['BR-RO-110', 'BR-RO-111', 'BR-RO-170', 'BR-RO-212'], edit: romanian },
  {
    fires: ['BR-RO-100', 'BR-RO-101', 'BR-RO-160', 'BR-RO-202'],
    edit: all(romanian, ...addresses.map((path) => region(path, 'RO-B'))),
  },
  {
    fires: ['BR-RO-140', 'BR-RO-150', 'BR-RO-180'],
    edit: remove(
      `${REPRESENTATIVE}/cbc:StreetName`,
      `${REPRESENTATIVE}/cbc:CityName`,
      `${DELIVERY}/cbc:StreetName`,
    ),
  },
  { fires: ['BR-RO-A020'], edit: times(20, repeat('cbc:Note')) },
  {
    fires: ['BR-RO-A500', 'UBL-SR-06'],
    edit: add('cac:BillingReference', '<cac:InvoiceDocumentReference/>'.repeat(500)),
  },
  { fires: ['BR-RO-DT003'], edit: set('cbc:DueDate', '20.12.2026') },
  { fires: ['BR-RO-DT004'], edit: set('cac:Delivery/cbc:ActualDeliveryDate', '15.11.2026') },
  {
    fires: ['BR-RO-DT005'],
    edit: all(remove('cac:InvoicePeriod/cbc:EndDate'), set('cac:InvoicePeriod/cbc:StartDate', '1.11.2026')),
  },
  {
    fires: ['BR-RO-DT006'],
    edit: all(remove('cac:InvoicePeriod/cbc:StartDate'), set('cac:InvoicePeriod/cbc:EndDate', '1.11.2026')),
  },
  { fires: ['BR-07'], edit: remove(`${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`) },
  { fires: ['BR-CO-25'], edit: remove('cbc:DueDate', 'cac:PaymentTerms') },
  // The published rules misspell these element names, or look for them at a wrong place.
  {
    fires: ['UBL-CR-487'],
    edit: make(`${ALLOWANCE}/cac:TaxCategory/cac:TaxScheme/cac:JurisdiccionRegionAddress`),
  },
  { fires: ['UBL-CR-572'], edit: make(`${ITEM}/cac:BuyersItemIdentification/cbc:BarecodeSymbologyID`) },
  { fires: ['UBL-CR-577'], edit: make(`${ITEM}/cac:SellersItemIdentification/cbc:BarecodeSymbologyID`) },
  { fires: ['UBL-CR-583'], edit: make(`${ITEM}/cac:StandardItemIdentification/cbc:BarecodeSymbologyID`) },
  { fires: ['UBL-SR-24'], edit: add('.', '<cac:Delivery/>') },
  { fires: ['UBL-CR-674'], edit: make(`${LINE}/cbc:PrimaryAccountNumber/@schemeID`) },
  {
    fires: ['UBL-SR-23'],
    edit: add(
      'cac:TaxRepresentativeParty',
      '<cac:Party><cac:PartyTaxScheme><cbc:CompanyID>1</cbc:CompanyID></cac:PartyTaxScheme><cac:PartyTaxScheme><cbc:CompanyID>2</cbc:CompanyID></cac:PartyTaxScheme></cac:Party>',
    ),
  },
];
