import { SANDBOX_POLL_WAITS_MS } from '../../../domain/sending/retry.ts';
import type { OpenRail } from '../../../ports/rail/rail-settings.ts';
import { RoEfacturaRail } from './ro-efactura-rail.ts';
import type { RomanianSettings } from './settings.ts';

export const openRail: OpenRail<RomanianSettings> = (settings, ports) =>
  new RoEfacturaRail(ports, {
    ...settings,
    // A day of the simulator ends when its limit has been met.
    ...(ports.environment === 'sandbox' && {
      pollWaitsMs: SANDBOX_POLL_WAITS_MS,
      inSandbox: true,
      dayPauseSeconds: 2,
    }),
  });
