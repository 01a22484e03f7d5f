import { type Edit, add, all, make, remove, set } from '../edits.ts';
import { BUYER, SELLER } from '../places.ts';
import type { Row } from '../row.ts';

const DELIVERY = 'cac:Delivery/cac:DeliveryLocation/cac:Address';
const country = (path: string): string => `${path}/cac:Country/cbc:IdentificationCode`;

/** The members that CIUS-RO requires in the base invoice: its identifier, RON as VAT currency, a region of the place of delivery. */
const romanian = all(
  set('cbc:CustomizationID', 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1'),
  set('cbc:TaxCurrencyCode', 'RON'),
  (document) => {
    for (const amount of document.getElementsByTagName('cbc:TaxAmount'))
      if (amount.getAttribute('currencyID') === 'PLN') amount.setAttribute('currencyID', 'RON');
  },
  make(`${DELIVERY}/cbc:CountrySubentity`, 'HH'),
);

/** The party is in Romania. */
const inRomania = (party: string, region: string, city: string): Edit =>
  all(
    set(country(`${party}/cac:PostalAddress`), 'RO'),
    make(`${party}/cac:PostalAddress/cbc:CountrySubentity`, region),
    set(`${party}/cac:PostalAddress/cbc:CityName`, city),
  );

const row = (it: string, edit: Edit, ...finds: readonly string[]): Row => ({
  it,
  edit: all(romanian, edit),
  finds,
});

/** Edits of an invoice that breaks no rule of CIUS-RO, with the rules that each breaks. */
export const ROMANIAN_ROWS: readonly Row[] = [
  row('accepts an invoice', () => undefined),
  { it: 'accepts a credit note', of: { root: 'CreditNote' }, edit: romanian, finds: [] },
  row('accepts a Romanian seller', inRomania(SELLER, 'RO-CJ', 'Cluj-Napoca')),
  row('accepts a sector of Bucharest', inRomania(BUYER, 'RO-B', 'SECTOR3')),
  row('refuses another specification', set('cbc:CustomizationID', 'x'), 'BR-RO-001'),
  row('refuses a number without a digit', set('cbc:ID', 'ABC'), 'BR-RO-010'),
  row('refuses a prepayment invoice', set('cbc:InvoiceTypeCode', '386'), 'BR-RO-020_1'),
  {
    it: 'refuses another type of credit note',
    of: { root: 'CreditNote' },
    edit: all(romanian, set('cbc:CreditNoteTypeCode', '396')),
    finds: ['BR-RO-020_2'],
  },
  row(
    'refuses VAT accounted in another currency than RON',
    all(set('cbc:TaxCurrencyCode', 'EUR')),
    'BR-RO-030',
  ),
  row(
    'refuses a tax point code of another list',
    all(remove('cac:InvoicePeriod/cbc:StartDate'), make('cac:InvoicePeriod/cbc:DescriptionCode', '29')),
    'BR-CL-06',
    'BR-RO-040',
  ),
  row('refuses a seller without a street', remove(`${SELLER}/cac:PostalAddress/cbc:StreetName`), 'BR-RO-081'),
  row('refuses a buyer without a street', remove(`${BUYER}/cac:PostalAddress/cbc:StreetName`), 'BR-RO-082'),
  row('refuses a seller without a city', remove(`${SELLER}/cac:PostalAddress/cbc:CityName`), 'BR-RO-091'),
  row('refuses a buyer without a city', remove(`${BUYER}/cac:PostalAddress/cbc:CityName`), 'BR-RO-092'),
  row('refuses Bucharest without a sector', inRomania(SELLER, 'RO-B', 'București'), 'BR-RO-100'),
  row('refuses Bucharest of the buyer without a sector', inRomania(BUYER, 'RO-B', 'Sector 1'), 'BR-RO-101'),
  row('refuses a county by its name', inRomania(SELLER, 'Cluj', 'Cluj-Napoca'), 'BR-RO-110'),
  row('refuses a county without its prefix', inRomania(BUYER, 'CJ', 'Cluj-Napoca'), 'BR-RO-111'),
  row(
    'refuses a buyer without any number',
    remove(`${BUYER}/cac:PartyTaxScheme`, `${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`),
    'BR-RO-120',
  ),
  row('refuses a delivery address without a region', remove(`${DELIVERY}/cbc:CountrySubentity`), 'BR-RO-211'),
  row('refuses a delivery address without a city', remove(`${DELIVERY}/cbc:CityName`), 'BR-RO-201'),
  {
    it: 'requires nothing of the delivery address of a credit note',
    of: { root: 'CreditNote' },
    edit: all(romanian, remove(`${DELIVERY}/cbc:CountrySubentity`)),
    finds: [],
  },
  row('refuses a date with a time zone', set('cbc:IssueDate', '2026-11-20Z'), 'BR-RO-DT001'),
  row(
    'refuses a tax point date with a time zone',
    all(add('.', '<cbc:TaxPointDate>2026-11-20Z</cbc:TaxPointDate>'), remove('cac:InvoicePeriod')),
    'BR-RO-DT002',
  ),
  {
    it: 'refuses the due date of a credit note with a time zone',
    of: { root: 'CreditNote' },
    edit: all(romanian, make('cac:PaymentMeans/cbc:PaymentDueDate', '2026-12-20Z')),
    finds: ['BR-RO-DT003_CN'],
  },
  row('refuses a long note', set('cbc:Note', 'x'.repeat(301)), 'BR-RO-L302'),
  row('accepts a note that is just not too long', set('cbc:Note', 'x'.repeat(300))),
  row('refuses a negative price', set('cac:InvoiceLine[1]/cac:Price/cbc:PriceAmount', '-1'), 'BR-27'),
];
