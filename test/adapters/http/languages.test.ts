import assert from 'node:assert/strict';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import { cut } from 'en16931-rules/vocabulary/quoted.ts';
import { newIdempotencyKey, withDocument } from './bodies.ts';
import { RunningApi } from './harness.ts';

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('the language of an answer', () => {
  let api: RunningApi;
  before(async () => {
    api = await RunningApi.start();
  });
  after(() => api.stop());

  const page = async (path: string, language?: string) =>
    api.call('GET', path, {
      headers: { accept: BROWSER, ...(language && { 'accept-language': language }) },
    });

  it('is that of Accept-Language, for a page', async () => {
    const { text, headers } = await page('/codes/EI-SCHEMA', 'pl-PL,pl;q=0.9,en;q=0.5');
    assert.match(text, /<html lang="pl">/);
    assert.match(text, /Co to oznacza/);
    assert.match(headers.get('content-language') ?? '', /^pl\b/);
    assert.equal(headers.get('vary'), 'Accept, Accept-Language');
  });

  it('is that of the reader of a search for a code, and of the page of a problem', async () => {
    for (const [path, says] of [
      ['/codes', /<h1>Wyszukaj kod<\/h1>.*>Szukaj<\/button>/s],
      ['/codes?q=nothing-fits', /<h1>Żaden kod nie pasuje do „nothing-fits”<\/h1>/],
      ['/problems/busy', /Wszystkie rodzaje problemów/],
    ] as const) {
      const { text, headers } = await page(path, 'pl');
      assert.match(text, says);
      assert.match(text, /<html lang="pl">/);
      assert.equal(headers.get('content-language'), 'pl');
      assert.match(headers.get('vary') ?? '', /Accept-Language/);
    }
  });

  it('is that of lang before Accept-Language', async () => {
    const { text } = await page('/codes/EI-SCHEMA?lang=de', 'pl');
    assert.match(text, /Was das bedeutet/);
  });

  for (const language of ['xx', 'it', '*', ';;;'])
    it(`is English for Accept-Language: ${language}`, async () => {
      const { text, headers } = await page('/codes/EI-SCHEMA', language);
      assert.match(text, /What it means/);
      assert.equal(headers.get('content-language'), 'en');
    });

  it('is that of the client for a call that asks for none', async () => {
    const key = await api.world.clientKey('klient');
    const { clients, clock } = api.world;
    await clients.replace(
      { ...newClient('klient', clock.now()), version: 1, language: 'pl' },
      { at: clock.now(), action: 'client_profile_set', actor: 'test', client: 'klient' },
    );
    const refused = (path: string, headers: Record<string, string> = {}) =>
      api.call('POST', path, {
        key,
        headers,
        idempotencyKey: newIdempotencyKey(),
        body: withDocument('lines.0.planet', 'x'),
      });
    const own = await refused('/invoices');
    assert.equal(own.status, 422);
    assert.match(own.headers.get('content-language') ?? '', /^pl\b/);
    const german = await refused('/invoices?lang=de');
    assert.match(german.headers.get('content-language') ?? '', /^de\b/);
    assert.match(german.headers.get('vary') ?? '', /Accept-Language/);
  });

  it('costs next to nothing if a query name is made from texts of ours, and repeats the name as a value', async () => {
    const name = `Foo must be given once. ${'Write a code of the '.repeat(30)}zz${'.'.repeat(30)} Rest`;
    const began = process.cpuUsage();
    const { status, json } = await api.call('GET', `/health?${encodeURIComponent(name)}`, {
      headers: { 'accept-language': 'de' },
    });
    assert.ok(process.cpuUsage(began).user < 2_000_000);
    assert.equal(status, 400);
    assert.equal(
      (json as { detail: string }).detail,
      `„${cut(name)}“ ist kein Parameter dieses Aufrufs. Die Parameter dieses Aufrufs sind without.`,
    );
  });

  it('makes no other call: the same key with another language repeats the answer', async () => {
    const key = await api.world.clientKey('repeats');
    const call = {
      key,
      idempotencyKey: newIdempotencyKey(),
      body: withDocument('lines.0.planet', 'x'),
    };
    const first = await api.call('POST', '/invoices', call);
    const second = await api.call('POST', '/invoices?lang=pl', call);
    assert.deepEqual([first.status, second.status], [422, 422]);
    assert.match(second.headers.get('content-language') ?? '', /^pl\b/);
  });

  it('words the problem and its findings, and leaves codes and fields', async () => {
    const key = await api.world.clientKey('words');
    const body = withDocument('lines.0.planet', 'x');
    const { json } = await api.call('POST', '/invoices?lang=pl', {
      key,
      idempotencyKey: newIdempotencyKey(),
      body,
    });
    assert.equal(json.title, 'Faktura nie przeszła kontroli');
    const [finding] = json.errors as { code: string; field: string }[];
    assert.deepEqual([finding?.code, finding?.field], ['EI-SCHEMA', 'lines[0].planet']);
  });

  it('is that of the reader of a share link that has ended', async () => {
    const { text, status } = await page(`/share/shr_5f0c2b7e9a1d4c3b8e6f7a05.${'0'.repeat(48)}`, 'ro');
    assert.equal(status, 404);
    assert.match(text, /<html lang="ro">/);
    assert.match(text, /Acest link nu funcționează/);
  });
});
