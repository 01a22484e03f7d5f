import { PACKS } from './scenarios/packs.ts';
import { NotHere, play, type Scenario } from './scenarios/stage.ts';
import type { Outcome } from './tally.ts';

/** What happens to a service, and what has to hold; each has a service of its own. */
export const SCENARIOS: readonly Scenario[] = [...PACKS];

export async function outcomeOf(scenario: Scenario): Promise<Outcome> {
  const { name, holds } = scenario;
  try {
    const wrong = await play(scenario);
    const tried = { [wrong.length > 0 ? 'did not hold' : 'held']: 1 };
    return { name, tried, wrong: wrong.map((fault) => `(${holds}) ${fault}`) };
  } catch (error) {
    if (error instanceof NotHere) return { name, tried: {}, wrong: [], skipped: `skipped: ${error.message}` };
    throw error;
  }
}
