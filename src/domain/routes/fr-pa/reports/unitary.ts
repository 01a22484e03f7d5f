import { attribute, element, leaf } from '../../../documents/xml.ts';
import type { CanonicalInvoice } from '../../../invoice/canonical.ts';
import { completeInvoice } from '../../../invoice/complete-invoice.ts';
import type { En16931Invoice, VatBearingAdjustment, VatBreakdown } from '../../../invoice/en16931.ts';
import type { Partly } from '../../../invoice/partly.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { lawIn } from '../../../vocabulary/territory.ts';
import { looksLikeSiren, plainNumber } from '../completion.ts';
import { plainRate, type UnitarySale } from './entries.ts';
import { owedFor } from './owed.ts';
import { compactDay } from './write-frr.ts';

/** Countries whose businesses are named by their VAT number (G2.19). Greece has another prefix. */
const EUROPEAN: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);
/** Subjects of the notes that the administration asks for (TT-26). */
const STATED_NOTES: ReadonlySet<string | undefined> = new Set(['AAB', 'TXD', 'BLU']);
const PROFILE = 'urn.cpro.gouv.fr:1p0:ereporting';
const EURO = 'EUR';

/** How an invoice names a business. */
export interface NamedBusiness {
  readonly country: string;
  readonly vatId: string | undefined;
  /** In a register. */
  readonly companyId: string | undefined;
  /** Another number. */
  readonly reference: string | undefined;
}

interface BusinessNumber {
  readonly scheme: string;
  readonly id: string;
}

/** The number of a business, with the scheme of its country (TT-36, TT-37); undefined if the invoice states none of that form. */
export function businessNumber({
  country,
  vatId,
  companyId,
  reference,
}: NamedBusiness): BusinessNumber | undefined {
  const own = plainNumber(companyId);
  const named = [own, plainNumber(vatId), plainNumber(reference)].find((id) => id !== '');
  if (isEuropean(country)) return numberIn('0223', /^[A-Z0-9]{3,18}$/i, plainNumber(vatId));
  if (country === 'NC') return numberIn('0228', /^\d{9,10}$/, own);
  if (country === 'PF') return numberIn('0229', /^\d{9}$/, own);
  if (looksLikeSiren(own) && vatId !== undefined) return { scheme: SIREN, id: own };
  return numberIn('0227', /^.{1,18}$/, named ?? '');
}

/** A member of the EU other than France. */
export const isEuropean = (country: string): boolean => EUROPEAN.has(country);

export const SIREN = '0002';

/** Of the buyer of a canonical invoice. */
export const buyerNumber = ({
  address: { country },
  vatId,
  companyId,
  reference,
}: CanonicalInvoice['buyer']): BusinessNumber | undefined =>
  businessNumber({ country, vatId, companyId, reference });

const numberIn = (scheme: string, shape: RegExp, id: string) => (shape.test(id) ? { scheme, id } : undefined);

/** An invoice to a business abroad (10.1, TG-8). */
export function unitarySale(invoice: CanonicalInvoice): UnitarySale {
  const { number, issueDate } = invoice.invoice;
  const xml = invoiceElement(completeInvoice(invoice, AS_STATED), {
    seller: { scheme: SIREN, id: plainNumber(invoice.seller.companyId) },
    buyer: buyerNumber(invoice.buyer),
  });
  const isInEuro = invoice.invoice.currency === EURO;
  return { kind: '10.1', part: 'sales', day: issueDate, number, xml, owed: owedFor(invoice), isInEuro };
}

/** BT-24 is no part of a report. */
const AS_STATED = { specification: '', takesProcess: true };

type Stated = Partly<En16931Invoice>;

interface NumbersOfParties {
  readonly seller: BusinessNumber;
  readonly buyer: BusinessNumber | undefined;
}

/** The element of an invoice (TG-8). Lines are asked for from September 2027 on (G6.15). */
export const invoiceElement = (invoice: Stated, numbers: NumbersOfParties): string =>
  element('Invoice', header(invoice) + parties(invoice, numbers) + circumstances(invoice) + amounts(invoice));

const date = (name: string, day: string | undefined): string => leaf(name, day && compactDay(day));

