import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { RelatedFinding } from 'en16931-rules/vocabulary/finding.ts';
import { judgeOr } from './unjudged.ts';
import type { AllowanceOrCharge, CanonicalInvoice, Line } from './canonical.ts';
import { type CountedLine, countedLines } from './line-types.ts';

/** A rule on members that must not have some values, or not together. */
export interface MemberRule {
  readonly message: Text;
  /** What to write instead. */
  readonly fix: Text;
  /** The corresponding rule of EN 16931. */
  readonly rule?: RelatedFinding;
  /** Paths of the members that break it. */
  readonly broken: (invoice: CanonicalInvoice) => readonly string[];
}

/** A rule on one member: its path if the condition holds. */
export const breaksWhen =
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
  // By index: a refused entry throws, the others do not.
  for (let index = 0; index < items.length; index += 1)
    if (judgeOr(() => condition(items[index] as T), false)) broken.push(`${name}[${index}].${member}`);
  return broken;
};

/** The same for the allowances and charges of the document and of its lines. */
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

/** An amount that belongs to a group of the VAT breakdown. */
export type VatBearing = Pick<
  CountedLine,
  'vatCategory' | 'vatRate' | 'vatExemptionReason' | 'vatExemptionCode'
>;

/** The same for every amount that belongs to a group of the VAT breakdown. */
export const vatBearingWhere =
  (member: string, condition: (item: VatBearing) => boolean) =>
  ({ lines, allowances, charges }: CanonicalInvoice): string[] => [
    ...itemsWhere('lines', member, lines, ({ vatCategory, vatRate }) =>
      vatCategory === undefined ? false : condition({ vatCategory, ...(vatRate && { vatRate }) }),
    ),
    ...itemsWhere<VatBearing>('allowances', member, allowances, condition),
    ...itemsWhere<VatBearing>('charges', member, charges, condition),
  ];

export const vatBearing = (invoice: CanonicalInvoice): readonly VatBearing[] => [
  ...countedLines(invoice),
  ...invoice.allowances,
  ...invoice.charges,
];

export const usedVatCategories = (invoice: CanonicalInvoice): ReadonlySet<VatBearing['vatCategory']> =>
  new Set(vatBearing(invoice).map(({ vatCategory }) => vatCategory));

/** The key of a group of the VAT breakdown; 19 and 19.00 are one rate. */
export const vatGroupKey = (category: VatBearing['vatCategory'], rate: VatBearing['vatRate']): string =>
  `${category} ${rate?.toString() ?? ''}`;
