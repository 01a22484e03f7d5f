// The service as `npm start` starts it, but the lease of a killed process expires after seconds instead of a minute.
import type { Rail, Rails } from '../../src/ports/rail/rail.ts';
import * as t from '../../src/processes/tokens.ts';
import { cappedSends } from './capped-sends.ts';
import { startHasty } from './hasty.ts';
import { withMethods } from './with-methods.ts';

/** Sends of a client per hour, if the test sets them: a short queue exceeds them, however slow the machine is. */
const { SENDS_AN_HOUR } = process.env;

const capped = (rail: Rail, limit: number): Rail =>
  withMethods(rail, { caps: cappedSends(rail.caps, { seconds: 3600, limit }) });

await startHasty((bindings) => {
  if (SENDS_AN_HOUR === undefined) return;
  const rails = [...bindings.get<Rails>(t.port('rails')).values()];
  const limit = Number(SENDS_AN_HOUR);
  bindings
    .rebind<Rails>(t.port('rails'))
    .toConstantValue(new Map(rails.map((rail) => [rail.route, capped(rail, limit)])));
});
