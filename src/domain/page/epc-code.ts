import type { CompleteInvoice } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { isCreditNoteType } from '../vocabulary/credit-notes.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

/** Limits of the code of a credit transfer (EPC069-12, version 002). */
const MOST = { name: 70, reference: 35, text: 140 } as const;
const MIN_AMOUNT = new Decimal('0.01');
const MAX_AMOUNT = new Decimal('999999999.99');

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
/** ISO 11649. */
const CREDITOR_REFERENCE = /^RF\d{2}[A-Z0-9]{1,21}$/;
const BIC = /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/;

/** Means with which a buyer transfers money (UNTDID 4461); a missing code counts as one. */
const TRANSFERS: ReadonlySet<string | undefined> = new Set([undefined, '1', '30', '42', '57', '58', 'ZZZ']);

interface CreditTransfer {
  readonly payload: string;
  readonly iban: string;
  readonly amount: Decimal;
}

/**
 * The code with which a banking app fills in a credit transfer (EPC069-12), for an invoice in euro with an amount due and an IBAN. None for
 * a direct debit, a card or a credit note: it would be paid twice.
 */
export function creditTransfer(
  invoice: Partly<CompleteInvoice>,
  paidTo?: string,
): CreditTransfer | undefined {
  const { currency, typeCode, payment, totals, payee, seller, number = '' } = invoice;
  const account = payment?.accounts?.find(({ id }) => IBAN.test(bare(id)));
  const amount = totals?.due;
  const beneficiary = account?.name ?? paidTo ?? payee?.name ?? seller?.name;
  if (currency !== 'EUR' || !account || !amount || beneficiary === undefined) return undefined;
  if (amount.lt(MIN_AMOUNT) || amount.gt(MAX_AMOUNT)) return undefined;
  if (!TRANSFERS.has(payment?.meansCode) || isCreditNoteType(typeCode)) return undefined;
  const iban = bare(account.id);
  const bic = bare(account.bic);
  const reference = payment?.reference ?? number;
  const isStructured = CREDITOR_REFERENCE.test(bare(reference));
  const lines = [
    ...['BCD', '002', '1', 'SCT'],
    BIC.test(bic) ? bic : '',
    shorten(beneficiary, MOST.name),
    iban,
    `EUR${amount.toFixed(2)}`,
    '',
    isStructured ? shorten(bare(reference), MOST.reference) : '',
    isStructured ? '' : shorten(reference, MOST.text),
  ];
  return { payload: lines.join('\n').trimEnd(), iban, amount };
}

const bare = (text: string | undefined): string => (text ?? '').replaceAll(/\s/g, '').toUpperCase();

/** One line with at most this many characters. */
const shorten = (text: string, most: number): string =>
  [...text.trim().replaceAll(/\s\s*/g, ' ')].slice(0, most).join('').trim();
