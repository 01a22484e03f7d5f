import { progressOn } from '../sending/attempt.ts';
import { giveUp } from '../sending/retry.ts';
import { sendingSteps } from '../sending/sending-steps.ts';
import type { SendingPorts } from '../sending/sending-ports.ts';
import { COMMON_STATUSES } from '../../domain/sending/status-mapping.ts';
import {
  OUTGOING_KEPT_MS,
  OUTGOING_STATUS,
  type OutgoingStatus,
  outgoingTask,
} from '../../domain/statuses/outgoing-status.ts';
import type { Log } from '../../ports/log.ts';
import type { StatusStore } from '../../ports/status-store.ts';
import type { CareTelemetry } from '../lifecycle/tell-opened.ts';
import type { RecordKind, StepFailure, StepTable } from '../work/record-kind.ts';
import { noteUnderWay } from './note-under-way.ts';
import { sendableStatus, type StatusPorts } from './sendable-status.ts';

interface Ports extends StatusPorts, SendingPorts {
  readonly telemetry: SendingPorts['telemetry'] & CareTelemetry['telemetry'];
  readonly statuses: StatusStore;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Sends each status to its route once. */
export function outgoingStatuses(ports: Ports): RecordKind<OutgoingStatus> {
  const sendable = sendableStatus(ports);
  const { prepare, send, ask, poll } = sendingSteps(sendable, ports);
  const steps: StepTable<OutgoingStatus> = {
    'queued send': {
      mark: async (record, run) => {
        await noteUnderWay(record, ports);
        return prepare(record, run);
      },
      afterMark: send,
    },
    'sending send': { mark: prepare, afterMark: send },
    'sending inquire': ask,
    'sent poll': poll,
  };
  return {
    name: OUTGOING_STATUS,
    noun: 'a status',
    store: ports.statuses,
    steps,
    taskOf: outgoingTask,
    reschedule: (record, at) => sendable.reschedule(record, at),
    // A message that the route has is asked about without an end.
    mayGiveUp: ({ state }) => state !== 'sent',
    giveUp: (record) => giveUp(progressOn(record, sendable, ports), { mapping: COMMON_STATUSES.outOfOrder }),
    isDeadLetter: ({ state }) => state === 'dead',
    logFields: ({ id, invoiceId }) => ({ status_id: id, invoice_id: invoiceId }),
    report: (before, after, failure) => report(before, after, failure, ports),
    tidyUp: async () => {
      const before = new Date(ports.clock.now().getTime() - OUTGOING_KEPT_MS);
      await ports.statuses.forget(before, FORGOTTEN_AT_ONCE);
    },
  };
}

const FORGOTTEN_AT_ONCE = 500;

function report(
  before: OutgoingStatus,
  after: OutgoingStatus,
  failure: StepFailure | undefined,
  { log }: Ports,
): void {
  const { id, client, route, invoiceId, state, failures, dueAt } = after;
  const fields = { status_id: id, invoice_id: invoiceId, client, route, state };
  if (state === 'dead' || state === 'refused') log.warn(fields, 'a status was not taken');
  else if (state === 'taken') log.info(fields, 'a status was taken');
  else if (failures > before.failures)
    log.warn({ ...fields, failures, due_at: dueAt, ...failure }, 'a status is tried again');
}
