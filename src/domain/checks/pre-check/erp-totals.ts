import { figure, say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { type Decimal, round2, sum, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import type { Totals } from '../../invoice/en16931.ts';
import type { NetLine } from '../../invoice/line-amounts.ts';
import { group, number, type ReadOf } from '../../invoice/members.ts';
import type { ComputedAmounts } from '../../invoice/totals.ts';
import { type SchemaFaults, SchemaReader } from '../../invoice/read-member.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';

const SCHEMA = group(undefined, {
  totalWithoutVat: number('BT-109'),
  totalVat: number('BT-110'),
  totalWithVat: number('BT-112'),
  amountDue: number('BT-115'),
});

/** Totals that the ERP computed (decisions, "erp_totals"). */
export type ErpTotals = NonNullable<ReadOf<typeof SCHEMA>>;

export type ParsedErpTotals =
  { readonly ok: true; readonly totals: ErpTotals } | ({ readonly ok: false } & SchemaFaults);

/** @param json the call's `erp_totals` member; undefined if it was left out. */
export function parseErpTotals(json: unknown): ParsedErpTotals {
  const reader = new SchemaReader();
  const read = reader.read(SCHEMA, json, 'erp_totals');
  const faults = reader.faults();
  if (faults) return { ok: false, ...faults };
  // Nothing was refused.
  return { ok: true, totals: (read ?? {}) as ErpTotals };
}

const COMPARED = [
  {
    stated: 'totalWithoutVat',
    computed: 'withoutVat',
    name: 'total_without_vat',
    what: say('checks.total-without-vat'),
  },
  { stated: 'totalVat', computed: 'vat', name: 'total_vat', what: say('checks.vat-total') },
  { stated: 'totalWithVat', computed: 'withVat', name: 'total_with_vat', what: say('checks.total-with-vat') },
  { stated: 'amountDue', computed: 'due', name: 'amount_due', what: say('checks.amount-due') },
] as const satisfies readonly {
  stated: keyof ErpTotals;
  computed: keyof Totals;
  name: string;
  what: Text;
}[];

const NET_OF_ALL = say('checks.send-every-line-allowance-and-charge-that-erp');

/** What makes totals of ERPs differ, by how they differ; the first row that fits. */
const CAUSES: readonly {
  readonly fits: (differs: Differences, amounts: ComputedAmounts) => boolean;
  readonly fixHint: Text;
}[] = [
  {
    // EN 16931-1, BR-CO-17: VAT is computed on the sum of a category and rate.
    fits: ({ net, vat }, { lines, totals }) =>
      isNone(net) && vat !== undefined && !vat.isZero() && totals.vat.plus(vat).eq(sum(lines.map(vatOfLine))),
    fixHint: say('checks.erp-rounds-vat-line-by-line-en-16931'),
  },
  {
    fits: ({ vat, gross, due }) =>
      isNone(vat) &&
      gross !== undefined &&
      !gross.isZero() &&
      gross.abs().lte(1) &&
      (due === undefined || due.eq(gross)),
    fixHint: say('checks.difference-has-no-vat-as-cash-rounding-send'),
  },
  {
    fits: ({ net, vat, gross = vat }, { totals }) =>
      isNone(net) &&
      vat !== undefined &&
      gross?.eq(vat) === true &&
      vat.isNegative() &&
      vat.abs().lte(totals.vat.times('0.1')),
    fixHint: say('checks.erp-charges-less-vat-than-lines-give-as'),
  },
];

/** Stated less computed; undefined for a total that is not stated. */
interface Differences {
  readonly net: Decimal | undefined;
  readonly vat: Decimal | undefined;
  readonly gross: Decimal | undefined;
  readonly due: Decimal | undefined;
}

const isNone = (difference: Decimal | undefined): boolean => difference?.isZero() ?? true;

const vatOfLine = ({ line: { vatRate = ZERO }, netAmount, isNegative }: NetLine): Decimal => {
  const vat = round2(netAmount.times(vatRate).dividedBy(100));
  return isNegative ? vat.negated() : vat;
};

function hintFor(stated: ErpTotals, amounts: ComputedAmounts): Text {
  const { totals } = amounts;
  const less = (value: Decimal | undefined, computed: Decimal): Decimal | undefined =>
    value && round2(value).minus(computed);
  const differences = {
    net: less(stated.totalWithoutVat, totals.withoutVat),
    vat: less(stated.totalVat, totals.vat),
    gross: less(stated.totalWithVat, totals.withVat),
    due: less(stated.amountDue, totals.due),
  };
  return CAUSES.find(({ fits }) => fits(differences, amounts))?.fixHint ?? NET_OF_ALL;
}

/** `EI-TOTALS-MISMATCH` for each stated total that differs from the computed one at two decimals. Nothing is adjusted. */
export function compareTotals(stated: ErpTotals, amounts: ComputedAmounts): Finding[] {
  const computed = amounts.totals;
  return COMPARED.flatMap(({ stated: name, computed: total, name: field, what }): Finding[] => {
    const value = stated[name];
    if (value === undefined || round2(value).eq(computed[total])) return [];
    const expected = computed[total].toFixed(2);
    const figures = { expected, stated: value.toFixed(Math.max(2, value.decimalPlaces())) };
    return [
      {
        code: 'EI-TOTALS-MISMATCH',
        severity: 'error',
        source: 'pre-check',
        message: say('checks.EI-TOTALS-MISMATCH.message', {
          what,
          expected: figure(figures.expected),
          stated: figure(figures.stated),
        }),
        field: `erp_totals.${field}`,
        fixHint: hintFor(stated, amounts),
        whoFixes: 'erp',
        ...figures,
        correction: expected,
      },
    ];
  });
}
