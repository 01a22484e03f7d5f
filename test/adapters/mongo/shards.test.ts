import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Document } from 'mongodb';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import type { Mongo } from '../../../src/adapters/mongo/mongo.ts';
import { openMongo } from '../../../src/adapters/mongo/open-mongo.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { changeOf } from '../../contract/invoices.ts';
import { monitored } from '../../support/mongo-documents.ts';
import { describeOnMongo, freshDatabase } from '../../support/mongo-server.ts';
import { aClaim, ahead, AHEAD, anIntake, sha256 } from '../../support/records.ts';

const PAGE = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

/** The rows of a table below a heading, without its head. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, below = ''] = PAGE.split(`${heading}\n`);
  const [table = ''] = below.split(/\n#+ /);
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| --'));
  return rows.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const namesIn = (cell = ''): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** By the page: collections with shards by `_id`. */
const SHARDED = new Set(
  rowsBelow('### Shards').flatMap(([names, by]) => (by === '`_id`, hashed' ? namesIn(names) : [])),
);

/** The conditions of a command that reads or changes; a document that is inserted has an `_id`. */
function conditionsOf(command: Document): readonly Document[] {
  if ('find' in command) return [command['filter'] as Document];
  if ('findAndModify' in command) return [command['query'] as Document];
  const parts = [
    ...((command['updates'] ?? []) as Document[]),
    ...((command['deletes'] ?? []) as Document[]),
  ];
  return parts.map(({ q }) => q as Document);
}

const namesId = ({ _id: id }: Document): boolean =>
  typeof id === 'string' || Array.isArray((id as Document | undefined)?.['$in']);

/** As the page writes it. */
const nameOf = (members: readonly string[]): string =>
  members.length === 0 ? 'the newest' : `\`${members.join(', ')}\``;

const bytesOf = (text: string) => ({ sha256: sha256(text), sealed: Buffer.from(text) });

/** What the way of an invoice asks of the stores, from the call to the end. */
async function deliver(stores: Stores): Promise<void> {
  const { keys, clients, rates, idempotency, caps, invoices, eventFeed, sealed, sessions } = stores;
  await keys.findByHash('none');
  await clients.find('acme');
  await rates.take('acme/submit', [{ seconds: 60, limit: 9 }], AHEAD);
  await sealed.keepDataKey('acme', 'wrapped');
  const claim = await idempotency.claim(aClaim());
  assert.ok(claim.outcome === 'claimed');
  const documents = [{ kind: 'canonical' as const, sha256: sha256('document'), size: 8 }];
  const own = { dueAt: AHEAD, documents, intakeKey: claim.claim.claimId };
  const intake = { ...anIntake(own), files: [bytesOf('document')] };
  const answer = { claim: claim.claim, answer: { status: 202, headers: {}, body: '{}' } };
  const taken = await invoices.takeIn({ ...intake, answer });
  assert.ok(taken.taken);
  const { id } = taken.invoice;
  assert.equal((await idempotency.claim(aClaim())).outcome, 'answered');
  const lease = { token: 'lse_1', until: ahead(60_000) };
  const leased = await invoices.lease(id, lease, AHEAD);
  assert.ok(leased);
  await sealed.contentWithKey('acme', sha256('document'));
  const cap = { key: 'PL-KSEF acme send', windows: [{ seconds: 1, limit: 3 }] };
  await caps.take(cap, AHEAD);
  await caps.end(cap, { countedAt: AHEAD }, AHEAD);
  await sessions.find('none');
  assert.equal(await invoices.renewLease(id, lease), true);
  const end = changeOf(leased, { state: 'accepted', dueAt: null, lease: null });
  const committed = await invoices.commit({ ...end, files: [bytesOf('receipt')], lease: lease.token });
  assert.equal(committed, 'committed');
  assert.equal((await eventFeed.follow(undefined, 9)).length, 2);
}

describeOnMongo('the way of an invoice on shards', (server) => {
  let mongo: Mongo;
  const commands: Document[] = [];

  before(async () => {
    mongo = await openMongo(monitored(freshDatabase(server)), 'sandbox');
    mongo.client.on('commandStarted', ({ command }) => commands.push(command));
    await deliver(mongoStores(mongo));
  });

  after(async () => {
    await mongo?.db.dropDatabase();
    await mongo?.close();
  });

  const queries = () =>
    commands.flatMap((command) =>
      conditionsOf(command).map((condition) => ({
        collection: String(Object.values(command)[0]),
        isTargeted: namesId(condition),
        isWrite: !('find' in command),
        by: nameOf(Object.keys(condition).sort()),
      })),
    );

  it('names the shard key in each write to a collection that has shards', () => {
    const writes = queries().filter(({ collection, isWrite }) => isWrite && SHARDED.has(collection));
    assert.ok(new Set(writes.map(({ collection }) => collection)).size >= 4, 'the way meets them');
    assert.deepEqual(
      writes.filter(({ isTargeted }) => !isTargeted),
      [],
    );
  });

  it('asks what the page says, of one shard or of all', () => {
    const rows = rowsBelow('### What the way of an invoice asks');
    const said = rows.map(([collection, by, shards]) => `${namesIn(collection)[0]} by ${by}: ${shards}`);
    const sent = queries().map(({ collection, by, isTargeted }) =>
      isTargeted ? `${collection} by \`_id\`: one` : `${collection} by ${by}: all`,
    );
    assert.deepEqual([...new Set(sent)].sort(), [...said].sort());
  });
});
