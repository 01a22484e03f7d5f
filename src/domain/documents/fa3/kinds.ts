import type { Decimal } from '../../vocabulary/decimal.ts';

/** RodzajFaktury, and what goes with it. */
export interface InvoiceKind {
  readonly kind: 'VAT' | 'KOR' | 'ZAL';
  /** FA(3) states a correction as the difference: what a credit note takes back is negative there. */
  readonly turns: boolean;
  /** P_17: the buyer writes the invoice. */
  readonly selfBilled: boolean;
}

/** By BT-3. An advance invoice (386) is refused to callers: ZAL wants more of its order than the canonical form says. */
const KINDS: Readonly<Record<string, InvoiceKind>> = {
  '381': { kind: 'KOR', turns: true, selfBilled: false },
  '384': { kind: 'KOR', turns: false, selfBilled: false },
  '386': { kind: 'ZAL', turns: false, selfBilled: false },
  '389': { kind: 'VAT', turns: false, selfBilled: true },
};

const INVOICE: InvoiceKind = { kind: 'VAT', turns: false, selfBilled: false };

export const kindOf = (typeCode: string): InvoiceKind => KINDS[typeCode] ?? INVOICE;

/** An amount or quantity with the sign that it has in FA(3), or back. */
export type Turn = <T extends Decimal | undefined>(value: T) => T;

export const turnOf = ({ turns }: InvoiceKind): Turn =>
  turns ? (value) => value?.negated() as typeof value : (value) => value;

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
