import type { Answer, Call } from '../network.ts';
import { reply } from './answers.ts';
import type { Bearer } from './bearers.ts';
import { bodyOf, type Members } from './bodies.ts';
import { formFacts } from './forms.ts';
import { wholeIn } from './pages.ts';
import { refuse } from './errors.ts';
import type { Held, Repository } from './repository.ts';
import { dayOf, instant } from './warsaw.ts';

export interface MetadataBackend {
  readonly repository: Repository;
  /** Every invoice before this time is in the list. */
  readonly completeUntil: () => number;
}

const MOST = 10_000;
/** API 2.9. */
const MAX_RANGE_DAYS = 100;

export const isThirdParty = ({ thirdParties }: Held['parts'], nip: string): boolean =>
  thirdParties.some(({ type, value }) => type === 'Nip' && value === nip);

/** The role of the context in the invoices. */
const SUBJECTS: Readonly<Record<string, (invoice: Held, nip: string) => boolean>> = {
  Subject1: ({ parts }, nip) => parts.sellerNip === nip,
  Subject2: ({ parts }, nip) => parts.buyerNip === nip,
  Subject3: ({ parts }, nip) => isThirdParty(parts, nip),
  SubjectAuthorized: ({ parts }, nip) => parts.authorizedNip === nip,
};

interface Dating {
  readonly dateOf: (invoice: Held) => number;
  /** A bound of the range, for comparison. */
  readonly endOf: (ms: number) => number;
}

const asAsked = (ms: number): number => ms;

/** An invoice is issued on a day of Poland, not at a time. */
const DATES: Readonly<Record<string, Dating>> = {
  Issue: { dateOf: ({ parts }) => Date.parse(parts.issueDate), endOf: (ms) => Date.parse(dayOf(ms)) },
  Invoicing: { dateOf: ({ receivedAt }) => receivedAt, endOf: asAsked },
  PermanentStorage: { dateOf: ({ storedAt }) => storedAt, endOf: asAsked },
};

/** `RodzajFaktury` with the API's names. */
const TYPES: Readonly<Record<string, string>> = {
  VAT: 'Vat',
  KOR: 'Kor',
  ZAL: 'Zal',
  ROZ: 'Roz',
  UPR: 'Upr',
  KOR_ZAL: 'KorZal',
  KOR_ROZ: 'KorRoz',
  VAT_RR: 'VatRr',
  KOR_VAT_RR: 'KorVatRr',
};

/** `POST /invoices/query/metadata` */
export function queryMetadata(
  { repository, completeUntil }: MetadataBackend,
  { nip }: Bearer,
  call: Call,
): Answer {
  const complete = completeUntil();
  const { range, invoices } = findInvoices(repository, bodyOf(call), { nip, complete });
  const matchingInvoices = [...invoices];
  if (call.query.get('sortOrder') === 'Desc') matchingInvoices.reverse();
  const size = wholeIn(call, 'pageSize', { from: 10, to: 250, usual: 10 });
  const from = wholeIn(call, 'pageOffset', { from: 0, to: MOST, usual: 0 }) * size;
  // CIRFMF/ksef-api issue 165 shows the answer.
  if (from >= MOST)
    throw refuse(
      21405,
      'You cannot retrieve invoices starting from number 10 000 or higher. Please narrow your filters.',
    );
  return reply(200, {
    hasMore: matchingInvoices.length > from + size,
    isTruncated: matchingInvoices.length > MOST,
    ...(range.type === 'PermanentStorage' && {
      permanentStorageHwmDate: instant(Math.min(complete, range.to)),
    }),
    invoices: matchingInvoices.slice(from, from + size).map(metadataOf),
  });
}

/** What filters ask for, the oldest first by the date that they name. */
export function findInvoices(
  repository: Repository,
  filters: Members,
  { nip, complete }: { readonly nip: string; readonly complete: number },
): { readonly range: Range; readonly invoices: readonly Held[] } {
  const isOf = SUBJECTS[filters.text('subjectType')];
  if (!isOf) throw refuse(21405, "'subjectType' ma nieprawidłową wartość.");
  const range = rangeIn(filters.members('dateRange'), complete);
  const invoices = repository
    .all()
    .filter(
      (one) => one.storedAt <= Date.now() && isOf(one, nip) && isIn(range, one) && isAsked(filters, one),
    )
    .sort((one, other) => range.dateOf(one) - range.dateOf(other));
  return { range, invoices };
}

export interface Range {
  readonly type: string;
  readonly dateOf: (invoice: Held) => number;
  readonly from: number;
  readonly to: number;
}

function rangeIn(members: Members, complete: number): Range {
  const type = members.text('dateType');
  const dating = DATES[type];
  if (!dating) throw refuse(21405, "'dateRange.dateType' ma nieprawidłową wartość.");
  const from = dateIn(members.text('from'));
  const to = dateIn(members.optionalText('to') ?? instant(Date.now()));
  if (to - from > MAX_RANGE_DAYS * 24 * 3600 * 1000)
    throw refuse(21405, `Zakres dat nie może przekraczać ${MAX_RANGE_DAYS} dni.`);
  const isRestricted = members.optionalFlag('restrictToPermanentStorageHwmDate') === true;
  if (isRestricted && from > complete)
    throw refuse(
      21183,
      'Parametr dateRange.from jest późniejszy niż PermanentStorageHwmDate przy włączonym restrictToPermanentStorageHwmDate.',
    );
  const { dateOf, endOf } = dating;
  return { type, dateOf, from: endOf(from), to: endOf(isRestricted ? Math.min(to, complete) : to) };
}

