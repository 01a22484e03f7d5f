import type { components } from '../../../client/client.ts';
import { nameOfPack, type PackRow, type Release } from './time-line.ts';

type PackChanges = components['schemas']['PackChanges'];
export type Rule = components['schemas']['PackRule'];
export type Aspect = PackChanges['data'][number]['changed'][number]['in'][number];

/** A rule that is new, gone or different in the coming pack. */
export interface RuleChange {
  readonly id: string;
  readonly rule: string;
  readonly kind: 'changed' | 'added' | 'removed';
  /** Where they differ. */
  readonly in: readonly Aspect[];
  readonly before: Rule | undefined;
  readonly after: Rule | undefined;
  readonly syntaxes: readonly string[];
}

type Found = Pick<RuleChange, 'kind' | 'in' | 'before' | 'after'>;

/**
 * What the release before still judges, if the release does not have all of its files.
 * @param rows of GET /packs.
 */
export function withoutWhatStays(
  changes: PackChanges,
  { isComing, before }: Release,
  rows: readonly PackRow[],
): PackChanges {
  const staying = rows.filter(
    ({ in_force: pack, next }) =>
      pack && before && nameOfPack(pack) === nameOfPack(before) && !(isComing && next),
  );
  const stays = ({ layer, syntaxes, specifications }: PackChanges['data'][number]): boolean =>
    staying.some(
      (row) =>
        row.layer === layer &&
        row.syntaxes.some((each) => syntaxes.includes(each)) &&
        row.specifications.some((each) => specifications.includes(each)),
    );
  return { ...changes, data: changes.data.filter((entry) => entry.in !== 'before' || !stays(entry)) };
}

/** A row for each; a rule that changes alike in several documents is one row. */
export function ruleChanges({ data }: PackChanges): readonly RuleChange[] {
  const rows = new Map<string, RuleChange>();
  for (const { syntaxes, changed, added, removed } of data)
    for (const change of [
      ...changed.map(({ in: aspects, before, after }) => ({ kind: 'changed', in: aspects, before, after })),
      ...added.map((after) => ({ kind: 'added', in: [], before: undefined, after })),
      ...removed.map((before) => ({ kind: 'removed', in: [], before, after: undefined })),
    ] as readonly Found[]) {
      const alike = JSON.stringify([change.before, change.after, change.in]);
      const known = rows.get(alike);
      const rule = (change.after ?? change.before)!.id;
      rows.set(alike, {
        id: known?.id ?? idAmong(rows, rule),
        rule,
        ...change,
        syntaxes: [...new Set([...(known?.syntaxes ?? []), ...syntaxes])],
      });
    }
  return [...rows.values()].toSorted((one, other) => ORDER[one.kind] - ORDER[other.kind]);
}

const ORDER = { changed: 0, added: 1, removed: 2 } as const;

/** A rule that changes in two ways has two rows. */
function idAmong(rows: ReadonlyMap<string, RuleChange>, rule: string): string {
  const before = [...rows.values()].filter((row) => row.rule === rule).length;
  return before === 0 ? rule : `${rule}.${before + 1}`;
}

/** Business terms that the rule's text names. */
export const termsOf = ({ before, after }: RuleChange): readonly string[] => [
  ...new Set((after ?? before)?.text?.match(/\bB[TG]-\d+\b/g)),
];

/** Variables, functions and code lists that rules share. */
export const sharedIn = ({ data }: PackChanges): readonly string[] => [
  ...new Set(data.flatMap(({ shared }) => shared)),
];
