import { CALLS } from './scenarios/calls.ts';
import { CLOCK } from './scenarios/clock.ts';
import { CONNECTIONS, UNFINISHED } from './scenarios/connections.ts';
import { DAMAGE } from './scenarios/damage.ts';
import { DISK } from './scenarios/disk.ts';
import { FAIR } from './scenarios/fair.ts';
import { LOGS } from './scenarios/logs.ts';
import { PACKS } from './scenarios/packs.ts';
import { REFUSALS } from './scenarios/denied-calls.ts';
import { SECRETS } from './scenarios/secrets.ts';
import { play, playInTurn, type Scenario } from './scenarios/stage.ts';
import type { Outcome } from './tally.ts';

/** Disturbances of a service, and the guarantees that have to hold. Each has its own service, unless it is harmless. */
export const SCENARIOS: readonly Scenario[] = [
  ...LOGS,
  ...DISK,
  ...DAMAGE,
  ...SECRETS,
  ...PACKS,
  ...CALLS,
  ...CONNECTIONS,
  ...REFUSALS,
  ...UNFINISHED,
  ...FAIR,
  ...CLOCK,
];

/** Each of them waits most of its time. */
const AT_ONCE = 3;

/** Runs scenarios, several at once. @returns the result of each, in order. */
export function playAll(scenarios: readonly Scenario[]): readonly Promise<Outcome>[] {
  const inTurn = playInTurn(scenarios.filter(({ harmless }) => harmless)).values();
  const alone = playAlone(scenarios.filter(({ harmless }) => !harmless)).values();
  return scenarios.map(({ harmless }) => (harmless ? inTurn : alone).next().value!);
}

/** In parallel with the harmless ones. */
function playAlone(scenarios: readonly Scenario[]): readonly Promise<Outcome>[] {
  const slots = Array.from({ length: AT_ONCE - 1 }, (): Promise<unknown> => Promise.resolve());
  return scenarios.map((scenario, index) => {
    const slot = index % slots.length;
    const played = slots[slot]!.then(() => play(scenario));
    slots[slot] = played.catch(() => undefined);
    return played;
  });
}
