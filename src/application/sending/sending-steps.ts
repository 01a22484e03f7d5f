import type { MarkedCall, TakeStep } from '../work/record-kind.ts';
import { ask } from './inquire.ts';
import { poll, receipt } from './poll.ts';
import type { MarkedSend } from './marked-send.ts';
import { prepare, send } from './send.ts';
import type { Sendable, SendableRecord } from './sendable.ts';
import type { SendingPorts } from './sending-ports.ts';

/** The steps of sending, for the step table of a kind. Its row of a send is `{ mark: prepare, afterMark: send }`. */
interface SendingSteps<R extends SendableRecord> {
  readonly prepare: MarkedCall<R, MarkedSend<R>>['mark'];
  readonly send: MarkedCall<R, MarkedSend<R>>['afterMark'];
  readonly ask: TakeStep<R>;
  readonly poll: TakeStep<R>;
  readonly receipt: TakeStep<R>;
}

export const sendingSteps = <R extends SendableRecord>(
  kind: Sendable<R>,
  ports: SendingPorts,
): SendingSteps<R> => ({
  prepare: (record, run) => prepare(record, run, kind, ports),
  send,
  ask: (record) => ask(record, kind, ports),
  poll: (record) => poll(record, kind, ports),
  receipt: (record) => receipt(record, kind, ports),
});
