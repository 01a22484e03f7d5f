import { ENGLISH } from '../frame/english.ts';
import { jsonReportWriter } from '../../adapters/http/call/reports.ts';
import { ControlledClock } from '../../adapters/system/controlled-clock.ts';
import { REAL_CLOCK } from '../../adapters/system/real-clock.ts';
import { TimedIds } from '../../adapters/system/timed-ids.ts';
import { EndAccess } from '../../application/operation/end-access.ts';
import { HoldUnsent } from '../../application/operation/hold-unsent.ts';
import { HoldRestoredReports } from '../../application/reports/hold-restored.ts';
import { GiveUpRestoredStatuses } from '../../application/statuses/give-up-restored.ts';
import { profileOf } from '../../domain/routes/all.ts';
import { openStore } from '../../processes/open-store.ts';
import type { Settings } from '../../processes/settings/settings.ts';

/** What decides about a restored store, on the store of the settings. */
export async function openHold(settings: Settings) {
  const { stores, close } = await openStore(settings.store, settings.environment);
  const clock = new ControlledClock(stores.clock);
  if (settings.clockControl) await clock.refresh();
  const hold = new HoldUnsent({
    invoices: stores.invoices,
    clock,
    ids: new TimedIds(),
    reportWriter: jsonReportWriter(ENGLISH),
    clients: stores.clients,
    routes: profileOf,
  });
  const statuses = new GiveUpRestoredStatuses({
    statuses: stores.statuses,
    invoices: stores.invoices,
    received: stores.received,
    eventFeed: stores.eventFeed,
    clock,
    reportWriter: jsonReportWriter(ENGLISH),
    catalogue: { find: () => undefined },
  });
  const reports = new HoldRestoredReports({ reports: stores.reports, clock });
  const access = new EndAccess({
    keys: stores.keys,
    shares: stores.shares,
    browserSessions: stores.browserSessions,
    clock,
    realClock: REAL_CLOCK,
  });
  return { hold, statuses, reports, access, processes: stores.processes, close };
}
