import type { Lease } from '../../../src/domain/lifecycle/work-record.ts';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { InvoiceStore } from '../../../src/ports/invoice-store.ts';
import { withMethods } from '../../support/with-methods.ts';

const BEAT_MS = 200;

/**
 * Renews every lease of this process again and again. The harness moves the clock by more than a lease lasts, and waits after each move
 * until all live processes have renewed theirs: only a dead process loses its leases, however slow the machine is.
 * @param onBeat called after each round in which every lease was renewed or found lost, with the time of the clock at its beginning.
 */
export function beating(store: InvoiceStore, clock: Clock, onBeat: (time: Date) => void): InvoiceStore {
  const held = new Map<string, Lease>();
  const drop = (id: string, token: string | undefined): void => {
    if (held.get(id)?.token === token) held.delete(id);
  };
  const renew = async (id: string, token: string, until: Date): Promise<boolean> => {
    try {
      if (!(await store.renewLease(id, { token, until }))) drop(id, token);
      return true;
    } catch {
      return false;
    }
  };
  const beat = async (): Promise<void> => {
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const renewed = await Promise.all([...held].map(([id, { token }]) => renew(id, token, until)));
    if (renewed.every(Boolean)) onBeat(now);
    setTimeout(() => void beat(), BEAT_MS).unref();
  };
  // Before the first lease: from now on the harness waits for this process.
  onBeat(clock.now());
  setTimeout(() => void beat(), BEAT_MS).unref();
  return withMethods(store, {
    async lease(id, lease, ...rest) {
      const record = await store.lease(id, lease, ...rest);
      if (record) held.set(id, lease);
      return record;
    },
    async leaseQueued(id, lease, now) {
      const record = await store.leaseQueued(id, lease, now);
      if (record) held.set(id, lease);
      return record;
    },
    async commit(change) {
      const result = await store.commit(change);
      if (change.record.lease === null) drop(change.record.id, change.lease);
      return result;
    },
    releaseLease(id, token) {
      drop(id, token);
      return store.releaseLease(id, token);
    },
  });
}
