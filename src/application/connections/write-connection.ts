import type { Connection } from '../../domain/connections/connection.ts';
import { type Changes, nextVersion } from '../../domain/lifecycle/next-version.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Connections } from '../../ports/connections.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { type Actor, tellOpened } from '../registrations/write-registration.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';

export interface WritePorts {
  readonly connections: Pick<Connections, 'find' | 'replace'>;
  readonly telemetry: Pick<Telemetry, 'careOpened'>;
  readonly clock: Clock;
}

export type MakeChanges = (present: Connection, now: Date) => Changes<Connection>;

/** The row of the audit log about a state. */
export const auditOf = (
  { client, id, route, provider, company, state }: Connection,
  { keyId: actor, requestId }: Actor,
  at: Date,
) => ({
  at,
  action: `connection_${state}`,
  actor,
  client,
  subject: id,
  ...(requestId !== undefined && { requestId }),
  details: { route, provider, company },
});

/**
 * Changes a connection that is as it was when it was read. A person may close its care row meanwhile: that is no other state.
 * @returns undefined if another process has brought it on: nothing was written.
 */
export async function writeConnection(
  before: Connection,
  changes: MakeChanges,
  actor: Actor,
  { connections, telemetry, clock }: WritePorts,
): Promise<Connection | undefined> {
  const written = await repeatOnConflict<Connection | 'other'>(async () => {
    const present = (await connections.find(before.id)) ?? 'other';
    if (present === 'other' || !isSameStep(present, before)) return 'other';
    const now = clock.now();
    const next = nextVersion(present, changes(present, now), now);
    const audit = next.state === present.state ? undefined : auditOf(next, actor, now);
    if (!(await connections.replace(next, audit))) return undefined;
    tellOpened(present.care, next.care, telemetry);
    return next;
  });
  return written === 'other' ? undefined : written;
}

const isSameStep = (one: Connection, other: Connection): boolean =>
  one.state === other.state &&
  one.linkHash === other.linkHash &&
  one.dueAt?.getTime() === other.dueAt?.getTime();
