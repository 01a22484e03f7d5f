import { useEffect, useRef } from 'preact/hooks';
import { type Answer, useAnswer } from './answer.ts';
import { onEvents } from './live.ts';

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
  const reference = record.data && calls.referenceOf(record.data);
  /** Of events that came while a record was asked for: its answer may have been read before them. */
  const early = useRef(new Set<string>());
  const latest = useRef({ reference, askAgain, isAsking: record.isAsking });
  latest.current = { reference, askAgain, isAsking: record.isAsking };
  useEffect(
    () =>
      onEvents((events) => {
        const references = new Set(events.map((event) => event.invoice_ref));
        const { current } = latest;
        if (current.reference !== undefined && references.has(current.reference)) current.askAgain();
        else if (current.isAsking) references.forEach((each) => early.current.add(each));
      }),
    [],
  );
  useEffect(() => {
    if (reference !== undefined && early.current.has(reference)) askAgain();
    early.current.clear();
  }, [record.data]);
  return { record, history, askAgain };
}
