import { RECEIVED_FIELDS, WATCHED_RECEIVED_FIELDS } from '../../domain/lifecycle/invoice-fields.ts';
import { type ReceivedRecord, watchedOfReceived } from '../../domain/lifecycle/received-record.ts';
import { careOf } from './care-times.ts';
import type { LeaseMembers, LedgerDocument, ReceivedDocument } from './documents.ts';
import { leaseOf, storedMembers, valuesOf } from './invoice-documents.ts';

const { id: _id, ...MEMBERS } = RECEIVED_FIELDS;

const COME_AND_GO = [
  ...Object.entries({ ...MEMBERS, ...WATCHED_RECEIVED_FIELDS })
    .filter(([, { presence }]) => presence !== 'always')
    .map(([name]) => name),
  'careOfClient',
];

/** A record without its lease, its events and what is still to be copied. */
export function receivedMembers(record: ReceivedRecord): Partial<ReceivedDocument> {
  const watched = watchedOfReceived(record);
  const careOfClient = careOf(record.client, watched);
  return {
    ...(storedMembers(MEMBERS, record) as Partial<ReceivedDocument>),
    ...watched,
    ...(careOfClient && { careOfClient }),
  };
}

export function changeOfReceived(record: ReceivedRecord) {
  const set = receivedMembers(record);
  const absent = COME_AND_GO.filter((name) => !(name in set));
  return { set, unset: Object.fromEntries(absent.map((name) => [name, ''] as const)) };
}

export const receivedOf = (document: Pick<LedgerDocument, '_id'> & LeaseMembers): ReceivedRecord => ({
  ...(valuesOf(MEMBERS, document) as Omit<ReceivedRecord, 'id' | 'lease'>),
  id: document._id,
  lease: leaseOf(document),
});