/** A time without offset counts as UTC here. */
function dateIn(written: string): number {
  const at = Date.parse(
    !written.includes('T') || /(?:Z|[+-]\d\d:\d\d)$/.test(written) ? written : `${written}Z`,
  );
  if (Number.isNaN(at)) throw refuse(21405, `'${written}' nie jest datą.`);
  return at;
}

const isIn = ({ dateOf, from, to }: Range, invoice: Held): boolean =>
  dateOf(invoice) >= from && dateOf(invoice) <= to;

/** An absent criterion matches everything. */
function isAsked(body: Members, invoice: Held): boolean {
  const { parts, ksefNumber, mode } = invoice;
  const is = (name: string, value: unknown): boolean => (body.optionalText(name) ?? value) === value;
  const isOneOf = (name: string, value: string): boolean => body.optionalTexts(name)?.includes(value) ?? true;
  return (
    (body.optionalText('ksefNumber') === undefined ||
      withoutOldDash(body.text('ksefNumber')) === ksefNumber) &&
    is('invoiceNumber', parts.number) &&
    is('sellerNip', parts.sellerNip) &&
    is('invoicingMode', mode) &&
    is('formType', formFacts(parts.form).code.value) &&
    isOneOf('invoiceTypes', TYPES[parts.type] ?? parts.type) &&
    isOneOf('currencyCodes', parts.currency) &&
    (body.optionalFlag('isSelfInvoicing') ?? parts.isSelfBilled) === parts.isSelfBilled &&
    (body.optionalFlag('hasAttachment') ?? parts.hasAttachment) === parts.hasAttachment &&
    isBuyer(body.optionalMembers('buyerIdentifier'), invoice) &&
    isAmount(body.optionalMembers('amount'), invoice)
  );
}

function isBuyer(members: Members | undefined, invoice: Held): boolean {
  const { type, value } = buyerOf(invoice);
  return !members || (members.text('type') === type && (members.optionalText('value') ?? value) === value);
}

function isAmount(members: Members | undefined, invoice: Held): boolean {
  if (!members) return true;
  const amounts = amountsOf(invoice);
  const amount = { Brutto: amounts.gross, Netto: amounts.net, Vat: amounts.vat }[members.text('type')];
  if (amount === undefined) throw refuse(21405, "'amount.type' ma nieprawidłową wartość.");
  return (
    amount >= (members.optionalNumber('from') ?? -Infinity) &&
    amount <= (members.optionalNumber('to') ?? Infinity)
  );
}

/** Numbers of KSeF 1.0 had a dash in the middle. */
export const withoutOldDash = (number: string): string =>
  number.replace(/^(\d{10}-\d{8}-[0-9A-F]{6})-([0-9A-F]{6}-[0-9A-F]{2})$/, '$1$2');

export function metadataOf(invoice: Held): unknown {
  const { parts, corrects } = invoice;
  const { net, vat, gross } = amountsOf(invoice);
  return {
    ksefNumber: invoice.ksefNumber,
    invoiceNumber: parts.number,
    issueDate: parts.issueDate,
    invoicingDate: instant(invoice.receivedAt),
    acquisitionDate: instant(invoice.acceptedAt),
    permanentStorageDate: instant(invoice.storedAt),
    seller: { nip: parts.sellerNip, name: parts.sellerName },
    buyer: { identifier: buyerOf(invoice), ...(parts.buyerName !== '' && { name: parts.buyerName }) },
    netAmount: net,
    grossAmount: gross,
    vatAmount: vat,
    currency: parts.currency,
    invoicingMode: invoice.mode,
    invoiceType: TYPES[parts.type] ?? parts.type,
    formCode: formFacts(parts.form).code,
    isSelfInvoicing: parts.isSelfBilled,
    hasAttachment: parts.hasAttachment,
    invoiceHash: invoice.hash,
    ...(corrects !== undefined && { hashOfCorrectedInvoice: corrects }),
    thirdSubjects: parts.thirdParties.map(({ type, value, name, role }) => ({
      identifier: { type, ...(value !== '' && { value }) },
      ...(name !== '' && { name }),
      role,
    })),
  };
}

function buyerOf({ parts }: Held): { readonly type: string; readonly value?: string } {
  if (parts.buyerNip !== '') return { type: 'Nip', value: parts.buyerNip };
  if (parts.buyerVatUe !== '') return { type: 'VatUe', value: parts.buyerVatUe };
  return parts.buyerOther === '' ? { type: 'None' } : { type: 'Other', value: parts.buyerOther };
}

const amountsOf = ({ parts }: Held): Readonly<Record<'net' | 'vat' | 'gross', number>> => ({
  net: sum(parts.nets),
  vat: sum(parts.vats),
  gross: Number(parts.gross),
});

const sum = (amounts: readonly string[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(Number(amount) * 100), 0) / 100;
