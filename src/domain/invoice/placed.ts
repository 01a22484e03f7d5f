import type { RelatedFinding } from '../findings/finding.ts';
import { judged } from './unjudged.ts';
import type { AllowanceOrCharge, CanonicalInvoice, Line } from './canonical.ts';

/** What members may not say, or not together. */
export interface MemberRule {
  readonly message: string;
  /** What to write. */
  readonly fix: string;
  /** The rule of EN 16931 that says the same. */
  readonly rule?: RelatedFinding;
  /** Paths of the members that break it. */
  readonly broken: (invoice: CanonicalInvoice) => readonly string[];
}

/** Something about one member: its path when the condition holds. */
export const brokenWhen =
  (field: string, condition: (invoice: CanonicalInvoice) => boolean) =>
  (invoice: CanonicalInvoice): readonly string[] =>
    condition(invoice) ? [field] : [];

/** Paths `lines[0].<member>` of the items for which the condition holds. */
export const itemsWhere = <T>(
  name: string,
  member: string,
  items: readonly T[],
  condition: (item: T) => boolean,
): string[] => {
  const broken: string[] = [];
  // By index: an entry that was refused cannot be read, the others can.
  for (let index = 0; index < items.length; index += 1)
    if (judged(() => condition(items[index] as T), false)) broken.push(`${name}[${index}].${member}`);
  return broken;
};

/** The same of the allowances and charges of the document and of its lines. */
export const adjustmentsWhere =
  (member: string, condition: (item: AllowanceOrCharge) => boolean) =>
  (invoice: CanonicalInvoice): string[] => {
    const adjustmentsOf = ({ allowances, charges }: Pick<Line, 'allowances' | 'charges'>, place: string) => [
      ...itemsWhere(`${place}allowances`, member, allowances, condition),
      ...itemsWhere(`${place}charges`, member, charges, condition),
    ];
    // Most lines have none.
    const isAdjusted = ({ allowances, charges }: Line) => allowances.length + charges.length > 0;
    return [
      ...adjustmentsOf(invoice, ''),
      ...invoice.lines.flatMap((line, index) =>
        isAdjusted(line) ? adjustmentsOf(line, `lines[${index}].`) : [],
      ),
    ];
  };

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

export const usedVatCategories = ({
  lines,
  allowances,
  charges,
}: CanonicalInvoice): ReadonlySet<VatBearing['vatCategory']> =>
  new Set([...lines, ...allowances, ...charges].map(({ vatCategory }) => vatCategory));

/** Tells one group of the VAT breakdown from another; 19 and 19.00 are one rate. */
export const vatGroupKey = (category: VatBearing['vatCategory'], rate: VatBearing['vatRate']): string =>
  `${category} ${rate?.toString() ?? ''}`;
