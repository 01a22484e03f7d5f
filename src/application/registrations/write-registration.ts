import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import { type Changes as ChangesOf, nextVersion } from '../../domain/lifecycle/next-version.ts';
import type { ReceiverRegistration } from '../../domain/registrations/receiver-registration.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReceiverRegistrations } from '../../ports/receiver-registrations.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { newlyOpened } from '../lifecycle/move.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';

export interface WritePorts {
  readonly receiverRegistrations: Pick<ReceiverRegistrations, 'find' | 'replace'>;
  readonly telemetry: Pick<Telemetry, 'careOpened'>;
  readonly clock: Clock;
}

/** Who brings a registration on: a key, or `system`, with the call. */
export interface Actor {
  readonly keyId: string;
  readonly requestId?: string;
}

export const SYSTEM: Actor = { keyId: 'system' };

export type Changes = ChangesOf<ReceiverRegistration>;
type MakeChanges = (present: ReceiverRegistration, now: Date) => Changes;

/**
 * Changes a registration that is as it was when it was read. A person may close its care row meanwhile: that is no other state.
 * @returns undefined if another process has brought it on: nothing was written.
 */
export async function writeRegistration(
  before: ReceiverRegistration,
  changes: MakeChanges,
  { keyId: actor, requestId }: Actor,
  { receiverRegistrations, telemetry, clock }: WritePorts,
): Promise<ReceiverRegistration | undefined> {
  const written = await repeatOnConflict<ReceiverRegistration | 'other'>(async () => {
    const present = (await receiverRegistrations.find(before.id)) ?? 'other';
    if (present === 'other' || !isSameStep(present, before)) return 'other';
    const now = clock.now();
    const next = nextVersion(present, changes(present, now), now);
    const { client, id, route, provider, state } = next;
    const audit = {
      at: now,
      action: `registration_${state}`,
      actor,
      client,
      subject: id,
      ...(requestId !== undefined && { requestId }),
      details: { route, provider },
    };
    if (!(await receiverRegistrations.replace(next, state === present.state ? undefined : audit)))
      return undefined;
    tellOpened(present.care, next.care, telemetry);
    return next;
  });
  return written === 'other' ? undefined : written;
}

const isSameStep = (one: ReceiverRegistration, other: ReceiverRegistration): boolean =>
  one.state === other.state && one.calledAt?.getTime() === other.calledAt?.getTime();

export function tellOpened(
  before: readonly CareRow[],
  after: readonly CareRow[],
  telemetry: Pick<Telemetry, 'careOpened'>,
): void {
  for (const { code, whoActs } of newlyOpened(before, after)) telemetry.careOpened(code, whoActs);
}
