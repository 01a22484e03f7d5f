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
  /^[\w+/-]+$/.test(number) && number.length <= maxNumberLength(issueDate);

/**
 * What the administration's rules on flow 10 ask of a sale, as far as the canonical form shows it (`routes/fr-reports`, sections 4, 5, 8
 * and 11). Rules of the Schematron are named in the titles.
 */
export const REPORT_RULES: readonly EarlyRule[] = [
  {
    ...RULE,
    term: 'BT-30',
    title: 'The seller has no SIREN, by which it reports (G6.26)',
    fix: "Enter the seller's SIREN, nine digits, as company_id, or a French VAT number that ends with it.",
    broken: ({ seller }) =>
      looksLikeSiren(seller.companyId)
        ? []
        : [(seller.companyId === undefined ? missing : wrong)('seller.company_id', 'BT-30')],
  },
  {
    ...RULE,
    term: 'BT-2',
    title: 'Sales are reported from 1 September 2026 on',
    fix: 'Check the date. A sale before that day is not reported: send its invoice over another route.',
    broken: ({ invoice: { issueDate, taxPointDate = issueDate } }) =>
      issueDate < FIRST_DAY || taxPointDate < FIRST_DAY ? [wrong('invoice.issue_date', 'BT-2')] : [],
  },
  {
    ...RULE,
    term: 'BT-31',
    title: 'A report states an invoice to a business abroad with the VAT number of the seller (G2.33)',
    fix: 'Enter seller.vat_id.',
    broken: (invoice) =>
      !isConsumerSale(invoice) && invoice.seller.vatId === undefined
        ? [missing('seller.vat_id', 'BT-31')]
        : [],
  },
  {
    ...RULE,
    term: 'BT-47',
    title: 'The business abroad has no number by which a report can name it (G6.28, G2.19)',
    fix: 'In the EU enter its VAT number; elsewhere its register or VAT number, at most 18 characters.',
    broken: (invoice) => {
      if (isConsumerSale(invoice) || buyerNumber(invoice.buyer)) return [];
      const { vatId, companyId } = invoice.buyer;
      return [((vatId ?? companyId) === undefined ? missing : wrong)('buyer.vat_id', 'BT-48')];
    },
  },
  {
    ...RULE,
    term: 'BT-1',
    title: 'A report takes no such invoice number (G1.05)',
    fix: 'Use letters, digits, -, +, _ and /: at most 20 until the end of 2026, then 35.',
    broken: (invoice) =>
      isConsumerSale(invoice) || isReportNumber(invoice.invoice) ? [] : [wrong('invoice.number', 'BT-1')],
  },
  {
    ...RULE,
    term: 'BT-152',
    title: 'France has no such VAT rate (G1.24)',
    fix:
      'Use a rate of France. If another country taxes a sale to a consumer, state the address of the consumer or of the delivery: the invoice keeps ' +
      'its VAT. A report has no place for that VAT in a sale to a business.',
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
    title: 'A report states an exempt sale with reason and code (G1.40)',
    fix: 'State reason and code in vat_exemption.',
    broken: (invoice) => {
      const { exemptionReason: reason, exemptionReasonCode: code } = exemptionReason(invoice, 'E');
      const isOpen = usedVatCategories(invoice).has('E') && (reason === undefined || code === undefined);
      return !isConsumerSale(invoice) && isOpen ? [missing('vat_exemption', 'BT-121')] : [];
    },
  },
  {
    ...RULE,
    term: 'BT-5',
    title: 'The sums of a day are stated in euro, and VAT in any report',
    fix: 'State the sale in EUR. To a business abroad another currency goes with vat_currency EUR and the rate.',
    broken: (invoice) => {
      const { currency, vatCurrency } = invoice.invoice;
      if (currency === 'EUR' || (vatCurrency === 'EUR' && !isConsumerSale(invoice))) return [];
      return [wrong('invoice.currency', 'BT-5')];
    },
  },
  {
    ...RULE,
    term: 'BT-23',
    title: 'A report divides sales to consumers into goods and services, and no line says which',
    fix: 'State item_kind in every line, or B1 (goods) or S1 (services) in invoice.business_process.',
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
    title: 'A report has no such business process (G1.02)',
    fix: 'Use another one than S3.',
    broken: ({ invoice }) =>
      invoice.businessProcess === 'S3' ? [wrong('invoice.business_process', 'BT-23')] : [],
  },
  {
    ...RULE,
    term: 'BT-3',
    title: 'This sale to a consumer would be counted twice',
    fix:
      'Instead of a corrective invoice (384) send a credit note (381) and a new invoice. Instead of a final invoice over the whole supply ' +
      'bill the rest after the advances.',
    broken: (invoice) => {
      const { typeCode, businessProcess } = invoice.invoice;
      const isTwice = typeCode === '384' || businessProcess?.endsWith('4') === true;
      return isConsumerSale(invoice) && isTwice ? [wrong('invoice.type_code', 'BT-3')] : [];
    },
  },
  {
    ...RULE,
    term: 'BG-3',
    title: 'A report states a correction with the number and date of the invoice that it corrects (G1.32)',
    fix: 'State the number and date in preceding_invoices; for a corrective invoice (384) exactly one.',
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
