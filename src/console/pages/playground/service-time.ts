import { signal } from '@preact/signals';
import type { components } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { service } from '../../app/session.ts';

type Clock = components['schemas']['Clock'];

/** How far the service's clock is ahead of the browser's. */
export const offsetMs = signal(0);

/** Milliseconds since 1970, by the service's clock. */
export const serviceTime = (): number => Date.now() + offsetMs.value;

export const readClock = async (signal: AbortSignal): Promise<Clock> =>
  learned(await dataOf(service().api.GET('/clock', { signal })));

export const moveClock = async (seconds: number): Promise<Clock> =>
  learned(await dataOf(service().api.POST('/clock', { body: { advance_seconds: seconds } })));

/** A browser whose clock is a little off gets that right, too. */
function learned(clock: Clock): Clock {
  const ahead = Date.parse(clock.now) - Date.now();
  offsetMs.value = Math.abs(ahead) < MIN_AHEAD_MS ? 0 : ahead;
  return clock;
}

/** Below it the way of the answer is all there is. */
const MIN_AHEAD_MS = 1000;
