import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { isWrittenByBuyer, SELF_BILLED } from '../../invoice/self-billed.ts';
import {
  advanceFacts,
  type AdvanceFacts,
  advanceRole,
  type AdvanceRole,
  isCorrectionType,
} from '../../invoice/advances.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import type { CompleteInvoice } from '../../invoice/en16931.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

/** RodzajFaktury, and the properties of each kind. */
export interface InvoiceKind {
  readonly kind: 'VAT' | 'KOR' | 'ZAL' | 'ROZ' | 'KOR_ZAL' | 'KOR_ROZ';
  /** FA(3) states a correction as the difference, so the amounts that a credit note takes back are negative. */
  readonly flipsSign: boolean;
  /** P_17: the buyer writes the invoice. */
  readonly selfBilled: boolean;
  readonly isCorrection: boolean;
  /** Its lines are lines of an order (Zamowienie). */
  readonly isOrder: boolean;
}

const KINDS: Readonly<Record<AdvanceRole, InvoiceKind['kind']>> = {
  advance: 'ZAL',
  'advance-correction': 'KOR_ZAL',
  final: 'ROZ',
  'final-correction': 'KOR_ROZ',
};

/** The kind by BT-3 and by the invoice's role among advance payments. */
export function kindOf(facts: AdvanceFacts): InvoiceKind {
  const role = advanceRole(facts);
  const isCorrection = isCorrectionType(facts.typeCode);
  return {
    kind: role === undefined ? (isCorrection ? 'KOR' : 'VAT') : KINDS[role],
    flipsSign: facts.typeCode === CREDIT_NOTE,
    selfBilled: isWrittenByBuyer(facts),
    isCorrection,
    isOrder: role === 'advance' || role === 'advance-correction',
  };
}

/** The kind of the caller's invoice. */
export const statedKind = (invoice: CanonicalInvoice): InvoiceKind => kindOf(advanceFacts(invoice));

/** The kind of an invoice of the model. */
export const modelKind = ({
  typeCode,
  extensions,
}: Pick<CompleteInvoice, 'typeCode' | 'extensions'>): InvoiceKind =>
  kindOf({
    typeCode,
    precedingTypeCodes: extensions.precedingTypeCodes ?? [],
    hasAdvanceInvoices: (extensions.advanceInvoices ?? []).length > 0,
  });

/** Gives an amount or quantity the sign that it has in FA(3), or takes it back. */
export type SignFlip = <T extends Decimal | undefined>(value: T) => T;

export const turnOf = ({ flipsSign: turns }: InvoiceKind): SignFlip =>
  turns ? (value) => value?.negated() as typeof value : (value) => value;

/** The kind of a file, by RodzajFaktury and its contents. */
export interface ReadKind extends AdvanceFacts {
  readonly flip: SignFlip;
  readonly isOrder: boolean;
}

/** BT-3 by RodzajFaktury: a kind that the model lacks is read as the nearest one. */
export const TYPE_CODES: Readonly<Record<string, string>> = {
  VAT: '380',
  UPR: '380',
  ROZ: '380',
  ZAL: '386',
  KOR: '384',
  KOR_ZAL: '384',
  KOR_ROZ: '384',
};
/** An invoice that the buyer writes (P_17), for which FA(3) has no kind. */
const CREDIT_NOTE = '381';
const INVOICE_TYPE = '380';

/**
 * BT-3 of a document.
 * @param isNegative of the amount due: a correction that takes back is a credit note.
 */
export function typeCodeOf(kind: string, selfBilled: boolean, isNegative: boolean): string {
  const typeCode = rowOf(TYPE_CODES, kind) ?? INVOICE_TYPE;
  if (typeCode === INVOICE_TYPE && selfBilled) return SELF_BILLED;
  return kind.startsWith('KOR') && isNegative ? CREDIT_NOTE : typeCode;
}
