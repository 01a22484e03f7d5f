import { SANDBOX_POLL_WAITS_MS } from '../../../domain/sending/retry.ts';
import type { OpenRail } from '../../../ports/rail/rail-settings.ts';
import { PeppolRail } from './peppol-rail.ts';
import type { PeppolSettings } from './settings.ts';

/** The simulated network reports it after a step or two. */
const SANDBOX_WATCH_WAITS_MS = [2000, 5000, 30_000];

export const openRail: OpenRail<PeppolSettings> = (settings, { outbound, participants, environment }) =>
  new PeppolRail(outbound, {
    ...settings,
    participants,
    ...(environment === 'sandbox' && {
      pollWaitsMs: SANDBOX_POLL_WAITS_MS,
      inSandbox: true,
      watchWaitsMs: SANDBOX_WATCH_WAITS_MS,
    }),
  });
