// The service as `npm start` starts it, but what a killed one had in hand is free again after seconds, not after a minute.
import type { CapRow } from '../../src/domain/lifecycle/caps.ts';
import type { Rail, Rails } from '../../src/ports/rail.ts';
import * as t from '../../src/processes/tokens.ts';
import { withMethods } from './with-methods.ts';
import { startHasty } from './hasty.ts';

/** So many sends of a client in a minute, where the test says so: a queue of a few outruns them, however slow the machine. */
const { SENDS_A_MINUTE } = process.env;

const capped = (rail: Rail, limit: number): Rail => {
  const row = (old: CapRow): CapRow =>
    old.works.includes('send') ? { ...old, windows: [{ seconds: 60, limit }] } : old;
  return withMethods(rail, { caps: rail.caps.map(row) });
};

await startHasty((bindings) => {
  if (SENDS_A_MINUTE === undefined) return;
  const rails = [...bindings.get<Rails>(t.RAILS).values()];
  const limit = Number(SENDS_A_MINUTE);
  bindings
    .rebind<Rails>(t.RAILS)
    .toConstantValue(new Map(rails.map((rail) => [rail.route, capped(rail, limit)])));
});
