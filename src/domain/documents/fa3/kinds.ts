import {
  advanceFacts,
  type AdvanceFacts,
  advanceRole,
  type AdvanceRole,
  isCorrectionType,
} from '../../invoice/advances.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import type { CompleteInvoice } from '../../invoice/en16931.ts';
import type { Decimal } from '../../vocabulary/decimal.ts';

/** RodzajFaktury, and what goes with it. */
export interface InvoiceKind {
  readonly kind: 'VAT' | 'KOR' | 'ZAL' | 'ROZ' | 'KOR_ZAL' | 'KOR_ROZ';
  /** FA(3) states a correction as the difference: what a credit note takes back is negative there. */
  readonly turns: boolean;
  /** P_17: the buyer writes the invoice. */
  readonly selfBilled: boolean;
  readonly isCorrection: boolean;
  /** Its lines are those of an order (Zamowienie). */
  readonly isOrder: boolean;
}

const KINDS: Readonly<Record<AdvanceRole, InvoiceKind['kind']>> = {
  advance: 'ZAL',
  'advance-correction': 'KOR_ZAL',
  final: 'ROZ',
  'final-correction': 'KOR_ROZ',
};

/** By BT-3, and by what an invoice is to payments before the supply. */
export function kindOf(facts: AdvanceFacts): InvoiceKind {
  const role = advanceRole(facts);
  const isCorrection = isCorrectionType(facts.typeCode);
  return {
    kind: role === undefined ? (isCorrection ? 'KOR' : 'VAT') : KINDS[role],
    turns: facts.typeCode === CREDIT_NOTE,
    selfBilled: facts.typeCode === SELF_BILLED,
    isCorrection,
    isOrder: role === 'advance' || role === 'advance-correction',
  };
}

/** Of the caller's invoice. */
export const statedKind = (invoice: CanonicalInvoice): InvoiceKind => kindOf(advanceFacts(invoice));

/** Of the model. */
export const modelKind = ({ typeCode, apart }: Pick<CompleteInvoice, 'typeCode' | 'apart'>): InvoiceKind =>
  kindOf({
    typeCode,
    precedingTypeCodes: apart.precedingTypeCodes ?? [],
    hasAdvanceInvoices: (apart.advanceInvoices ?? []).length > 0,
  });

/** An amount or quantity with the sign that it has in FA(3), or back. */
export type Turn = <T extends Decimal | undefined>(value: T) => T;

export const turnOf = ({ turns }: InvoiceKind): Turn =>
  turns ? (value) => value?.negated() as typeof value : (value) => value;

/** What a file is, by its kind and what it names. */
export interface ReadKind extends AdvanceFacts {
  readonly turn: Turn;
  readonly isOrder: boolean;
}

/** BT-3 by RodzajFaktury: kinds that the model does not know are read as the one that is nearest. */
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
export const SELF_BILLED = '389';
const CREDIT_NOTE = '381';
const INVOICE_TYPE = '380';

/** BT-3 of a document. @param isNegative what is due: a correction that takes back is a credit note. */
export function typeCodeOf(kind: string, selfBilled: boolean, isNegative: boolean): string {
  const typeCode = TYPE_CODES[kind] ?? INVOICE_TYPE;
  if (typeCode === INVOICE_TYPE && selfBilled) return SELF_BILLED;
  return kind.startsWith('KOR') && isNegative ? CREDIT_NOTE : typeCode;
}
