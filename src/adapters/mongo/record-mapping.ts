import type { Binary } from 'mongodb';
import type { HeldLease } from '../../domain/lifecycle/work-record.ts';
import type { Fields, FieldsOf } from '../../domain/vocabulary/fields.ts';
import type { LeaseMembers } from './documents.ts';
import { membersWithValue, membersWithout } from './members.ts';

/** How a record that waits for work lies in a document, besides its lease: a member for each field that has a value. */
export interface RecordMapping<D, R> {
  readonly members: (record: R) => Omit<D, '_id'>;
  /** The whole record: members with a value, and those without. */
  readonly write: (record: R) => { readonly set: object; readonly unset: Record<string, ''> };
  readonly read: (document: LeaseMembers & { readonly _id: string }) => R;
}

/** What lists and indexes need of a record. */
interface Beside<R> {
  readonly of: (record: R) => object;
  /** Those of its members that come and go. */
  readonly absent: readonly string[];
}

export function mappingOf<D, R>(
  { id: _id, ...fields }: Fields,
  beside: Beside<R> = { of: () => ({}), absent: [] },
): RecordMapping<D, R> {
  const mayBeAbsent = [...absentAtTimes(fields), ...beside.absent];
  const members = (record: R): object => ({
    ...storedMembers(fields, record as object),
    ...beside.of(record),
  });
  return {
    members: members as (record: R) => Omit<D, '_id'>,
    write: (record) => {
      const set = members(record);
      return { set, unset: membersWithout(mayBeAbsent, set) };
    },
    read: (document) => ({ ...valuesOf(fields, document), id: document._id, lease: leaseOf(document) }) as R,
  };
}

/** Reads a record that no worker leases. */
export function readerOf<R extends { readonly id: string }>(fieldsOf: FieldsOf<R>) {
  const { id: _id, ...fields } = fieldsOf as Fields;
  return (document: { readonly _id: string }): R =>
    ({ ...valuesOf(fields, document), id: document._id }) as unknown as R;
}

export const absentAtTimes = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]!.presence !== 'always');

function storedMembers(fields: Fields, record: object): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = { ...record };
  const members = Object.keys(fields).map((name) => [name, values[name]] as const);
  return membersWithValue(Object.fromEntries(members));
}

export function valuesOf(fields: Fields, document: object): Record<string, unknown> {
  const presentMembers: Readonly<Record<string, unknown>> = { ...document };
  const members: [string, unknown][] = [];
  for (const [name, { presence, kind }] of Object.entries(fields)) {
    const value = presentMembers[name];
    if (value !== undefined && value !== null)
      members.push([name, kind.is === 'bytes' ? (value as Binary).value() : value]);
    else if (presence === 'nullable') members.push([name, null]);
  }
  return Object.fromEntries(members);
}

const leaseOf = ({ leaseToken, leaseUntil, leaseHolders }: LeaseMembers): HeldLease | null =>
  leaseToken !== undefined && leaseUntil && leaseHolders !== undefined
    ? { token: leaseToken, until: leaseUntil, holders: leaseHolders }
    : null;
