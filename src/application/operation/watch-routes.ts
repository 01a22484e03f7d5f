import { Newest } from '../../domain/newest.ts';
import {
  type RouteState,
  SLOW_MS,
  stateAfter,
  stateId,
  type StateKey,
} from '../../domain/sending/route-state.ts';
import type { WireCall } from '../../domain/sending/network-calls.ts';
import type { CallRecorder, Collected } from '../../ports/call-recorder.ts';
import type { RouteStates } from '../../ports/route-states.ts';

/** A route that goes on as before is stored again after this time. */
const FRESH_MS = 10_000;
/** Clients and routes that one process remembers. */
const MAX_REMEMBERED = 10_000;

/** Collects the calls of a rail, and stores how its route answered. */
export class WatchRoutes {
  private readonly stored = new Newest<RouteState>(MAX_REMEMBERED);

  constructor(
    private readonly recorder: CallRecorder,
    private readonly states: Pick<RouteStates, 'find' | 'put'>,
  ) {}

  /** As `CallRecorder`. */
  async collect<T>(of: StateKey, work: (calls: WireCall[]) => Promise<T>): Promise<Collected<T>> {
    const collected = await this.recorder.collect(work);
    const last = collected.calls.at(-1);
    // A delivery never fails over what is shown about its route.
    if (last) await this.note(of, last).catch(() => undefined);
    return collected;
  }

  private async note(of: StateKey, call: WireCall): Promise<void> {
    const id = stateId(of);
    const known = this.stored.get(id);
    const next = stateAfter(of, call, known);
    if (known && isSame(known, next)) return;
    // What another process has stored since tells only what a failure follows.
    const state = next.works ? next : stateAfter(of, call, await this.states.find(id));
    await this.states.put(state);
    this.stored.set(id, state);
  }
}

const isSame = (before: RouteState, next: RouteState): boolean =>
  before.works === next.works &&
  before.tookMs > SLOW_MS === next.tookMs > SLOW_MS &&
  Math.abs(Number(next.at) - Number(before.at)) < FRESH_MS;
