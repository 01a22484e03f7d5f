import { SANDBOX_POLL_WAITS_MS } from '../../../domain/sending/retry.ts';
import type { OpenRail } from '../../../ports/rail/rail-settings.ts';
import { FrPaRail } from './fr-pa-rail.ts';
import type { FrenchSettings } from './settings.ts';

export const openRail: OpenRail<FrenchSettings> = (settings, ports) =>
  new FrPaRail(ports, {
    ...settings,
    ...(ports.environment === 'sandbox' && { pollWaitsMs: SANDBOX_POLL_WAITS_MS, inSandbox: true }),
  });
