import assert from 'node:assert/strict';
import { rememberPages } from '../../../src/application/stores/remembered-pages.ts';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import { feedName, type Feed, type Feeds } from '../../../src/ports/feeds.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const feedOf = (client: string): Feed => ({ route: 'PL-KSEF', client, credentialId: null });
const recordOf = (client: string) => ({ ...newClient(client, new Date(0)), version: 1 });

/** A process, and another one on the same store. */
function begin() {
  let nowMs = 0;
  const other = memoryStores();
  const own = rememberPages(other, () => nowMs);
  const namesOf = async () => ({
    feeds: (await own.feeds.list(undefined, 9)).map(({ client }) => client),
    clients: (await own.clients.toCollectFor(undefined, 9)).map(({ client }) => client),
  });
  return { other, own, namesOf, wait: (ms: number) => (nowMs += ms) };
}

describe('the remembered pages of clients and feeds', () => {
  it('show a change of another process after five seconds', async () => {
    const { other, namesOf, wait } = begin();
    assert.deepEqual(await namesOf(), { feeds: [], clients: [] });
    await other.feeds.begin(feedOf('acme'));
    await other.clients.replace(recordOf('acme'));
    wait(4_999);
    assert.deepEqual(await namesOf(), { feeds: [], clients: [] });
    wait(1);
    assert.deepEqual(await namesOf(), { feeds: ['acme'], clients: ['acme'] });
  });

  it('show a change of their own process at once', async () => {
    const { own, namesOf } = begin();
    await namesOf();
    await own.feeds.begin(feedOf('acme'));
    await own.clients.replace(recordOf('acme'));
    assert.deepEqual(await namesOf(), { feeds: ['acme'], clients: ['acme'] });
    await own.feeds.advance(feedName(feedOf('acme')), '7');
    assert.equal((await own.feeds.list(undefined, 9))[0]?.cursor, '7');
  });

  it('do not hold a page that was read while this process changed it', async () => {
    const { other, own, namesOf } = begin();
    const writing = own.feeds.begin(feedOf('acme'));
    const [beside] = await Promise.all([namesOf(), writing]);
    assert.ok(beside);
    assert.deepEqual((await namesOf()).feeds, ['acme']);
    assert.equal((await other.feeds.list(undefined, 9)).length, 1);
  });

  it('do not hold a failed look', async () => {
    const stores = memoryStores();
    let fails = true;
    const feeds: Feeds = {
      ...stores.feeds,
      list: (after: string | undefined, limit: number) =>
        fails ? Promise.reject(new Error('away')) : stores.feeds.list(after, limit),
    };
    const own = rememberPages({ clients: stores.clients, feeds }, () => 0);
    await assert.rejects(own.feeds.list(undefined, 9), /away/);
    fails = false;
    assert.deepEqual(await own.feeds.list(undefined, 9), []);
  });

  it('begin a feed in the store once in a minute', async () => {
    const stores = memoryStores();
    let begun = 0;
    let nowMs = 0;
    const feeds: Feeds = { ...stores.feeds, begin: async () => void (begun += 1) };
    const own = rememberPages({ clients: stores.clients, feeds }, () => nowMs);
    for (let times = 0; times < 3; times += 1) await own.feeds.begin(feedOf('acme'));
    await own.feeds.begin(feedOf('other'));
    assert.equal(begun, 2);
    nowMs = 60_000;
    await own.feeds.begin(feedOf('acme'));
    assert.equal(begun, 3);
  });
});
