import { COMMON_STATUSES } from '../../domain/sending/status-mapping.ts';
import {
  OUTGOING_KEPT_MS,
  OUTGOING_STATUS,
  type OutgoingStatus,
  outgoingTask,
} from '../../domain/statuses/outgoing-status.ts';
import type { Log } from '../../ports/log.ts';
import type { StatusStore } from '../../ports/status-store.ts';
import type { RecordKind } from '../work/record-kind.ts';
import { giveUp, reschedule } from './apply-status-answer.ts';
import { beginSend, inquireStatus, poll, type StatusSendTools } from './call-route.ts';

export interface OutgoingTools extends StatusSendTools {
  readonly statuses: StatusStore;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Sends each status to its route once. */
export const outgoingStatuses = (tools: OutgoingTools): RecordKind<OutgoingStatus> => ({
  name: OUTGOING_STATUS,
  noun: 'a status',
  store: tools.statuses,
  steps: {
    'queued send': (record, run) => beginSend(record, run, tools),
    'sending send': (record, run) => beginSend(record, run, tools),
    'sending settle': (record) => inquireStatus(record, tools),
    'sent poll': (record) => poll(record, tools),
  },
  taskOf: outgoingTask,
  reschedule: (record, at) => reschedule(record, at, tools),
  // A message that the route has is asked about without an end.
  mayGiveUp: ({ state }) => state !== 'sent',
  giveUp: (record) => giveUp(record, COMMON_STATUSES.outOfOrder, tools),
  isDeadLetter: ({ state }) => state === 'dead',
  logFields: ({ id, invoiceId }) => ({ status_id: id, invoice_id: invoiceId }),
  report: (before, after) => report(before, after, tools),
  tidyUp: async () => {
    const before = new Date(tools.clock.now().getTime() - OUTGOING_KEPT_MS);
    await tools.statuses.forget(before, FORGOTTEN_AT_ONCE);
  },
});

const FORGOTTEN_AT_ONCE = 500;

function report(before: OutgoingStatus, after: OutgoingStatus, { log }: OutgoingTools): void {
  const { id, client, route, invoiceId, state, failures, dueAt } = after;
  const fields = { status_id: id, invoice_id: invoiceId, client, route, state };
  if (state === 'dead' || state === 'refused') log.warn(fields, 'a status was not taken');
  else if (state === 'taken') log.info(fields, 'a status was taken');
  else if (failures > before.failures)
    log.warn({ ...fields, failures, due_at: dueAt }, 'a status is tried again');
}
