import type { Container } from 'inversify';
import { TracedMailer, TracedParticipants } from '../adapters/opentelemetry/traced-calls.ts';
import { TracedJobs } from '../adapters/opentelemetry/traced-jobs.ts';
import { TracedOutbound } from '../adapters/opentelemetry/traced-outbound.ts';
import { TracedValidator } from '../adapters/opentelemetry/traced-validator.ts';
import type { RecordKind } from '../application/work/record-kind.ts';
import { traceKind } from '../application/work/trace-kind.ts';
import type { WorkRecord } from '../domain/lifecycle/work-record.ts';
import type { FileReader } from '../ports/file-reader.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Participants } from '../ports/participants.ts';
import type { Outbound } from '../ports/outbound.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { Validator } from '../ports/validator.ts';
import type { Settings } from './settings/settings.ts';
import * as t from './tokens.ts';

/** Ports as they are bound: with spans if spans are written. */
export interface Traced {
  readonly outbound: (outbound: Outbound) => Outbound;
  readonly jobs: (jobs: Jobs) => Jobs;
  readonly participants: (participants: Participants) => Participants;
  readonly mailer: (mailer: Mailer) => Mailer;
  readonly validator: (pool: Validator & FileReader) => Validator & FileReader;
  readonly kind: <R extends WorkRecord>(kind: RecordKind<R>) => RecordKind<R>;
}

const UNTRACED: Traced = {
  outbound: (outbound) => outbound,
  jobs: (jobs) => jobs,
  participants: (participants) => participants,
  mailer: (mailer) => mailer,
  validator: (pool) => pool,
  kind: (kind) => kind,
};

/** The SDK is loaded only if the operator has asked for spans. */
export async function bindTracing(container: Container, settings: Settings): Promise<void> {
  const { tracing, environment, role } = settings;
  if (!tracing) return;
  const { OtelTracing } = await import('../adapters/opentelemetry/otel-tracing.ts');
  const { version } = container.get(t.PROGRAM);
  const spans = new OtelTracing(tracing, { version, environment, role }, container.get(t.port('log')));
  container.bind(t.TRACING).toConstantValue(spans);
}

export const tracingIn = (container: Container): (Tracing & { stop(): Promise<void> }) | undefined =>
  container.isBound(t.TRACING) ? container.get(t.TRACING) : undefined;

export function traceIn(container: Container): Traced {
  const spans = tracingIn(container);
  if (!spans) return UNTRACED;
  return {
    outbound: (outbound) => new TracedOutbound(outbound, spans),
    jobs: (jobs) => new TracedJobs(jobs, spans),
    participants: (participants) => new TracedParticipants(participants, spans),
    mailer: (mailer) => new TracedMailer(mailer, spans),
    validator: (pool) => new TracedValidator(pool, spans),
    kind: (kind) => traceKind(kind, spans),
  };
}
