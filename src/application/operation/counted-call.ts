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
  /** The result of a call that has another one than the route's answer: `fetched`. */
  readonly done: string;
}

/** Calls that bring what others have sent. */
const FETCHES: ReadonlySet<string> = new Set(['answers', 'received']);

/**
 * Makes a call to a route, and counts its time and result.
 * @param work lists its calls over the wire in `calls`. Undefined if the route has no such call: nothing is counted.
 */
export async function makeCounted<T extends object | undefined>(
  { call, done, ...of }: CountedCall,
  work: (calls: WireCall[]) => Promise<T | RailAnswer>,
  { recorder, telemetry, clock }: CountedCallPorts,
): Promise<Collected<T | RailAnswer>> {
  const began = clock.now();
  const collected = await recorder.collect(FETCHES.has(call) ? { ...of, isFetch: true } : of, work);
  const { value } = collected;
  const seconds = (clock.now().getTime() - began.getTime()) / 1000;
  if (value)
    telemetry.routeCalled(of.route, call, isAnswer(value) ? value.mapping.networkStatus : done, seconds);
  return collected;
}

const isAnswer = (value: object): value is RailAnswer => 'mapping' in value;
