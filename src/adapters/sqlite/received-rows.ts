import { RECEIVED_FIELDS, WATCHED_RECEIVED_FIELDS } from '../../domain/lifecycle/invoice-fields.ts';
import { type ReceivedRecord, watchReceived } from '../../domain/lifecycle/received-record.ts';
import { tableOf } from './record-table.ts';

export const RECEIVED = tableOf<ReceivedRecord>('received', RECEIVED_FIELDS, {
  fields: WATCHED_RECEIVED_FIELDS,
  of: watchReceived,
});
