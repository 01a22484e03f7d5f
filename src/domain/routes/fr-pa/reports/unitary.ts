import { attribute } from '../../../documents/xml.ts';
import type { CanonicalInvoice } from '../../../invoice/canonical.ts';
import { exemptionReason } from '../../../invoice/exemptions.ts';
import { adjustmentAmount } from '../../../invoice/line-amounts.ts';
import { subjectOf, textWithoutSubject } from '../../../invoice/note-subject.ts';
import { computeAmounts } from '../../../invoice/totals.ts';
import type { VatGroup } from '../../../invoice/vat-group.ts';
import { looksLikeSiren, plainNumber } from '../completion.ts';
import { plainRate, type UnitarySale } from './entries.ts';
import { compactDay, element, leaf } from './write-frr.ts';

/** Countries whose businesses are named by their VAT number (G2.19). Greece has another prefix. */
const EUROPEAN: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);
/** Departments whose country is written as France (BR-FR-MAP-14). */
const WRITTEN_AS_FRANCE: ReadonlySet<string> = new Set(['GP', 'MQ', 'RE']);
/** Subjects of the notes that the administration asks for (TT-26). */
const STATED_NOTES: ReadonlySet<string | undefined> = new Set(['AAB', 'TXD', 'BLU']);
const PROFILE = 'urn.cpro.gouv.fr:1p0:ereporting';
const EURO = 'EUR';

type Buyer = CanonicalInvoice['buyer'];

/** The number of a business, with the scheme of its country (TT-36, TT-37); undefined if the invoice states none of that form. */
export function buyerNumber({
  address: { country },
  vatId,
  companyId,
  reference,
}: Buyer): { readonly scheme: string; readonly id: string } | undefined {
  const own = plainNumber(companyId);
  const named = [own, plainNumber(vatId), plainNumber(reference)].find((id) => id !== '');
  if (EUROPEAN.has(country)) return numberIn('0223', /^[A-Z0-9]{3,18}$/i, plainNumber(vatId));
  if (country === 'NC') return numberIn('0228', /^\d{9,10}$/, own);
  if (country === 'PF') return numberIn('0229', /^\d{9}$/, own);
  if (looksLikeSiren(own) && vatId !== undefined) return { scheme: '0002', id: own };
  return numberIn('0227', /^.{1,18}$/, named ?? '');
}

const numberIn = (scheme: string, shape: RegExp, id: string) => (shape.test(id) ? { scheme, id } : undefined);

/** The element of an invoice to a business abroad (10.1, TG-8). Lines are asked for from September 2027 on (G6.15). */
export function unitarySale(invoice: CanonicalInvoice): UnitarySale {
  const { number, issueDate } = invoice.invoice;
  const xml = element(
    'Invoice',
    header(invoice) + parties(invoice) + circumstances(invoice) + amounts(invoice),
  );
  const isService = invoice.lines.some(({ itemKind }) => itemKind === 'services');
  return { kind: '10.1', part: 'sales', day: issueDate, number, xml, isService };
}

const date = (name: string, day: string | undefined): string => leaf(name, day && compactDay(day));

function header({ invoice, precedingInvoices }: CanonicalInvoice): string {
  const notes = invoice.notes.filter((note) => STATED_NOTES.has(subjectOf(note)));
  return [
    leaf('ID', invoice.number),
    date('IssueDate', invoice.issueDate),
    leaf('TypeCode', invoice.typeCode),
    leaf('CurrencyCode', invoice.currency),
    date('DueDate', invoice.dueDate),
    leaf('TaxDueDateTypeCode', invoice.vatDateCode),
    ...notes.map((note) =>
      element('IncludedNote', leaf('Subject', subjectOf(note)) + leaf('Content', textWithoutSubject(note))),
    ),
    element('BusinessProcess', leaf('ID', invoice.businessProcess) + leaf('TypeID', PROFILE)),
    ...precedingInvoices.map((one) =>
      element('ReferencedDocument', leaf('ID', one.number) + date('IssueDate', one.issueDate)),
    ),
  ].join('');
}

function parties({ seller, buyer, taxRepresentative }: CanonicalInvoice): string {
  const company = (id: string, scheme: string) => leaf('CompanyId', id, attribute('schemeId', scheme));
  const tax = (vatId: string | undefined, name = 'qualifyingId') =>
    leaf('TaxRegistrationId', vatId, attribute(name, 'VAT'));
  const address = (country: string) =>
    element('PostalAddress', leaf('CountryId', WRITTEN_AS_FRANCE.has(country) ? 'FR' : country));
  const number = buyerNumber(buyer);
  return (
    element(
      'Seller',
      company(plainNumber(seller.companyId), '0002') + tax(seller.vatId) + address(seller.address.country),
    ) +
    element(
      'Buyer',
      (number ? company(number.id, number.scheme) : '') + tax(buyer.vatId) + address(buyer.address.country),
    ) +
    // Here the attribute has another name (XSD).
    (taxRepresentative ? element('SellerTaxRepresentative', tax(taxRepresentative.vatId, 'schemeId')) : '')
  );
}

function circumstances({ invoice, delivery, allowances, charges }: CanonicalInvoice): string {
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
          leaf('CountryId', address.country),
        ].join(''),
      )
    : '';
  const delivered = date('Date', delivery?.date) + location;
  const { start, end } = invoice.period ?? {};
  // A period of one day is refused (G6.25).
  const isSpan = start !== undefined && end !== undefined ? start < end : (start ?? end) !== undefined;
  const adjusted = (isCharge: boolean) => (one: (typeof allowances)[number]) =>
    element(
      'AllowanceCharge',
      leaf('Amount', adjustmentAmount(one).toFixed(2)) +
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

function amounts(invoice: CanonicalInvoice): string {
  const { totals, vatGroups } = computeAmounts(invoice);
  const vat = invoice.invoice.currency === EURO ? totals.vat : totals.vatInVatCurrency;
  return (
    element(
      'MonetaryTotal',
      leaf('TaxExclusiveAmount', totals.withoutVat.toFixed(2)) +
        leaf('TaxAmount', vat?.toFixed(2), attribute('CurrencyCode', EURO)),
    ) + vatGroups.map((group) => subTotal(invoice, group)).join('')
  );
}

function subTotal(invoice: CanonicalInvoice, { category, rate, taxableAmount, taxAmount }: VatGroup): string {
  const { exemptionReason: reason, exemptionReasonCode: code } = exemptionReason(invoice, category);
  return element(
    'TaxSubTotal',
    leaf('TaxableAmount', taxableAmount.toFixed(2)) +
      leaf('TaxAmount', taxAmount.toFixed(2)) +
      element(
        'TaxCategory',
        leaf('Code', category) +
          leaf('Percent', plainRate(rate ?? '0')) +
          leaf('TaxExemptionReason', reason) +
          leaf('TaxExemptionReasonCode', code),
      ),
  );
}
