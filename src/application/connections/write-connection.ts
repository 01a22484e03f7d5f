import type { Connection } from '../../domain/connections/connection.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Connections } from '../../ports/connections.ts';
import {
  type Actor,
  auditOfState,
  type MakeChanges as MakeChangesOf,
  type StepPorts,
  writeStep,
} from '../stepwise/write-step.ts';

export interface WritePorts extends StepPorts {
  readonly connections: Pick<Connections, 'find' | 'replace'>;
}

export type MakeChanges = MakeChangesOf<Connection>;

/** The row of the audit log about a state. */
export function auditOf(connection: Connection, actor: Actor, at: Date): AuditEntry {
  const { route, provider, company } = connection;
  return auditOfState(connection, actor, at, { noun: 'connection', details: { route, provider, company } });
}

/** As `writeStep`. */
export const writeConnection = (
  before: Connection,
  changes: MakeChanges,
  actor: Actor,
  { connections, telemetry, clock }: WritePorts,
): Promise<Connection | undefined> =>
  writeStep(before, changes, actor, { store: connections, isSameStep, auditOf, telemetry, clock });

const isSameStep = (one: Connection, other: Connection): boolean =>
  one.linkHash === other.linkHash && one.dueAt?.getTime() === other.dueAt?.getTime();
