import type { components } from '../../../client/client.ts';
import { endOfDeadline } from '../../app/format.ts';
import { isPack } from '../../app/record-address.ts';
import type { Summaries } from '../../app/summaries.ts';

export type CareRow = components['schemas']['CareRow'];

/** Invoices with the same remedy: one code, one field of the ERP. */
export interface Group {
  readonly id: string;
  readonly code: string;
  readonly field: string | undefined;
  readonly owner: CareRow['who_acts'];
  readonly senderCanFix: boolean;
  readonly routes: readonly string[];
  readonly rows: readonly CareRow[];
  /** The earliest; undefined if none has one. */
  readonly deadline: string | undefined;
}

/** Ordered by deadline, then by age. */
export function groupsOf(rows: readonly CareRow[]): readonly Group[] {
  const byRemedy = new Map<string, CareRow[]>();
  for (const row of rows) {
    const id = [row.catalogue_code, row.field ?? '', row.who_acts].join(' ');
    const group = byRemedy.get(id);
    if (group) group.push(row);
    else byRemedy.set(id, [row]);
  }
  return [...byRemedy].map(([id, same]) => groupOf(id, same.toSorted(soonestFirst))).toSorted(byDeadline);
}

function groupOf(id: string, rows: readonly CareRow[]): Group {
  const first = rows[0]!;
  return {
    id,
    code: first.catalogue_code,
    field: first.field,
    owner: first.who_acts,
    senderCanFix: rows.some(({ sender_can_fix: canFix }) => canFix),
    routes: [...new Set(rows.flatMap(({ route }) => route ?? []))],
    rows,
    deadline: rows.map((row) => endOfDeadline(row)).find((at) => at),
  };
}

const at = (deadline: string | undefined): number => (deadline ? Date.parse(deadline) : Infinity);

function soonestFirst(one: CareRow, other: CareRow): number {
  const [first, second] = [at(endOfDeadline(one)), at(endOfDeadline(other))];
  return first === second ? other.age_seconds - one.age_seconds : first - second;
}

function byDeadline(one: Group, other: Group): number {
  const [first, second] = [at(one.deadline), at(other.deadline)];
  return first === second ? soonestFirst(one.rows[0]!, other.rows[0]!) : first - second;
}

/** The number that a clerk knows; the ERP's reference until it is read, and of what has no number. */
export const nameOf = ({ invoice_id: id, invoice_ref: reference }: CareRow, summaries: Summaries): string =>
  summaries.of(id)?.number ?? reference;

/** Owners within the firm that sends the invoice. */
const OF_SENDER: ReadonlySet<CareRow['who_acts']> = new Set(['erp', 'business', 'client']);

/** Who reads decides what is theirs: the operator what the service owes, a client what its firm can do something about. */
export const isForReader = (row: CareRow, readerOperates: boolean): boolean =>
  readerOperates ? row.who_acts === 'us' : OF_SENDER.has(row.who_acts) || row.sender_can_fix === true;

/** Of the rows of an invoice the one that holds it up for the reader; if there is none, the first one, which waits for another. */
export const rowForReader = (rows: readonly CareRow[], readerOperates: boolean): CareRow | undefined =>
  rows.find((row) => isForReader(row, readerOperates)) ?? rows[0];

/** The rows of each invoice, in their order. */
export function byInvoice(rows: readonly CareRow[]): ReadonlyMap<string, readonly CareRow[]> {
  const groups = new Map<string, CareRow[]>();
  for (const row of rows) {
    const group = groups.get(row.invoice_id);
    if (group) group.push(row);
    else groups.set(row.invoice_id, [row]);
  }
  return groups;
}

/** Who acts first on a row. All rows of one owner are the reader's, or none is. */
export function ownerOf(
  { who_acts: owner, sender_can_fix: canFix }: CareRow,
  readerOperates: boolean,
): CareRow['who_acts'] {
  if (readerOperates && owner === 'us') return owner;
  return canFix ? 'erp' : owner;
}

/** Rule packs are no invoices. */
export const packsIn = (rows: readonly CareRow[]): readonly CareRow[] =>
  rows.filter(({ invoice_id: id }) => isPack(id));

/** An invoice may have several rows. */
export const invoicesIn = (rows: readonly CareRow[]): number =>
  new Set(rows.map(({ invoice_id: id }) => id)).size;

/** How many of them stand in more than one group. */
export function inSeveralGroups(rows: readonly CareRow[]): number {
  const ids = groupsOf(rows).flatMap((group) => [...new Set(group.rows.map(({ invoice_id: id }) => id))]);
  return new Set(ids.filter((id, index) => ids.indexOf(id) < index)).size;
}
