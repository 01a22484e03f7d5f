import { RECEIVED_FIELDS, WATCHED_RECEIVED_FIELDS } from '../../domain/lifecycle/invoice-fields.ts';
import { type ReceivedRecord, watchReceived } from '../../domain/lifecycle/received-record.ts';
import { careOf } from './care-times.ts';
import type { ReceivedDocument } from './documents.ts';
import { absentAtTimes, mappingOf } from './record-mapping.ts';

/** A record without its events and what is still to be copied. */
export const RECEIVED = mappingOf<ReceivedDocument, ReceivedRecord>(RECEIVED_FIELDS, {
  of: (record) => {
    const watched = watchReceived(record);
    const careOfClient = careOf(record.client, watched);
    return { ...watched, ...(careOfClient && { careOfClient }) };
  },
  absent: [...absentAtTimes(WATCHED_RECEIVED_FIELDS), 'careOfClient'],
});
