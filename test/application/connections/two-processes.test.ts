import assert from 'node:assert/strict';
import { join } from 'node:path';
import { on } from '../../contract/each.ts';
import type { Kept, Open } from '../../contract/kept.ts';
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
import { emptyFolder } from '../../support/folder.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { openStores } from '../../support/open-stores.ts';
import { ConnectionWorld, PlatformOfOthers } from './world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function describesTwoProcesses(open: Open): void {
  const it = on(open);
  let platform: PlatformOfOthers;
  before(async () => {
    platform = await PlatformOfOthers.start();
  });
  after(() => platform.server.stop());

  it('exchange the code of a consent once, and renew its log-in once', async ({ other, ...stores }) => {
    const world = new ConnectionWorld(platform, stores);
    const second = new ConnectionWorld(platform, other, world.clock);
    const processes = [world, second, world, second];
    const { connection, url } = await world.ask();
    const query = await platform.visit(url);
    const finished = await Promise.all(processes.map((one) => one.finish(query)));
    assert.deepEqual(finished.toSorted(), ['connected', 'no-link', 'no-link', 'no-link']);
    assert.equal([...world.calls, ...second.calls].filter((path) => path === '/oauth/token').length, 2);
    const { credential, state } = await second.find(connection.id);
    assert.equal(state, 'active');

    for (const wait of [DAY + MINUTE, 60 * MINUTE, DAY + MINUTE]) {
      world.clock.advance(wait);
      const before = platform.server.refreshed;
      const isLook = wait > DAY;
      await Promise.all(
        processes.map((one) =>
          isLook ? one.ports().advanceConnections.run() : one.logIn(credential!, one.rail()),
        ),
      );
      assert.equal(platform.server.refreshed, before + 1, isLook ? 'the daily look' : 'senders');
      assert.equal((await world.find(connection.id)).state, 'active');
      assert.deepEqual(await second.logIn(credential!), { resumeToken: '' });
    }
    await Promise.all(processes.map((one) => one.end(connection.id)));
    world.clock.advance(10 * MINUTE);
    await second.ports().advanceConnections.run();
    assert.equal((await world.find(connection.id)).state, 'ended');
    const { revokedAt } = (await world.stores.credentials.find(credential!))!;
    assert.ok(revokedAt);
  });
}

const opened = async (url: string): Promise<Kept> => {
  const { close, ...own } = await openStores(url);
  const { close: closeOther, ...other } = await openStores(url);
  return {
    ...own,
    other,
    close: async () => {
      await close();
      await closeOther();
    },
  };
};

describe('two processes with a connection, on SQLite', () =>
  describesTwoProcesses(async () => {
    const { path, remove } = emptyFolder();
    writeEmptyStore(join(path, 'ids.db'));
    const stores = await opened(`sqlite:${join(path, 'ids.db')}`);
    return { ...stores, close: () => stores.close().finally(remove) };
  }));
describeOnMongo('two processes with a connection, on MongoDB', (server) =>
  describesTwoProcesses(() => emptyMongoStores(server)),
);
