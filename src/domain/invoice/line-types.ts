import { type Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import type { CanonicalInvoice, Line } from './canonical.ts';
import { UNCOUNTED_TYPES } from './schema-codes.ts';

type Needed = 'quantity' | 'unit' | 'vatCategory';

/** A line whose amount is in the sums; the schema requires what the amount comes from. */
export type CountedLine = Omit<Line, Needed> & { readonly [K in Needed]-?: NonNullable<Line[K]> };

export const isCounted = (line: Line): line is Line & CountedLine =>
  line.lineType === undefined || !UNCOUNTED_TYPES.has(line.lineType);

export const countedLines = ({ lines }: Pick<CanonicalInvoice, 'lines'>): readonly CountedLine[] =>
  lines.filter(isCounted);

/** BT-126: as given, else the position, counted from 1; if that is the id of another line, a number after the last position. */
export function lineIds(lines: readonly Pick<Line, 'id'>[]): readonly string[] {
  const given = new Set(lines.flatMap(({ id }) => id ?? []));
  let last = lines.length;
  return lines.map(({ id }, index) => {
    const position = String(index + 1);
    if (id !== undefined || !given.has(position)) return id ?? position;
    do last += 1;
    while (given.has(String(last)));
    return String(last);
  });
}

/** For each line the position of the line that it belongs to; undefined if it names none, or none of this invoice. */
export function parentsOf(lines: readonly Line[]): readonly (number | undefined)[] {
  if (lines.every(({ parentLine }) => parentLine === undefined)) return lines.map(() => undefined);
  const positions = new Map<string, number>();
  for (const [index, id] of lineIds(lines).entries()) if (!positions.has(id)) positions.set(id, index);
  return lines.map(({ parentLine }) => (parentLine === undefined ? undefined : positions.get(parentLine)));
}

/** Lines that name no other line of the invoice, or by way of others themselves. */
export function strayLines(lines: readonly Line[]): ReadonlySet<number> {
  const parents = parentsOf(lines);
  const strays = new Set<number>();
  const settled = new Set<number>();
  for (const index of lines.keys()) {
    const way = new Set<number>();
    let at: number | undefined = index;
    while (at !== undefined && !settled.has(at) && !way.has(at)) {
      way.add(at);
      at = parents[at];
    }
    const returns = at !== undefined && (way.has(at) || strays.has(at));
    for (const one of way) {
      settled.add(one);
      if (returns || (parents[one] === undefined && lines[one]?.parentLine !== undefined)) strays.add(one);
    }
  }
  return strays;
}

/**
 * BT-131 of each `GROUP`: the lines of the types `DETAIL` and `GROUP` that name it (BR-FREXT-08).
 * @param amounts of the other lines.
 */
export function groupAmounts(
  lines: readonly Line[],
  amounts: readonly (Decimal | undefined)[],
): ReadonlyMap<number, Decimal> {
  const parents = parentsOf(lines);
  const sums = new Map<number, Decimal>();
  const openBelow = lines.map(() => 0);
  const isGroup = (index: number): boolean => lines[index]?.lineType === 'GROUP';
  const add = (index: number, amount: Decimal): void => {
    const parent = parents[index];
    if (parent !== undefined && isGroup(parent)) sums.set(parent, (sums.get(parent) ?? ZERO).plus(amount));
  };
  for (const [index, { lineType }] of lines.entries()) {
    const parent = parents[index];
    if (lineType === 'DETAIL') add(index, amounts[index] ?? ZERO);
    else if (lineType === 'GROUP' && parent !== undefined) openBelow[parent] = (openBelow[parent] ?? 0) + 1;
  }
  const ready = [...lines.keys()].filter((index) => isGroup(index) && openBelow[index] === 0);
  for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
    const parent = parents[index];
    add(index, sums.get(index) ?? ZERO);
    if (parent === undefined) continue;
    openBelow[parent] = (openBelow[parent] ?? 0) - 1;
    if (openBelow[parent] === 0 && isGroup(parent)) ready.push(parent);
  }
  return sums;
}
