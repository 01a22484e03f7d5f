import type { AllowanceOrCharge, CanonicalInvoice, VatCategory } from './canonical.ts';
import { companyId } from './company-ids.ts';
import { netUnitPrice, note, priceDiscount, writtenRate } from './complete-invoice.ts';
import { accountsOf, meansCode } from './complete-payment.ts';
import { exemptionReason } from './exemptions.ts';
import { legalText } from './legal-text.ts';
import { adjustmentAmount } from './line-amounts.ts';
import { isCounted } from './line-types.ts';
import type { VatBearing } from './placed.ts';
import { type Decimal, round2 } from 'en16931-rules/vocabulary/decimal.ts';

/** Entries of the lists around a term, and their positions. */
export interface Around {
  readonly entries: readonly unknown[];
  readonly indices: readonly number[];
}

export type Field = string | ((around: Around) => string);

/** A term whose value in a document differs from the member: a default, or a value that follows from others. */
export interface Derivation {
  readonly term: string;
  /** The JSON path that a finding names; that of the member if left out. */
  readonly field?: Field;
  /** The list whose entries have it. */
  readonly within?: string;
  readonly isList?: true;
  /** Every entry has it. */
  readonly isRequired?: true;
  /** From the invoice, or from the entry. */
  readonly read: (around: never) => unknown;
}

/** With two decimals, as in a document. */
const round = (amount: Decimal | undefined): Decimal | undefined => amount && round2(amount);

const amount = ({ amount: stated, base, percent }: AllowanceOrCharge): Decimal | undefined =>
  stated !== undefined || (base && percent) ? adjustmentAmount({ amount: stated, base, percent }) : undefined;

const adjust = (within: string, amountTerm: string, baseTerm: string): readonly Derivation[] => [
  { term: amountTerm, within, read: amount },
  { term: baseTerm, within, read: ({ base }: AllowanceOrCharge) => round(base) },
];

type Breakdown = ReturnType<typeof breakdown>[number];

/** BG-23, as far as rules read it before amounts are computed. */
const breakdown = (invoice: CanonicalInvoice) =>
  [...firstUses(invoice)].map(([category, field]) => ({
    category,
    field,
    ...exemptionReason(invoice, category),
  }));

/** The first member with each VAT category. */
function firstUses(invoice: CanonicalInvoice): ReadonlyMap<VatCategory, string> {
  const uses = new Map<VatCategory, string>();
  const add = (field: string, { vatCategory }: VatBearing): void => {
    if (!uses.has(vatCategory)) uses.set(vatCategory, `${field}.vat_category`);
  };
  for (const [index, line] of invoice.lines.entries()) if (isCounted(line)) add(`lines[${index}]`, line);
  for (const list of ['allowances', 'charges'] as const)
    for (const [index, one] of invoice[list].entries()) add(`${list}[${index}]`, one);
  return uses;
}

const ofCategory = ({ entries }: Around): string =>
  (entries.at(-1) as Breakdown | undefined)?.field ?? 'lines';

type Note = CanonicalInvoice['invoice']['notes'][number];

/** A note without a subject code may be a plain text. */
const noteField = ({ entries, indices }: Around): string => {
  const [note] = entries as readonly (Note | undefined)[];
  return `invoice.notes[${indices[0] ?? 0}]${note?.subjectCode === undefined ? '' : '.subject_code'}`;
};

/** A note as UBL writes it. */
const noteText = ({ subjectCode, text }: Note): string =>
  subjectCode === undefined ? text : `#${subjectCode}#${text}`;

type Account = ReturnType<typeof accounts>[number];

/** @param member the number is the IBAN, or the member in its place. */
const accountField =
  (member: string) =>
  ({ entries }: Around): string => {
    const [account] = entries as readonly Account[];
    const named = member === 'iban' && account?.accountId !== undefined ? 'account_id' : member;
    return `${account?.place ?? 'payment'}.${named}`;
  };

/** BG-17; the first account may be a member of the payment itself. */
const accounts = ({ payment }: CanonicalInvoice) => {
  const all = payment ? accountsOf(payment) : [];
  const besides = all.length - (payment?.accounts.length ?? 0);
  return all.map((account, index) => ({
    ...account,
    place: index < besides ? 'payment' : `payment.accounts[${index - besides}]`,
  }));
};

export const DERIVED: readonly Derivation[] = [
  {
    term: 'BT-81',
    field: 'payment.means_code',
    read: ({ payment, invoice }: CanonicalInvoice) => payment && meansCode(payment, invoice.currency),
  },
  { term: 'BT-33', field: 'seller.register', read: ({ seller }: CanonicalInvoice) => legalText(seller) },
  {
    term: 'BT-47',
    field: 'buyer.company_id',
    read: ({ buyer }: CanonicalInvoice) => buyer.companyId ?? buyer.taxNumber,
  },
  // By country if it is left out.
  {
    term: 'BT-30-1',
    field: 'seller.company_id_scheme',
    read: ({ seller }: CanonicalInvoice) =>
      companyId(seller.companyId, seller.companyIdScheme, seller.address.country)?.scheme,
  },
  {
    term: 'BT-47-1',
    field: 'buyer.company_id_scheme',
    read: ({ buyer }: CanonicalInvoice) =>
      companyId(buyer.companyId, buyer.companyIdScheme, buyer.address.country)?.scheme,
  },
  { term: 'BT-21', within: 'BG-1', field: noteField, read: (stated: Note) => note(stated).subjectCode },
  {
    term: 'BT-22',
    within: 'BG-1',
    field: ({ indices }) => `invoice.notes[${indices[0] ?? 0}]`,
    read: noteText,
  },
  {
    term: 'BT-111',
    field: 'invoice.vat_exchange_rate',
    read: ({ invoice }: CanonicalInvoice) => invoice.vatTotalInVatCurrency ?? invoice.vatExchangeRate,
  },
  { term: 'BG-17', field: accountField('iban'), isList: true, read: accounts },
  {
    term: 'BT-84',
    field: accountField('iban'),
    within: 'BG-17',
    read: ({ iban, accountId }: Account) => iban ?? accountId,
  },
  {
    term: 'BT-85',
    field: accountField('account_name'),
    within: 'BG-17',
    read: ({ accountName }: Account) => accountName,
  },
  { term: 'BT-86', field: accountField('bic'), within: 'BG-17', read: ({ bic }: Account) => bic },
  { term: 'BG-23', field: ofCategory, isList: true, read: breakdown },
  { term: 'BT-118', field: ofCategory, within: 'BG-23', read: ({ category }: Breakdown) => category },
  {
    term: 'BT-120',
    field: 'vat_exemption',
    within: 'BG-23',
    read: ({ exemptionReason: reason }: Breakdown) => reason,
  },
  {
    term: 'BT-121',
    field: 'vat_exemption',
    within: 'BG-23',
    read: ({ exemptionReasonCode: code }: Breakdown) => code,
  },
  ...adjust('BG-20', 'BT-92', 'BT-93'),
  ...adjust('BG-21', 'BT-99', 'BT-100'),
  ...adjust('BG-27', 'BT-136', 'BT-137'),
  ...adjust('BG-28', 'BT-141', 'BT-142'),
  { term: 'BT-96', within: 'BG-20', read: writtenRate },
  { term: 'BT-103', within: 'BG-21', read: writtenRate },
  { term: 'BT-152', within: 'BG-25', read: writtenRate },
  { term: 'BT-146', within: 'BG-25', isRequired: true, read: netUnitPrice },
  { term: 'BT-147', within: 'BG-25', read: priceDiscount },
];
