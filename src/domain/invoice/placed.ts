import type { AllowanceOrCharge, CanonicalInvoice, Line } from './canonical.ts';

/** Paths `lines[0].<member>` of the items for which the condition holds. */
export const itemsWhere = <T>(
  name: string,
  member: string,
  items: readonly T[],
  condition: (item: T) => boolean,
): string[] => items.flatMap((item, index) => (condition(item) ? [`${name}[${index}].${member}`] : []));

/** The same of the allowances and charges of the document and of its lines. */
export const adjustmentsWhere =
  (member: string, condition: (item: AllowanceOrCharge) => boolean) =>
  ({ allowances, charges, lines }: CanonicalInvoice): string[] => [
    ...itemsWhere('allowances', member, allowances, condition),
    ...itemsWhere('charges', member, charges, condition),
    ...lines.flatMap((line, index) => [
      ...itemsWhere(`lines[${index}].allowances`, member, line.allowances, condition),
      ...itemsWhere(`lines[${index}].charges`, member, line.charges, condition),
    ]),
  ];

/** What falls into a group of the VAT breakdown. */
export type VatBearing = Pick<Line, 'vatCategory' | 'vatRate'>;

/** The same of everything that falls into a group of the VAT breakdown. */
export const vatBearingWhere =
  (member: string, condition: (item: VatBearing) => boolean) =>
  ({ lines, allowances, charges }: CanonicalInvoice): string[] => [
    ...itemsWhere<VatBearing>('lines', member, lines, condition),
    ...itemsWhere<VatBearing>('allowances', member, allowances, condition),
    ...itemsWhere<VatBearing>('charges', member, charges, condition),
  ];

export const hasVatCategory = (
  { lines, allowances, charges }: CanonicalInvoice,
  condition: (category: VatBearing['vatCategory']) => boolean,
): boolean => {
  const fits = ({ vatCategory }: VatBearing): boolean => condition(vatCategory);
  return lines.some(fits) || allowances.some(fits) || charges.some(fits);
};
