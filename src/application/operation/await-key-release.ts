import { MAX_KEY_AGE_MS } from '../../domain/lifecycle/leased-keys.ts';
import type { LiveProcess, LiveProcesses } from '../../ports/live-processes.ts';
import type { Clock } from '../../ports/clock.ts';
import { MAX_SILENCE_MS } from './watch-workers.ts';

interface Ports {
  readonly processes: Pick<LiveProcesses, 'seenSince'>;
  readonly realClock: Clock;
}

const LOOK_EVERY_MS = 500;
const BEGINNING = new Date(0);

/**
 * Waits until no live process has a data key in memory that was shredded before: each has given a sign of life after the longest time for which
 * a key stays there, or has ended. A process that stands still gives none. Its rows are compared with each other only, so no clocks are.
 * @returns those that gave none for `maxSilenceMs`: they were killed, or stand still and may have the key.
 */
export async function awaitKeyRelease(
  { processes, realClock }: Ports,
  maxSilenceMs = MAX_SILENCE_MS,
): Promise<readonly LiveProcess[]> {
  const live = await processes.seenSince(new Date(realClock.now().getTime() - MAX_SILENCE_MS));
  if (live.length === 0) return [];
  await pause(MAX_KEY_AGE_MS);
  const lastSigns = await signsOf(processes);
  const until = performance.now() + maxSilenceMs;
  for (let waiting = live; ; await pause(LOOK_EVERY_MS)) {
    const signs = await signsOf(processes);
    waiting = waiting.filter(({ id }) => signs.has(id) && signs.get(id) === lastSigns.get(id));
    if (waiting.length === 0 || performance.now() >= until) return waiting;
  }
}

const signsOf = async (processes: Ports['processes']): Promise<ReadonlyMap<string, number>> =>
  new Map((await processes.seenSince(BEGINNING)).map(({ id, seenAt }) => [id, seenAt.getTime()]));

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
