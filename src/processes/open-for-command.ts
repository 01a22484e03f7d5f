import { ControlledClock } from '../adapters/system/controlled-clock.ts';
import { NodeDigests } from '../adapters/system/node-digests.ts';
import { TimedIds } from '../adapters/system/timed-ids.ts';
import { openStore, requireStore } from './open-store.ts';
import type { Settings } from './settings/settings.ts';

/**
 * The store, clock and keys for a command outside the service.
 * @param makesStore the command may come before the first start of the service.
 * @throws StoreRefused
 */
export async function openForCommand(settings: Settings, { makesStore = false } = {}) {
  if (!makesStore) requireStore(settings.store);
  const { stores, close } = await openStore(settings.store, settings.environment);
  const clock = new ControlledClock(stores.clock);
  if (settings.clockControl) await clock.refresh();
  return {
    stores,
    keys: stores.keys,
    sealed: stores.sealed,
    audit: stores.audit,
    clients: stores.clients,
    clock,
    ids: new TimedIds(),
    digests: new NodeDigests(),
    environment: settings.environment,
    close,
  };
}
