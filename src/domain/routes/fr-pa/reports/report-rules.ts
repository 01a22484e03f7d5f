import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Breach, EarlyRule } from '../../../checks/early-rules/early-rule.ts';
import type { CanonicalInvoice } from '../../../invoice/canonical.ts';
import { exemptionReason } from '../../../invoice/exemptions.ts';
import { usedVatCategories } from '../../../invoice/placed.ts';
import { looksLikeSiren } from '../completion.ts';
import { FIRST_DAY } from './calendar.ts';
import { isSoldAbroad } from './consumer-sale.ts';
import { FRENCH_RATES, plainRate } from './entries.ts';
import { treatmentOf } from './treatment.ts';
import { buyerNumber } from './unitary.ts';

const RULE = { id: 'EI-FR-REPORT', source: 'F10' } as const;

const wrong = (field: string, term: string): Breach => ({ field, term, fault: 'wrong' });
const missing = (field: string, term: string): Breach => ({ field, term, fault: 'missing' });

const isConsumerSale = (invoice: CanonicalInvoice): boolean => treatmentOf(invoice) === '10.3';

/** Until this day the administration's portal takes shorter numbers ("Annexe limitations Schematron F10", July 2026). */
const SHORT_NUMBERS_UNTIL = '2026-12-31';
export const maxNumberLength = (issueDate: string): number => (issueDate > SHORT_NUMBERS_UNTIL ? 35 : 20);
const isReportNumber = ({ number, issueDate }: CanonicalInvoice['invoice']): boolean =>
  number.length <= maxNumberLength(issueDate) && /^[\w+/-]+$/.test(number);

/**
 * What the administration's rules on flow 10 ask of a sale, as far as the canonical form shows it (`routes/fr-reports`, sections 4, 5, 8
 * and 11). Rules of the Schematron are named in the titles.
 */
