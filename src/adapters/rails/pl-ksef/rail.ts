import { SANDBOX_POLL_WAITS_MS } from '../../../domain/sending/retry.ts';
import type { OpenRail } from '../../../ports/rail/rail-settings.ts';
import { PlKsefRail } from './pl-ksef-rail.ts';
import type { PolishSettings } from './settings.ts';

/**
 * If a queue is not empty after half a minute, the caps are too narrow for it; its first invoice waits that long for the
 * others.
 */
const BATCH_PACE = { fromWaitMs: 30_000, gatherMs: 10_000 };

export const openRail: OpenRail<PolishSettings> = ({ isBatched, ...systems }, ports) =>
  new PlKsefRail(ports, {
    ...systems,
    ...(ports.environment === 'sandbox' && {
      pollWaitsMs: SANDBOX_POLL_WAITS_MS,
      inSandbox: true,
      outagePauseS: 5,
    }),
    ...(isBatched && { batches: BATCH_PACE }),
  });
