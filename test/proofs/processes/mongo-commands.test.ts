import assert from 'node:assert/strict';
import { countCommands } from '../../../scripts/bench/mongo-round-trips.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { PREPARED_PACKS } from '../../support/prepared-packs.ts';

/**
 * Upper limits above what `npm run bench -- mongo` prints: a further command for each invoice exceeds them. A second without work has what
 * the ten seconds hold by chance: a sweep more, or a look on a slow machine.
 */
const MOST: Readonly<Record<string, number>> = { intake: 9, 'idle, 1 s': 8, '10 clients, 1 s': 12 };

/**
 * What a delivered invoice asks however long it takes. The other commands come with time, so that a slow machine has more of them for an
 * invoice: looks for due work and feeds, copies of events, jobs of what found no free slot.
 */
const OF_ITS_WAY: Readonly<Record<string, number>> = {
  'find api_keys': 1,
  'update rates': 1,
  'insert audit': 1,
  'insert idempotency': 1,
  'insert claims': 1,
  'update contents': 2,
  'insert invoices': 1,
  'findAndModify invoices': 3,
  'update invoices: commit': 4,
  'update invoices: lease': 1,
  'find credentials': 1,
  'update sessions': 1,
};
/**
 * Of one invoice alone each of these is exact: its check and its send share a lease. The usual totals of a client (`update sessions`) are
 * written by few of its invoices.
 */
const ALONE: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({ ...OF_ITS_WAY, 'findAndModify invoices': 2 }).filter(
    ([command]) => command !== 'update sessions',
  ),
);
/** What else it asks comes with time: looks, copies of its events, what a process reads once in some seconds. */
const WITH_TIME = new Set([
  ...['waits', 'commands', 'update sessions', 'find clients', 'find data_keys'],
  ...['find invoices', 'update invoices: copies', 'find outbox', 'insert outbox'],
  ...['find webhooks', 'update webhook_cursors'],
  ...['find jobs', 'findAndModify jobs', 'update jobs', 'delete jobs'],
]);

/** A retry, or a duplicate lease of what two callers found due. */
const CHANCE = 0.5;

describeOnMongo('the commands that the service sends to MongoDB', (server) => {
  it('stay within their limits for an intake, a delivered invoice and a second without work', async function () {
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
    const alone = sums.get('alone')!;
    const further = Object.keys(alone).filter((command) => !(command in ALONE) && !WITH_TIME.has(command));
    assert.deepEqual(further, [], 'one invoice asks nothing else');
    assert.deepEqual(
      Object.fromEntries(Object.keys(ALONE).map((command) => [command, alone[command]])),
      ALONE,
      JSON.stringify(alone),
    );
    for (const title of ['delivered, 1', 'delivered, 8'])
      for (const [command, most] of Object.entries(OF_ITS_WAY)) {
        const count = sums.get(title)![command] ?? 0;
        assert.ok(count > 0, `${title}: ${command} is still one of them`);
        assert.ok(count <= most + CHANCE, `${title}: at most ${most} ${command}, found ${count}`);
      }
  });
});
