import type { Decimal } from '../../vocabulary/decimal.ts';

/** RodzajFaktury, and what goes with it. */
export interface InvoiceKind {
  readonly kind: 'VAT' | 'KOR';
  /** FA(3) states a correction as the difference: what a credit note takes back is negative there. */
  readonly turns: boolean;
  /** P_17: the buyer writes the invoice. */
  readonly selfBilled: boolean;
}

/** By BT-3; an advance invoice (386) is refused before. */
const KINDS: Readonly<Record<string, InvoiceKind>> = {
  '381': { kind: 'KOR', turns: true, selfBilled: false },
  '384': { kind: 'KOR', turns: false, selfBilled: false },
  '389': { kind: 'VAT', turns: false, selfBilled: true },
};

const INVOICE: InvoiceKind = { kind: 'VAT', turns: false, selfBilled: false };

export const kindOf = (typeCode: string): InvoiceKind => KINDS[typeCode] ?? INVOICE;

/** An amount or quantity with the sign that it has in FA(3). */
export type Turn = (value: Decimal | undefined) => Decimal | undefined;

export const turnOf = ({ turns }: InvoiceKind): Turn =>
  turns ? (value) => value?.negated() : (value) => value;
