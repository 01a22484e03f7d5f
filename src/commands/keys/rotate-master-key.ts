import {
  fingerprintOf,
  JoseSealer,
  type MasterKeys,
  startUnder,
} from '../../adapters/sealing/jose-sealer.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveProcess } from '../../ports/live-processes.ts';
import type { SealedRows } from '../../ports/sealed-rows.ts';
import { CommandRefused } from '../frame/endings.ts';

const AT_A_TIME = 100;

interface Ports {
  readonly sealed: SealedRows;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly clock: Clock;
  /** The processes that gave a sign of life in the last minute. */
  readonly live: readonly LiveProcess[];
}

/**
 * Wraps every data key under the new master key. Content under the data keys stays as it is. First the store names the new key, so that
 * data keys made meanwhile are wrapped under it; the next run finishes a killed one.
 * @returns how many data keys were wrapped again.
 * @throws CommandRefused if the keys are not those of the store, or if a live process could not read what is wrapped from now on.
 */
export async function rotateMasterKey({ current, next }: MasterKeys, ports: Ports): Promise<number> {
  const { sealed, audit, clock, live } = ports;
  if (!current)
    throw new CommandRefused('MASTER_KEY (or MASTER_KEY_FILE) is not set: the key of the store until now.');
  if (!next)
    throw new CommandRefused(
      'NEW_MASTER_KEY (or NEW_MASTER_KEY_FILE) is not set: the key that takes its place.',
    );
  const [from, to] = [fingerprintOf(current), fingerprintOf(next)];
  if (from === to) throw new CommandRefused('NEW_MASTER_KEY is the key of the store already.');
  await refuseOtherKeys(sealed, from, to);
  refuseBefore(live, to);
  if (await sealed.replaceMasterKeyFingerprint(from, to))
    await audit.write({
      at: clock.now(),
      action: 'master_key_rotation_begun',
      actor: 'system',
      details: { from, to },
    });
  const rewrapped = await rewrapAll(sealed, new JoseSealer([current, next]), to);
  await audit.write({
    at: clock.now(),
    action: 'master_key_rotated',
    actor: 'system',
    details: { from, to, data_keys: rewrapped },
  });
  return rewrapped;
}

async function refuseOtherKeys(sealed: SealedRows, from: string, to: string): Promise<void> {
  const isKnown = await sealed.knowsMasterKey();
  const present = isKnown ? await sealed.masterKeyFingerprint(from) : undefined;
  if (present === undefined)
    throw new CommandRefused('This store was never used with a master key: start with the new one.');
  if (present !== from && present !== to)
    throw new CommandRefused('MASTER_KEY is not the key that this store is used with.');
  const [stranger] = await sealed.dataKeysWithout([startUnder(from), startUnder(to)], 1);
  if (stranger)
    throw new CommandRefused(
      `The data key of client ${stranger.client} is wrapped under a third master key: finish the rotation that led away from it first.`,
    );
}

/** A process without any key reads nothing, before and after. */
function refuseBefore(live: readonly LiveProcess[], to: string): void {
  const late = live.filter(({ masterKeys }) => masterKeys.length > 0 && !masterKeys.includes(to));
  if (late.length === 0) return;
  const names = late.map(({ id, role, startedAt }) => `${id} (${role}, started ${startedAt.toISOString()})`);
  throw new CommandRefused(
    `The new master key is unknown to ${names.join(', ')}: start each process again with NEW_MASTER_KEY, then run this again. A process ` +
      'that was killed is listed for a minute.',
  );
}

async function rewrapAll(sealed: SealedRows, sealer: JoseSealer, to: string): Promise<number> {
  let rewrapped = 0;
  for (;;) {
    const left = await sealed.dataKeysWithout([startUnder(to)], AT_A_TIME);
    if (left.length === 0) return rewrapped;
    for (const key of left)
      if (await sealed.replaceDataKey(key, await sealer.rewrap(key.wrapped, to))) rewrapped += 1;
  }
}
