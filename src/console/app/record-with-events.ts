import { type Answer, useAnswer } from './answer.ts';
import { useEventsAfter } from './live.ts';

interface Calls<R, H> {
  readonly record: (signal: AbortSignal) => Promise<R>;
  /** Its events, and what else stands in its history. */
  readonly history: (signal: AbortSignal) => Promise<H>;
  /** As its events name it. */
  readonly referenceOf: (record: R) => string;
}

interface RecordWithEvents<R, H> {
  readonly record: Answer<R>;
  readonly history: Answer<H>;
  /** Asks for both. */
  readonly askAgain: () => void;
}

/** One record and what happened to it. Both are read again whenever one of its events comes. */
export function useRecordWithEvents<R, H>(id: string, calls: Calls<R, H>): RecordWithEvents<R, H> {
  const record = useAnswer(calls.record, [id]);
  const history = useAnswer(calls.history, [id]);
  const askAgain = (): void => {
    record.askAgain();
    history.askAgain();
  };
  useEventsAfter(record, (events) => {
    const reference = record.data && calls.referenceOf(record.data);
    if (reference !== undefined && events.some(({ invoice_ref: of }) => of === reference)) askAgain();
  });
  return { record, history, askAgain };
}
