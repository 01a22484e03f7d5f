import { SANDBOX_POLL_WAITS_MS } from '../../../domain/delivery/decisions.ts';
import type { OpenRail } from '../../../ports/rail-settings.ts';
import { PeppolRail } from './peppol-rail.ts';
import type { PeppolSettings } from './settings.ts';

export const openRail: OpenRail<PeppolSettings> = (settings, { outbound, environment }) =>
  new PeppolRail(outbound, {
    ...settings,
    ...(environment === 'sandbox' && { pollWaitsMs: SANDBOX_POLL_WAITS_MS }),
  });
