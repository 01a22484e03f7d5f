import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { ROUTE_OF_CALLBACK } from '../../../src/adapters/http/call/route-of-callback.ts';
import { KeptPages } from '../../../src/adapters/http/reference/kept-pages.ts';
import { API } from './bodies.ts';
import { type Answer, handIn, RunningApi, typeOf } from './harness.ts';
import { CATALOGUE_ENTRY, World } from './world.ts';

const PAGES = [
  ...['/', '/openapi.yaml', '/openapi.json', '/favicon.svg', '/favicon.ico', '/llms.txt', '/codes'],
  ...['/codes?q=tax', '/problems/busy', '/problems/unknown', '/docs', '/docs/start.js', '/docs/openapi.json'],
  ...['/docs/scalar.js', '/docs/webhooks.md', '/docs/unknown.md', '/console', '/x'],
];
const OPERATIONS: Readonly<Record<string, string>> = {
  readSession: '/session',
  endSession: '/session',
  readSigningKeys: '/.well-known/jwks.json',
  readCode: `/codes/${CATALOGUE_ENTRY.code}`,
  openShare: `/share/shr_${'0'.repeat(24)}.${'0'.repeat(64)}`,
  openSharedPage: `/share/shr_${'0'.repeat(24)}.${'0'.repeat(64)}/page`,
};

