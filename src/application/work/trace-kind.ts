import type { WorkRecord } from '../../domain/lifecycle/work-record.ts';
import type { SpanAttributes, Tracing } from '../../ports/tracing.ts';
import type { RecordKind, StepRow, TakeStep } from './record-kind.ts';

/** Fields of a log line that a span may carry, too. */
const SPAN_FIELDS = ['invoice_id', 'delivery_id', 'event_id'] as const;

/** The kind with a span for each step of a record, and one for the call after a stored step. */
export function traceKind<R extends WorkRecord>(kind: RecordKind<R>, tracing: Tracing): RecordKind<R> {
  const traceStep =
    (name: string, take: TakeStep<R>): TakeStep<R> =>
    (record, run) =>
      tracing.span(
        { name: `${kind.name} ${name}`, attributes: pickSpanFields(kind, record) },
        async (span) => {
          const step = await take(record, run);
          span.set({ state: step.record.state, work: step.record.work });
          return step;
        },
      );
  const traceRow = (name: string, row: StepRow<R>): StepRow<R> =>
    typeof row === 'function'
      ? traceStep(name, row)
      : {
          mark: traceStep(name, (record, run) => row.mark(record, run)),
          afterMark: async (stored, call, run) =>
            traceStep(`${name}, the call`, (one) => row.afterMark(one, call, run))(stored, run),
        };
  const steps = Object.entries(kind.steps).map(([name, row]) => [name, row && traceRow(name, row)]);
  return { ...kind, steps: Object.fromEntries(steps) as RecordKind<R>['steps'] };
}

function pickSpanFields<R extends WorkRecord>(kind: RecordKind<R>, record: R): SpanAttributes {
  const fields = kind.logFields(record);
  const named = SPAN_FIELDS.flatMap((name) =>
    typeof fields[name] === 'string' ? [[name, fields[name]]] : [],
  );
  return { ...(Object.fromEntries(named) as SpanAttributes), lane: kind.taskOf(record).lane };
}
