import { round2 } from '../../vocabulary/decimal.ts';
import type { Totals } from '../../invoice/en16931.ts';
import { group, number, type ReadOf } from '../../invoice/members.ts';
import { type Refusal, SchemaReader } from '../../invoice/read-member.ts';
import type { Finding } from '../../findings/finding.ts';

const SCHEMA = group(undefined, {
  totalWithoutVat: number('BT-109'),
  totalVat: number('BT-110'),
  totalWithVat: number('BT-112'),
  amountDue: number('BT-115'),
});

/** Totals that the ERP computed (decisions, "erp_totals"). */
export type ErpTotals = NonNullable<ReadOf<typeof SCHEMA>>;

export type ParsedErpTotals =
  { readonly ok: true; readonly totals: ErpTotals } | ({ readonly ok: false } & Refusal);

/** @param json the call's `erp_totals` member; undefined if it was left out. */
export function parseErpTotals(json: unknown): ParsedErpTotals {
  const reader = new SchemaReader();
  const read = reader.read(SCHEMA, json, 'erp_totals');
  const refusal = reader.refusal();
  if (refusal) return { ok: false, ...refusal };
  // Nothing was refused.
  return { ok: true, totals: (read ?? {}) as ErpTotals };
}

const COMPARED = [
  { stated: 'totalWithoutVat', computed: 'withoutVat', name: 'total_without_vat', what: 'total without VAT' },
  { stated: 'totalVat', computed: 'vat', name: 'total_vat', what: 'VAT total' },
  { stated: 'totalWithVat', computed: 'withVat', name: 'total_with_vat', what: 'total with VAT' },
  { stated: 'amountDue', computed: 'due', name: 'amount_due', what: 'amount due' },
] as const satisfies readonly {
  stated: keyof ErpTotals;
  computed: keyof Totals;
  name: string;
  what: string;
}[];

/** `EI-TOTALS-MISMATCH` for each stated total that differs from the computed one at two decimals. Nothing is adjusted. */
export function compareTotals(stated: ErpTotals, computed: Totals): Finding[] {
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
        message: `The ${what} of the ERP differs from the ${what} computed from the lines (${figures.expected} expected, ${figures.stated} stated).`,
        field: `erp_totals.${field}`,
        fixHint:
          'Send every line, allowance and charge that the ERP counts. If the ERP rounds only the totals, send them unrounded.',
        whoFixes: 'erp',
        ...figures,
        correction: expected,
      },
    ];
  });
}
