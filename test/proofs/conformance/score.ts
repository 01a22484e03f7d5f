import type { PackOrigin } from 'en16931-rules/vocabulary/layer.ts';
import type { Count } from '../counts.ts';
import type { Comparison } from './compare.ts';

/** One compared layer of one case. */
export interface Compared {
  readonly origin: PackOrigin;
  readonly suite: string;
  readonly layer: string;
  readonly case: string;
  readonly durationMs: number;
  /** Absent if no pack of this origin exists for the layer. */
  readonly comparison?: Comparison;
}

export interface Row {
  readonly suite: string;
  readonly layer: string;
  cases: number;
  equal: number;
  strictlyEqual: number;
  missing: number;
  extra: number;
  noPack: number;
  durationMs: number;
}

/** Adds up by suite and layer, in order of appearance. */
export function rowsOf(compared: readonly Compared[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const { suite, layer, comparison, durationMs } of compared) {
    const key = `${suite} ${layer}`;
    const row = rows.get(key) ?? emptyRow(suite, layer);
    rows.set(key, row);
    row.cases++;
    row.durationMs += durationMs;
    if (!comparison) row.noPack++;
    row.equal += Number(comparison?.equal ?? false);
    row.strictlyEqual += Number(comparison?.strictlyEqual ?? false);
    row.missing += comparison?.missing.length ?? 0;
    row.extra += comparison?.extra.length ?? 0;
  }
  return [...rows.values()];
}

/** Of each pack of each origin: how many of its layers have the recorded verdict. A layer begins with the name of its pack. */
export function countsOf(compared: readonly Compared[]): readonly Count[] {
  const packs = new Map<string, { equal: number; layers: number }>();
  for (const { origin, layer, comparison } of compared) {
    const pack = `${layer.split(' ')[0]}, ${origin}`;
    const { equal, layers } = packs.get(pack) ?? { equal: 0, layers: 0 };
    packs.set(pack, { equal: equal + Number(comparison?.equal ?? false), layers: layers + 1 });
  }
  return [...packs]
    .map(([pack, { equal, layers }]) => ({
      of: `${pack}, of ${layers}`,
      unit: 'verdicts as recorded',
      count: equal,
    }))
    .sort((one, other) => (one.of < other.of ? -1 : 1));
}

const COLUMNS: readonly (readonly [title: string, cell: (row: Row) => string])[] = [
  ['suite', (row) => row.suite],
  ['layer', (row) => row.layer],
  ['cases', (row) => String(row.cases)],
  ['equal', (row) => String(row.equal)],
  ['strictly', (row) => String(row.strictlyEqual)],
  ['missing ids', (row) => String(row.missing)],
  ['extra ids', (row) => String(row.extra)],
  ['no pack', (row) => String(row.noPack)],
  ['ms a case', (row) => (row.durationMs / row.cases).toFixed(2)],
];
const TEXT_COLUMNS = 2;

export function table(rows: readonly Row[]): string {
  const lines = [
    COLUMNS.map(([title]) => title),
    ...[...rows, total(rows)].map((row) => COLUMNS.map(([, cell]) => cell(row))),
  ];
  const widths = COLUMNS.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, i) => (i < TEXT_COLUMNS ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

const total = (rows: readonly Row[]): Row =>
  rows.reduce<Row>(
    (sum, row) => ({
      ...sum,
      cases: sum.cases + row.cases,
      equal: sum.equal + row.equal,
      strictlyEqual: sum.strictlyEqual + row.strictlyEqual,
      missing: sum.missing + row.missing,
      extra: sum.extra + row.extra,
      noPack: sum.noPack + row.noPack,
      durationMs: sum.durationMs + row.durationMs,
    }),
    emptyRow('all', ''),
  );

const emptyRow = (suite: string, layer: string): Row => ({
  suite,
  layer,
  cases: 0,
  equal: 0,
  strictlyEqual: 0,
  missing: 0,
  extra: 0,
  noPack: 0,
  durationMs: 0,
});

/** One line for each difference: no sum hides one. */
export function differenceLines(compared: readonly Compared[], strict: boolean): readonly string[] {
  return compared.flatMap(({ origin, case: name, layer, comparison }) => {
    if (!comparison) return [];
    const { equal, strictlyEqual, missing, extra, details, remark } = comparison;
    if (strict ? strictlyEqual : equal) return [];
    const parts = [
      ...(remark ? [remark] : []),
      ...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []),
      ...(extra.length > 0 ? [`extra ${extra.join(', ')}`] : []),
      ...(strict ? details : []),
    ];
    return [`${origin}  ${name}  ${layer}: ${parts.join('; ')}`];
  });
}