function header(invoice: Stated): string {
  const notes = (invoice.notes ?? []).filter(({ subjectCode }) => STATED_NOTES.has(subjectCode));
  return [
    leaf('ID', invoice.number),
    date('IssueDate', invoice.issueDate),
    leaf('TypeCode', invoice.typeCode),
    leaf('CurrencyCode', invoice.currency),
    date('DueDate', invoice.dueDate),
    leaf('TaxDueDateTypeCode', invoice.vatDateCode),
    ...notes.map(({ subjectCode, text }) =>
      element('IncludedNote', leaf('Subject', subjectCode) + leaf('Content', text)),
    ),
    element('BusinessProcess', leaf('ID', invoice.process) + leaf('TypeID', PROFILE)),
    ...(invoice.precedingInvoices ?? []).map((one) =>
      element('ReferencedDocument', leaf('ID', one.number) + date('IssueDate', one.issueDate)),
    ),
  ].join('');
}

function parties({ seller, buyer, taxRepresentative }: Stated, numbers: NumbersOfParties): string {
  const company = (number: BusinessNumber | undefined) =>
    number ? leaf('CompanyId', number.id, attribute('schemeId', number.scheme)) : '';
  const tax = (vatId: string | undefined, name = 'qualifyingId') =>
    leaf('TaxRegistrationId', vatId, attribute(name, 'VAT'));
  const address = (country = '') =>
    // The departments overseas are written as France (BR-FR-MAP-14).
    element('PostalAddress', leaf('CountryId', lawIn(country)));
  return (
    element('Seller', company(numbers.seller) + tax(seller?.vatId) + address(seller?.address?.country)) +
    element('Buyer', company(numbers.buyer) + tax(buyer?.vatId) + address(buyer?.address?.country)) +
    // Here the attribute has another name (XSD).
    (taxRepresentative ? element('SellerTaxRepresentative', tax(taxRepresentative.vatId, 'schemeId')) : '')
  );
}

function circumstances({ period, delivery, allowances = [], charges = [] }: Stated): string {
  const { address } = delivery ?? {};
  const location = address
    ? element(
        'Location',
        [
          leaf('LineOne', address.street),
          leaf('LineTwo', address.line2),
          leaf('LineThree', address.line3),
          leaf('CityName', address.city),
          leaf('PostalZone', address.postcode),
          leaf('CountrySubentity', address.region),
          leaf('CountryId', address.country && lawIn(address.country)),
        ].join(''),
      )
    : '';
  const delivered = date('Date', delivery?.date) + location;
  const { start, end } = period ?? {};
  // A period of one day is refused (G6.25).
  const isSpan = start !== undefined && end !== undefined ? start < end : (start ?? end) !== undefined;
  const adjusted = (isCharge: boolean) => (one: Partly<VatBearingAdjustment>) =>
    element(
      'AllowanceCharge',
      leaf('Amount', one.amount?.toFixed(2)) +
        leaf('TaxCategoryCode', one.vatCategory) +
        leaf('TaxPercent', plainRate(one.vatRate ?? '0')),
      attribute('ChargeIndicator', String(isCharge)),
    );
  return (
    (delivered === '' ? '' : element('Delivery', delivered)) +
    (isSpan ? element('InvoicePeriod', date('StartDate', start) + date('EndDate', end)) : '') +
    [...allowances.map(adjusted(false)), ...charges.map(adjusted(true))].join('')
  );
}

function amounts({ currency, totals, vatBreakdown = [] }: Stated): string {
  return (
    element(
      'MonetaryTotal',
      leaf('TaxExclusiveAmount', totals?.withoutVat?.toFixed(2)) +
        leaf('TaxAmount', vatInEuro(currency, totals)?.toFixed(2), attribute('CurrencyCode', EURO)),
    ) + vatBreakdown.map(subTotal).join('')
  );
}

const vatInEuro = (currency: string | undefined, totals: Stated['totals']): Decimal | undefined =>
  currency === EURO || totals?.vat?.isZero() ? totals?.vat : totals?.vatInVatCurrency;

const subTotal = (group: Partly<VatBreakdown>): string =>
  element(
    'TaxSubTotal',
    leaf('TaxableAmount', group.taxableAmount?.toFixed(2)) +
      leaf('TaxAmount', group.taxAmount?.toFixed(2)) +
      element(
        'TaxCategory',
        leaf('Code', group.category) +
          leaf('Percent', plainRate(group.rate ?? '0')) +
          leaf('TaxExemptionReason', group.exemptionReason) +
          leaf('TaxExemptionReasonCode', group.exemptionReasonCode),
      ),
  );