export const REPORT_RULES: readonly EarlyRule[] = [
  {
    ...RULE,
    term: 'BT-30',
    title: say('routes-fr-pa.seller-has-no-siren-by-which-it-reports'),
    fix: say('routes-fr-pa.enter-seller-s-siren-nine-digits-as-company'),
    broken: ({ seller }) =>
      looksLikeSiren(seller.companyId)
        ? []
        : [(seller.companyId === undefined ? missing : wrong)('seller.company_id', 'BT-30')],
  },
  {
    ...RULE,
    term: 'BT-2',
    title: say('routes-fr-pa.sales-are-reported-from-1-september-2026-on'),
    fix: say('routes-fr-pa.check-date-sale-before-that-day-is-not'),
    broken: ({ invoice: { issueDate, taxPointDate = issueDate } }) =>
      issueDate < FIRST_DAY || taxPointDate < FIRST_DAY ? [wrong('invoice.issue_date', 'BT-2')] : [],
  },
  {
    ...RULE,
    term: 'BT-31',
    title: say('routes-fr-pa.report-states-invoice-to-business-abroad-with-vat'),
    fix: say('routes-fr-pa.enter-seller-vat-id'),
    broken: (invoice) =>
      !isConsumerSale(invoice) && invoice.seller.vatId === undefined
        ? [missing('seller.vat_id', 'BT-31')]
        : [],
  },
  {
    ...RULE,
    term: 'BT-47',
    title: say('routes-fr-pa.business-abroad-has-no-number-by-which-report'),
    fix: say('routes-fr-pa.in-eu-enter-its-vat-number-elsewhere-its'),
    broken: (invoice) => {
      if (isConsumerSale(invoice) || buyerNumber(invoice.buyer)) return [];
      const { vatId, companyId } = invoice.buyer;
      return [((vatId ?? companyId) === undefined ? missing : wrong)('buyer.vat_id', 'BT-48')];
    },
  },
  {
    ...RULE,
    term: 'BT-1',
    title: say('routes-fr-pa.report-takes-no-such-invoice-number'),
    fix: say('routes-fr-pa.use-letters-digits-and-at-most-20-until'),
    broken: (invoice) =>
      isConsumerSale(invoice) || isReportNumber(invoice.invoice) ? [] : [wrong('invoice.number', 'BT-1')],
  },
  {
    ...RULE,
    term: 'BT-152',
    title: say('routes-fr-pa.france-has-no-such-vat-rate'),
    fix: say('routes-fr-pa.use-rate-of-france-if-another-country-taxes'),
    broken: (invoice) => {
      const { lines, allowances, charges } = invoice;
      if (isConsumerSale(invoice) && isSoldAbroad(invoice)) return [];
      return Object.entries({ lines, allowances, charges }).flatMap(([list, entries]) =>
        entries.flatMap(({ vatRate }, index) =>
          vatRate === undefined || FRENCH_RATES.has(plainRate(vatRate))
            ? []
            : [wrong(`${list}[${index}].vat_rate`, 'BT-152')],
        ),
      );
    },
  },
  {
    ...RULE,
    term: 'BT-121',
    title: say('routes-fr-pa.report-states-exempt-sale-with-reason-and-code'),
    fix: say('routes-fr-pa.state-reason-and-code-in-vat-exemption'),
    broken: (invoice) => {
      const { exemptionReason: reason, exemptionReasonCode: code } = exemptionReason(invoice, 'E');
      const isOpen = usedVatCategories(invoice).has('E') && (reason === undefined || code === undefined);
      return !isConsumerSale(invoice) && isOpen ? [missing('vat_exemption', 'BT-121')] : [];
    },
  },
  {
    ...RULE,
    term: 'BT-5',
    title: say('routes-fr-pa.sums-of-day-are-stated-in-euro-and'),
    fix: say('routes-fr-pa.state-sale-in-eur-to-business-abroad-another'),
    broken: (invoice) => {
      const { currency, vatCurrency } = invoice.invoice;
      if (currency === 'EUR' || (vatCurrency === 'EUR' && !isConsumerSale(invoice))) return [];
      return [wrong('invoice.currency', 'BT-5')];
    },
  },
  {
    ...RULE,
    term: 'BT-23',
    title: say('routes-fr-pa.report-divides-sales-to-consumers-into-goods-and'),
    fix: say('routes-fr-pa.state-item-kind-in-every-line-or-b1'),
    broken: (invoice) => {
      const { lines, invoice: header } = invoice;
      const isKnown =
        /^[BS]/.test(header.businessProcess ?? '') || lines.every(({ itemKind }) => itemKind !== undefined);
      return isConsumerSale(invoice) && !isKnown ? [missing('lines', 'BT-23')] : [];
    },
  },
  {
    ...RULE,
    term: 'BT-23',
    title: say('routes-fr-pa.report-has-no-such-business-process'),
    fix: say('routes-fr-pa.use-another-one-than-s3'),
    broken: ({ invoice }) =>
      invoice.businessProcess === 'S3' ? [wrong('invoice.business_process', 'BT-23')] : [],
  },
  {
    ...RULE,
    term: 'BT-3',
    title: say('routes-fr-pa.this-sale-to-consumer-would-be-counted-twice'),
    fix: say('routes-fr-pa.instead-of-corrective-invoice-send-credit-note-and'),
    broken: (invoice) => {
      const { typeCode, businessProcess } = invoice.invoice;
      const isTwice = typeCode === '384' || businessProcess?.endsWith('4') === true;
      return isConsumerSale(invoice) && isTwice ? [wrong('invoice.type_code', 'BT-3')] : [];
    },
  },
  {
    ...RULE,
    term: 'BG-3',
    title: say('routes-fr-pa.report-states-correction-with-number-and-date-of'),
    fix: say('routes-fr-pa.state-number-and-date-in-preceding-invoices-for'),
    broken: (invoice) => {
      const { precedingInvoices, invoice: header } = invoice;
      const dated = precedingInvoices.filter(({ issueDate }) => issueDate !== undefined).length;
      const isOpen =
        (header.typeCode === '381' && dated === 0) ||
        (header.typeCode === '384' && (dated !== 1 || precedingInvoices.length !== 1));
      return !isConsumerSale(invoice) && isOpen ? [missing('preceding_invoices', 'BG-3')] : [];
    },
  },
];
