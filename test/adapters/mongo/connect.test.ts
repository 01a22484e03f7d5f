import assert from 'node:assert/strict';
import type { CommandStartedEvent } from 'mongodb';
import { connect, connectForSetUp } from '../../../src/adapters/mongo/connect.ts';
import { mongoStores } from '../../../src/adapters/mongo/mongo-stores.ts';
import { Mongo } from '../../../src/adapters/mongo/mongo.ts';
import { openMongo } from '../../../src/adapters/mongo/open-mongo.ts';
import { time } from '../../../src/adapters/mongo/timed.ts';
import { describeOnMongo, freshDatabase } from '../../support/mongo-server.ts';
import { after as later, aClaim, aKey, anIntake, hex, START } from '../../support/records.ts';

describeOnMongo('a connection to MongoDB', (server) => {
  const withOptions = (options: string): string => {
    const url = freshDatabase(server);
    return `${url}${url.includes('?') ? '&' : '?'}${options}`;
  };

  it('reads from the primary and writes to the disks of the majority, whatever options the address has', async () => {
    const client = await connect(
      withOptions(
        'w=1&journal=false&wtimeoutMS=1&readPreference=secondary&maxStalenessSeconds=120&readConcernLevel=available',
      ),
    );
    const { writeConcern, readPreference, readConcern } = client.options;
    assert.deepEqual(
      [
        writeConcern?.w,
        writeConcern?.journal,
        writeConcern?.wtimeoutMS,
        readPreference.mode,
        readConcern?.level,
      ],
      ['majority', true, 10_000, 'primary', 'local'],
    );
    await client.close();
  });

  it('waits as the address states, by default as long as a call or a start can wait', async () => {
    const own = await connect(withOptions('serverSelectionTimeoutMS=777&SocketTimeoutMS=888'));
    const usual = await connect(withOptions('retryWrites=false'));
    const setUp = await connectForSetUp(withOptions('retryWrites=false'));
    const { options } = own;
    assert.deepEqual([options.serverSelectionTimeoutMS, options.socketTimeoutMS], [777, 888]);
    assert.deepEqual([usual.options.serverSelectionTimeoutMS, usual.options.socketTimeoutMS], [5000, 30_000]);
    assert.equal(usual.options.waitQueueTimeoutMS, 10_000);
    assert.equal(usual.options.retryWrites, false);
    assert.deepEqual([setUp.options.serverSelectionTimeoutMS, setUp.options.socketTimeoutMS], [20_000, 0]);
    await Promise.all([own.close(), usual.close(), setUp.close()]);
  });

  for (const [stated, options, retryWrites] of [
    ['by default', 'socketTimeoutMS=888', true],
    ['if the address says so', 'retryWrites=true', true],
    ['unless the address turns it off', 'RetryWrites=false', false],
  ] as const)
    it(`repeats a write whose reply is lost, ${stated}`, async () => {
      for (const open of [connect, connectForSetUp]) {
        const client = await open(withOptions(options));
        await client.close();
        assert.equal(client.options.retryWrites, retryWrites);
      }
    });

  it('limits the time of every operation that a store makes', async () => {
    const url = withOptions('monitorCommands=true');
    await (await openMongo(url, 'sandbox')).close();
    const client = await connect(url);
    const started: CommandStartedEvent[] = [];
    client.on('commandStarted', (event) => started.push(event));
    const mongo = new Mongo(client, time(client.db()));
    const { invoices, eventFeed, audit, keys, idempotency, rates, caps, sealed, clock, check } =
      mongoStores(mongo);
    const intake = { ...anIntake(), files: [{ sha256: hex(64), sealed: new Uint8Array(5_000_000) }] };
    const { id } = intake.record;
    await invoices.takeIn(intake);
    await invoices.lease(id, { token: 't', until: later(1000) }, START);
    await invoices.renewLease(id, { token: 't', until: later(2000) });
    await invoices.releaseLease(id, 't');
    await invoices.listNeglected(START, START, 1);
    await invoices.list({ sort: 'newest', page: 1, pageSize: 25 });
    await invoices.attempts([{ client: 'acme', invoiceRef: 'r' }]);
    await invoices.series({ from: '2026-03-01', to: '2026-03-02', routes: ['PEPPOL'] });
    await invoices.tally(START);
    await eventFeed.outbox(undefined, 5);
    await audit.recent({ limit: 1 });
    await keys.add(aKey());
    await keys.isEmpty();
    await idempotency.claim(aClaim());
    await idempotency.forgetAbout(id);
    await rates.take('acme/read', [{ seconds: 1, limit: 1 }], START);
    const cap = { key: 'acme', windows: [{ seconds: 1, limit: 1 }] };
    await caps.take(cap, START);
    await caps.end(cap, { countedAt: START }, START);
    await sealed.content('acme', intake.files[0]!.sha256);
    await clock.advance(0, 1);
    await check.tryOut(START);
    await mongo.db.dropDatabase();
    await client.close();
    const unlimited = started.filter(
      ({ command, commandName }) =>
        !(Number(command['maxTimeMS']) > 0) && !['dropDatabase', 'endSessions'].includes(commandName),
    );
    assert.deepEqual(
      unlimited.map(({ commandName, command }) => [commandName, command[commandName]]),
      [],
    );
    assert.ok(new Set(started.map(({ commandName }) => commandName)).size >= 6);
  });
});
