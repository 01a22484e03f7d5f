import type { ReceiverRegistration } from '../../domain/registrations/receiver-registration.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { ReceiverRegistrations } from '../../ports/receiver-registrations.ts';
import {
  type Actor,
  auditOfState,
  type MakeChanges as MakeChangesOf,
  type StepPorts,
  writeStep,
} from '../stepwise/write-step.ts';

export interface WritePorts extends StepPorts {
  readonly receiverRegistrations: Pick<ReceiverRegistrations, 'find' | 'replace'>;
}

export type MakeChanges = MakeChangesOf<ReceiverRegistration>;

/** As `writeStep`. */
export const writeRegistration = (
  before: ReceiverRegistration,
  changes: MakeChanges,
  actor: Actor,
  { receiverRegistrations: store, telemetry, clock }: WritePorts,
): Promise<ReceiverRegistration | undefined> =>
  writeStep(before, changes, actor, { store, isSameStep, auditOf, telemetry, clock });

const isSameStep = (one: ReceiverRegistration, other: ReceiverRegistration): boolean =>
  one.calledAt?.getTime() === other.calledAt?.getTime();

/** The row of the audit log about a state. */
export function auditOf(registration: ReceiverRegistration, actor: Actor, at: Date): AuditEntry {
  const { route, provider } = registration;
  return auditOfState(registration, actor, at, { noun: 'registration', details: { route, provider } });
}
