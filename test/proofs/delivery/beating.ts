import type { Lease } from '../../../src/domain/lifecycle/work-record.ts';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { InvoiceStore } from '../../../src/ports/invoice-store.ts';
import { withMethods } from '../../support/with-methods.ts';

const BEAT_MS = 200;

/**
 * The harness moves the clock faster than it goes, and the heart of whoever lives has to beat as fast: only the dead lose their
 * leases.
 */
export function beating(store: InvoiceStore, clock: Clock): InvoiceStore {
  const held = new Map<string, Lease>();
  const drop = (id: string, token: string | undefined): void => {
    if (held.get(id)?.token === token) held.delete(id);
  };
  setInterval(() => {
    const until = new Date(clock.now().getTime() + LEASE_MS);
    for (const [id, { token }] of held)
      store.renewLease(id, { token, until }).then(
        (isHeld) => isHeld || drop(id, token),
        () => undefined,
      );
  }, BEAT_MS).unref();
  return withMethods(store, {
    async lease(id, lease, ...rest) {
      const record = await store.lease(id, lease, ...rest);
      if (record) held.set(id, lease);
      return record;
    },
    async leaseInLine(id, lease, now) {
      const record = await store.leaseInLine(id, lease, now);
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
