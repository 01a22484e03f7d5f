import { CALLS } from './scenarios/calls.ts';
import { CLOCK } from './scenarios/clock.ts';
import { CONNECTIONS } from './scenarios/connections.ts';
import { DAMAGE } from './scenarios/damage.ts';
import { DISK } from './scenarios/disk.ts';
import { FAIR } from './scenarios/fair.ts';
import { LOGS } from './scenarios/logs.ts';
import { PACKS } from './scenarios/packs.ts';
import { REFUSALS } from './scenarios/refusals.ts';
import { SECRETS } from './scenarios/secrets.ts';
import { play, type Scenario } from './scenarios/stage.ts';
import type { Outcome } from './tally.ts';

/** What happens to a service, and what has to hold; each has a service of its own. */
export const SCENARIOS: readonly Scenario[] = [
  ...LOGS,
  ...DISK,
  ...DAMAGE,
  ...SECRETS,
  ...PACKS,
  ...CALLS,
  ...REFUSALS,
  ...CONNECTIONS,
  ...FAIR,
  ...CLOCK,
];

/** Each waits most of its time. */
const AT_ONCE = 3;

/** Plays scenarios, some at once. @returns what becomes of each, in their order. */
export function playAll(scenarios: readonly Scenario[]): readonly Promise<Outcome>[] {
  const places = Array.from({ length: AT_ONCE }, (): Promise<unknown> => Promise.resolve());
  return scenarios.map((scenario, index) => {
    const played = places[index % AT_ONCE]!.then(() => play(scenario));
    places[index % AT_ONCE] = played.catch(() => undefined);
    return played;
  });
}
