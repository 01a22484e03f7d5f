import assert from 'node:assert/strict';
import { countCommands } from '../../../scripts/bench/mongo-round-trips.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { PREPARED_PACKS } from '../../support/prepared-packs.ts';

/** Upper limits, a little above what `npm run bench -- mongo` prints: a further command for each invoice exceeds them. */
const MOST: Readonly<Record<string, number>> = {
  intake: 13,
  'idle, 1 s': 5,
  '10 clients, 1 s': 9,
  'delivered, 1': 28,
  'delivered, 8': 34,
};

describeOnMongo('the commands that the service sends to MongoDB', (server) => {
  it('stay within their limits for an intake, a delivered invoice and a second without work', async function () {
    this.timeout(180_000);
    const columns = await countCommands(server, {
      calls: 25,
      delivered: 30,
      idleS: 10,
      rules: PREPARED_PACKS,
    });
    const sums = new Map(columns.map(({ title, counts }) => [title, counts]));
    for (const [title, most] of Object.entries(MOST)) {
      const counts = sums.get(title)!;
      assert.ok(counts['commands']! <= most, `${title}: at most ${most}, found ${JSON.stringify(counts)}`);
    }
  });
});
