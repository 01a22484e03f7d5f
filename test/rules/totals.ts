import { type Edit, all, set } from './edits.ts';

const TAXED: Readonly<Record<string, number>> = { S: 20, L: 7, M: 4 };

export interface Amounts {
  readonly lines?: number;
  readonly allowances?: number;
  readonly charges?: number;
  /** Decides the rate. */
  readonly category?: string;
  /** VAT, if it differs from the computed one. */
  readonly tax?: number;
  /** Taxable amount of the breakdown, if it differs. */
  readonly taxable?: number;
}

/** Computes every sum of the base invoice from these, so that a row breaks only its own rule. */
export function totals({ lines = 150, allowances = 10, charges = 5, category = 'S', ...own }: Amounts): Edit {
  const net = lines - allowances + charges;
  const { taxable = net, tax = (net * (TAXED[category] ?? 0)) / 100 } = own;
  const sums = (name: string, amount: number): Edit =>
    set(`cac:LegalMonetaryTotal/cbc:${name}`, amount.toFixed(2));
  return all(
    sums('LineExtensionAmount', lines),
    sums('AllowanceTotalAmount', allowances),
    sums('ChargeTotalAmount', charges),
    sums('TaxExclusiveAmount', net),
    sums('TaxInclusiveAmount', net + tax),
    sums('PayableAmount', net + tax - 20 + 0.1),
    set('cac:TaxTotal/cbc:TaxAmount', tax.toFixed(2)),
    set('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount', taxable.toFixed(2)),
    set('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount', tax.toFixed(2)),
  );
}

/** The second line costs zero, so that its VAT information can change without any sum. */
export const freeSecondLine = (category = 'S'): Edit =>
  all(
    set('cac:InvoiceLine[2]/cbc:LineExtensionAmount', '0.00'),
    set('cac:InvoiceLine[2]/cac:Price/cbc:PriceAmount', '0.00'),
    totals({ lines: 100, category }),
  );

/** The allowance is zero, as is the charge. */
export const freeAllowance = (category = 'S'): Edit =>
  all(
    set('cac:AllowanceCharge/cbc:Amount', '0.00'),
    set('cac:AllowanceCharge/cbc:BaseAmount', '0.00'),
    totals({ allowances: 0, category }),
  );
export const freeCharge = (category = 'S'): Edit =>
  all(
    set('cac:AllowanceCharge[2]/cbc:Amount', '0.00'),
    set('cac:AllowanceCharge[2]/cbc:BaseAmount', '0.00'),
    totals({ charges: 0, category }),
  );
