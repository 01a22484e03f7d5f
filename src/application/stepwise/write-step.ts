import { type Changes, nextVersion } from '../../domain/lifecycle/next-version.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import { type CareTelemetry, tellOpened } from '../lifecycle/tell-opened.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';

/** A record that is brought on step by step, by one process at a time. */
export interface Stepwise {
  readonly id: string;
  readonly client: string;
  readonly state: string;
  readonly care: readonly CareRow[];
  readonly updatedAt: Date;
  readonly version: number;
}

/** Who brings a record on: a key, or `system`, with the call. */
export interface Actor {
  readonly keyId: string;
  readonly requestId?: string;
}

export const SYSTEM: Actor = { keyId: 'system' };

/** `waits`: it is stored why, and it is tried again later. */
export type Stepped<R> = R | 'waits';

export type MakeChanges<R> = (present: R, now: Date) => Changes<R>;

export interface StepPorts extends CareTelemetry {
  readonly clock: Clock;
}

interface StepKind<R> {
  readonly store: {
    find(id: string): Promise<R | undefined>;
    /** @returns false if another version is stored: nothing was written. */
    replace(record: R, audit?: AuditEntry): Promise<boolean>;
  };
  /** Whether no other process has brought it on. */
  readonly isSameStep: (one: R, other: R) => boolean;
  /** The row of the audit log about a state. */
  readonly auditOf: (record: R, actor: Actor, at: Date) => AuditEntry;
}

/**
 * Changes a record that is as it was when it was read. A person may close its care row meanwhile: that is no other state.
 * @returns undefined if another process has brought it on: nothing was written.
 */
export async function writeStep<R extends Stepwise>(
  before: R,
  changes: MakeChanges<R>,
  actor: Actor,
  { store, isSameStep, auditOf, ...ports }: StepKind<R> & StepPorts,
): Promise<R | undefined> {
  const written = await repeatOnConflict<R | 'other'>(async () => {
    const present = (await store.find(before.id)) ?? 'other';
    if (present === 'other' || present.state !== before.state || !isSameStep(present, before)) return 'other';
    const now = ports.clock.now();
    const next = nextVersion(present, changes(present, now), now);
    const audit = next.state === present.state ? undefined : auditOf(next, actor, now);
    if (!(await store.replace(next, audit))) return undefined;
    tellOpened(present.care, next.care, ports);
    return next;
  });
  return written === 'other' ? undefined : written;
}

/** @param details beside the client, the record and the actor. */
export const auditOfState = (
  { id: subject, client, state }: Stepwise,
  { keyId: actor, requestId }: Actor,
  at: Date,
  { noun, details }: { readonly noun: string; readonly details: AuditEntry['details'] },
): AuditEntry => ({
  at,
  action: `${noun}_${state}`,
  actor,
  client,
  subject,
  ...(requestId !== undefined && { requestId }),
  ...(details && { details }),
});
