import assert from 'node:assert/strict';
import { countCommands } from '../../../scripts/bench/mongo-round-trips.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { PREPARED_PACKS } from '../../support/prepared-packs.ts';

/**
 * Upper limits above what `npm run bench -- mongo` prints: a further command for each invoice exceeds them. A second without work has what
 * the ten seconds hold by chance: a sweep more, or a look on a slow machine.
 */
const MOST: Readonly<Record<string, number>> = {
  intake: 13,
  'idle, 1 s': 8,
  '10 clients, 1 s': 12,
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
