import type { AllowanceOrCharge, CanonicalInvoice } from './canonical.ts';

/** A part of the invoice with its path in the JSON document, `lines[2].charges[0]`. */
export interface Placed<T> {
  readonly path: string;
  readonly item: T;
}

export const placed = <T>(name: string, items: readonly T[]): Placed<T>[] =>
  items.map((item, index) => ({ path: `${name}[${index}]`, item }));

/** Allowances and charges of the document and of its lines. */
export const placedAdjustments = (invoice: CanonicalInvoice): Placed<AllowanceOrCharge>[] => [
  ...placed<AllowanceOrCharge>('allowances', invoice.allowances),
  ...placed<AllowanceOrCharge>('charges', invoice.charges),
  ...invoice.lines.flatMap((line, index) => [
    ...placed(`lines[${index}].allowances`, line.allowances),
    ...placed(`lines[${index}].charges`, line.charges),
  ]),
];
