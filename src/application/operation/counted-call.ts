import type { WireCall } from '../../domain/sending/network-calls.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Collected } from '../../ports/call-recorder.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { WatchRoutes } from './watch-routes.ts';

export interface CountedCallPorts {
  readonly recorder: Pick<WatchRoutes, 'collect'>;
  readonly telemetry: Pick<Telemetry, 'routeCalled'>;
  readonly clock: Clock;
}

interface CountedCall {
  readonly route: Route;
  readonly client: string;
  /** `send`, `answers`. */
  readonly call: string;
  /** It brings what others have sent. */
  readonly isFetch?: boolean;
}

/**
 * Makes a call to a route, and counts its time and result.
 * @param work lists its calls over the wire in `calls`. Undefined if the route has no such call: nothing is counted.
 */
export async function makeCounted<T extends object | undefined>(
  { call, ...of }: CountedCall,
  work: (calls: WireCall[]) => Promise<T | RailAnswer>,
  { recorder, telemetry, clock }: CountedCallPorts,
): Promise<Collected<T | RailAnswer>> {
  const began = clock.now();
  const collected = await recorder.collect(of, work);
  const { value } = collected;
  const seconds = (clock.now().getTime() - began.getTime()) / 1000;
  if (value) telemetry.routeCalled(of.route, call, resultOf(value, of), seconds);
  return collected;
}

/** What the route answered; if the call gave anything else, what it has done. */
function resultOf(value: object | RailAnswer, { isFetch }: Pick<CountedCall, 'isFetch'>): string {
  if ('mapping' in value) return value.mapping.networkStatus;
  return isFetch ? 'fetched' : 'prepared';
}
