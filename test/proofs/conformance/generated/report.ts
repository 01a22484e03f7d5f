import type { GeneratedSet } from './sets.ts';
import { MEMBERS } from './occurrences.ts';

/** Members that a set never states although its route allows them, and members that it must not state. */
export function gapsOf({ name, market, occurrences }: GeneratedSet): readonly string[] {
  const { never, types, categories } = market;
  const asked = [
    ...MEMBERS.filter((member) => never[member] === undefined),
    ...types.map((type) => `type ${type}`),
    ...categories.map((category) => `category ${category}`),
    ...ADJUSTMENTS,
  ];
  return [
    ...asked.filter((what) => occurrences.of(what) === 0).map((what) => `${name}: never ${what}`),
    ...Object.keys(never)
      .filter((member) => occurrences.of(member) > 0)
      .map((member) => `${name}: ${member}, which is refused there`),
  ];
}

const ADJUSTMENTS = ['invoice allowances', 'invoice charges', 'line allowances', 'line charges'].flatMap(
  (place) => ['an amount', 'computed', 'a reason', 'a code', 'both'].map((kind) => `${place}, ${kind}`),
);

/** How often each set states each member; members that its route refuses are marked. */
export function occurrencesTable(sets: readonly GeneratedSet[]): string {
  const others = new Set(
    sets.flatMap(({ occurrences }) => occurrences.kinds.filter((what) => !MEMBERS.includes(what))),
  );
  const rows = [...MEMBERS, ...[...others].sort()].map((what) => [
    what,
    ...sets.map(({ market, occurrences }) =>
      market.never[what] === undefined ? String(occurrences.of(what)) : '–',
    ),
  ]);
  return columns([['of the valid ones, say', ...sets.map(({ name }) => name)], ...rows]);
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One line for each set. */
export const setLine = ({ name, valid, refusedEarly, faults }: GeneratedSet): string =>
  `${name}: ${valid} valid, ${faults.length} not, ${refusedEarly} refused at once`;
