import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { canSenderFix, type Owner } from 'en16931-rules/vocabulary/finding.ts';
import type { Route } from '../vocabulary/route.ts';
import type { CareItem } from './care-item.ts';
import { lateAfter, localDeadline } from './deadlines.ts';

/** Care rows with one remedy: the same code, member of the invoice, and owner. */
export interface CareGroupKey {
  readonly code: string;
  /** Absent: rows that name no member. */
  readonly field?: string;
  readonly whoActs: Owner;
}

/** Of a group: that of its rows whose day ends first where the tax office is. */
interface Deadline {
  readonly deadlineAt?: Date;
  readonly deadlineLocal?: string;
  readonly lateAfter?: string;
}

export interface CareGroup extends CareGroupKey, Deadline {
  readonly rows: number;
  /** True if one of the rows may be corrected by the sender. */
  readonly senderCanFix: boolean;
  readonly routes: readonly Route[];
  readonly clients: number;
  readonly openedAt: Date;
  readonly fixHint?: Text;
}

export const isInGroup = ({ row }: CareItem, { code, field, whoActs }: CareGroupKey): boolean =>
  row.code === code && row.field === field && row.whoActs === whoActs;

/** The earliest deadline first, then the oldest row. */
export function careGroups(items: readonly CareItem[]): readonly CareGroup[] {
  const groups = new Map<string, CareItem[]>();
  for (const item of items) {
    const { code, whoActs, field = '' } = item.row;
    const key = JSON.stringify([code, whoActs, field]);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()].map(groupOf).sort(soonestFirst);
}

function groupOf(items: readonly CareItem[]): CareGroup {
  const { code, field, whoActs, fixHint } = items[0]!.row;
  return {
    code,
    ...(field !== undefined && { field }),
    whoActs,
    rows: items.length,
    senderCanFix: items.some(({ row }) => canSenderFix(row.whoActs, row.senderCanFix) === true),
    routes: [...new Set(items.flatMap(({ route }) => route ?? []))].sort(),
    clients: new Set(items.flatMap(({ client }) => client ?? [])).size,
    openedAt: items.map(({ row }) => row.openedAt).reduce((one, other) => (other < one ? other : one)),
    ...earliestDeadline(items),
    ...(fixHint !== undefined && { fixHint }),
  };
}

function earliestDeadline(items: readonly CareItem[]): Deadline {
  const deadlines = items.flatMap(({ route, deadlineAt }) => {
    if (!deadlineAt || route === undefined) return [];
    const [local, late] = [localDeadline(route, deadlineAt), lateAfter(route, deadlineAt)];
    return [
      { deadlineAt, ...(local && { deadlineLocal: local.text }), ...(late && { lateAfter: late.text }) },
    ];
  });
  return deadlines.sort((one, other) => endOf(one) - endOf(other))[0] ?? {};
}

const endOf = ({ deadlineAt, deadlineLocal }: Deadline): number =>
  deadlineLocal === undefined ? (deadlineAt?.getTime() ?? Infinity) : Date.parse(deadlineLocal);

const soonestFirst = (one: CareGroup, other: CareGroup): number => {
  const [end, otherEnd] = [endOf(one), endOf(other)];
  return end === otherEnd ? one.openedAt.getTime() - other.openedAt.getTime() : end - otherEnd;
};