describe('calls without a key', () => {
  let api: RunningApi;

  beforeEach(async () => {
    api = await RunningApi.start(new World(), true, { trustProxy: 1 });
  });
  afterEach(() => api.stop());

  const from = (address: string, path: string): Promise<Answer> =>
    api.call('GET', path, { headers: { 'x-forwarded-for': address } });
  /** @returns the statuses of so many calls in one second of the clock. */
  const many = async (count: number, call: () => Promise<Answer>): Promise<ReadonlySet<number>> => {
    const seen = new Set<number>();
    for (let sent = 0; sent < count; sent += 10)
      for (const { status } of await Promise.all(Array.from({ length: Math.min(10, count - sent) }, call)))
        seen.add(status);
    return seen;
  };

  it('are all in the table of this test, but for health and the calls of networks', () => {
    const open = API.operations.all.filter(({ id, scope }) => !scope && !ROUTE_OF_CALLBACK.has(id));
    const ids = open.map(({ id }) => id).filter((id) => id !== 'readHealth');
    assert.deepEqual(ids.toSorted(), Object.keys(OPERATIONS).toSorted());
  });

  it('share a limit by address, whatever they ask for; health has its own, and keys go on', async () => {
    assert.deepEqual(await many(100, () => from('203.0.113.7', '/favicon.svg')), new Set([200]));
    const refused = await Promise.all(
      [...PAGES, ...Object.values(OPERATIONS)].map(async (path) => {
        const answer = await from('203.0.113.7', path);
        return [path, answer.status, typeOf(answer), answer.headers.get('retry-after')];
      }),
    );
    assert.deepEqual(
      refused,
      refused.map(([path]) => [path, 429, 'rate-limited', '1']),
    );
    assert.equal((await from('203.0.113.8', '/docs')).status, 200, 'another address');
    assert.equal((await from('203.0.113.7', '/health')).status, 200, 'health');
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const key = await api.world.clientKey('acme');
    assert.equal((await api.call('GET', '/invoices', { key, headers })).status, 200, 'a key');
    api.world.clock.advance(1000);
    assert.equal((await from('203.0.113.7', '/docs')).status, 200, 'a second later');
  });

  it('for the files of the console have a limit of their own: some eighty are a first visit', async () => {
    const [name] = /\/console\/assets\/[^"]+/.exec((await from('203.0.113.8', '/console')).text) ?? [];
    const file = (): Promise<Answer> => from('203.0.113.7', name!);
    assert.deepEqual(await many(500, file), new Set([200]));
    assert.deepEqual([(await file()).status, (await from('203.0.113.7', '/docs')).status], [429, 200]);
  });

  it('count by the /64 of an IPv6 address', async () => {
    assert.deepEqual(await many(100, () => from('2001:db8:0:7::1', '/favicon.svg')), new Set([200]));
    assert.equal((await from('2001:DB8::7:a:b:c:d', '/docs')).status, 429);
    assert.equal((await from('2001:db8:0:8::1', '/docs')).status, 200);
  });

  it('name their limit', async () => {
    const { headers } = await from('203.0.113.7', '/docs');
    assert.equal(headers.get('ratelimit-policy'), '"keyless-1s";q=100;w=1, "keyless-60s";q=3000;w=60');
  });

  it('for health are answered 20 times a second for a minute, and never more than 50 in one', async () => {
    for (let second = 0; second < 59; second += 1) {
      assert.deepEqual(await many(20, () => from('203.0.113.7', '/health')), new Set([200]));
      api.world.clock.advance(1000);
    }
    api.world.clock.advance(60_000);
    assert.deepEqual(await many(50, () => from('203.0.113.7', '/health')), new Set([200]));
    const late = await from('203.0.113.7', '/health');
    assert.deepEqual([late.status, late.headers.get('retry-after')], [429, '1']);
    assert.equal((await from('203.0.113.7', '/docs')).status, 200);
  });

  it('that open one link at the same time share one report', async () => {
    const key = await api.world.clientKey('acme');
    const { json } = await api.call('POST', `/invoices/${await handIn(api, 'acme')}/share`, { key });
    const { pathname } = new URL(String(json.url));
    const { printer } = api.world;
    const page = printer.page.bind(printer);
    // Two of sixteen come within it on any machine.
    const PRINT_MS = 1_000;
    let printed = 0;
    printer.page = async (order) => {
      printed += 1;
      await pause(PRINT_MS);
      return page(order);
    };
    const answers = await Promise.all(Array.from({ length: 16 }, () => from('203.0.113.7', pathname)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.ok(printed < 16, String(printed));
    assert.equal((await from('203.0.113.7', pathname)).status, 200);
  });

  it('read one link 60 times a minute, from all addresses and in all processes together', async () => {
    const key = await api.world.clientKey('acme');
    const pathOf = async (): Promise<string> => {
      const { json } = await api.call('POST', `/invoices/${await handIn(api, 'acme')}/share`, { key });
      return new URL(String(json.url)).pathname;
    };
    const [path, other] = [await pathOf(), await pathOf()];
    const second = await RunningApi.start(api.world, true, { trustProxy: 1 });
    const read = (process: RunningApi, address: string, link = path) =>
      process.call('GET', link, { headers: { 'x-forwarded-for': address } });
    try {
      assert.deepEqual(await many(30, () => read(api, '203.0.113.7')), new Set([200]));
      assert.deepEqual(await many(28, () => read(second, '203.0.113.8')), new Set([200]));
      assert.deepEqual(await many(2, () => read(second, '203.0.113.8', `${path}/page`)), new Set([200]));
      for (const [process, link] of [
        [api, path],
        [second, path],
        [second, `${path}/page`],
      ] as const) {
        const late = await read(process, '203.0.113.9', link);
        assert.deepEqual([late.status, typeOf(late)], [429, 'rate-limited']);
        assert.ok(Number(late.headers.get('retry-after')) <= 60);
      }
      assert.equal((await read(api, '203.0.113.7', other)).status, 200, 'another link');
      api.world.clock.advance(60_000);
      assert.equal((await read(api, '203.0.113.7')).status, 200, 'a minute later');
    } finally {
      await second.stop();
    }
  });
});

describe('answers that do not change', () => {
  let api: RunningApi;

  before(async () => {
    api = await RunningApi.start();
  });
  after(() => api.stop());

  /** The bytes as they come. */
  const read = (path: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<{
      readonly status: number;
      readonly headers: Record<string, unknown>;
      readonly bytes: Buffer;
    }>((resolve, reject) => {
      const sent = request({ port: api.port, path, headers, method }, (answer) => {
        const { statusCode = 0, headers } = answer;
        buffer(answer).then((bytes) => resolve({ status: statusCode, headers, bytes }), reject);
      });
      sent.on('error', reject).end();
    });

  const NOT_KEPT = ['/', '/x', '/docs/unknown.md', '/problems/unknown', '/console/assets/x.js'];
  for (const path of PAGES.filter((one) => !NOT_KEPT.includes(one)))
    it(`are kept, compressed too, and not sent to a caller that has them: ${path}`, async function () {
      const plain = await read(path, {});
      if (/scalar|console/.test(path) && plain.status === 404) return this.skip();
      assert.equal(plain.status, 200);
      assert.equal(Number(plain.headers['content-length']), plain.bytes.length);
      const packed = await read(path, { 'accept-encoding': 'gzip' });
      const isPacked = packed.headers['content-encoding'] === 'gzip';
      // The build compresses also short files.
      assert.ok(isPacked || plain.bytes.length < 1_000);
      assert.ok((isPacked ? gunzipSync(packed.bytes) : packed.bytes).equals(plain.bytes));
      assert.match(String(packed.headers.vary), /Accept-Encoding/);
      assert.equal(packed.headers.etag, plain.headers.etag);
      const again = await read(path, { 'if-none-match': String(plain.headers.etag) });
      assert.deepEqual([again.status, again.bytes.length], [304, 0]);
      const head = await read(path, {}, 'HEAD');
      assert.deepEqual(
        [head.bytes.length, head.headers['content-length']],
        [0, plain.headers['content-length']],
      );
    });

  it('are made once for what they are made of', () => {
    const { searchCodes } = api.useCases;
    assert.deepEqual(withEnglish(searchCodes.run('tax')), withEnglish(searchCodes.run('TAX')), 'a search');
    const pages = new KeptPages();
    let made = 0;
    const page = (name: string, source: unknown = 1) =>
      pages.get(name, source, () => ({ text: `${name} ${(made += 1)}`, contentLanguage: 'en' })).file;
    assert.equal(page('de a'), page('de a'));
    assert.notEqual(page('de a'), page('en a'));
    assert.notEqual(page('de a'), page('de a', 2), 'another source');
  });

  it('make room for others: those that are not read go first', () => {
    const pages = new KeptPages(2_500);
    const page = (name: string) =>
      pages.get(name, 1, () => ({ text: name.padEnd(1_000), contentLanguage: 'en' })).file;
    const [a, b] = [page('a'), page('b')];
    assert.equal(page('a'), a);
    page('c');
    assert.equal(page('a'), a);
    assert.notEqual(page('b'), b);
  });
});
