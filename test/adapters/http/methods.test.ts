import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { handIn, RunningApi } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

describe('HEAD', () => {
  let api: RunningApi;
  let key: string;

  before(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  after(() => api.stop());

  /** Headers that differ between two calls. */
  const OWN = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);
  const headersOf = (headers: Headers) => [...headers].filter(([name]) => !OWN.has(name));

  it('is answered like GET, without the body', async () => {
    const id = await handIn(api, 'acme');
    for (const path of [
      '/health',
      '/invoices',
      `/invoices/${id}`,
      `/invoices/${id}/documents/canonical`,
      '/keys',
      '/',
      '/docs',
      '/docs/scalar.js',
      '/docs/webhooks.md',
      '/openapi.yaml',
      '/problems/busy',
      '/nothing',
      '/invoices?page=0',
    ]) {
      const [get, head] = [await api.call('GET', path, { key }), await api.call('HEAD', path, { key })];
      assert.equal(head.status, get.status, path);
      assert.equal(head.text, '');
      assert.deepEqual(headersOf(head.headers), headersOf(get.headers), path);
    }
  });

  it('is the only other method that a page has', async () => {
    for (const path of ['/', '/docs', '/openapi.yaml', '/console'])
      for (const method of ['OPTIONS', 'POST'])
        assert.equal((await api.call(method, path, { key })).status, 404, `${method} ${path}`);
  });

  it('needs the same key and scope', async () => {
    assert.equal((await api.call('HEAD', '/invoices')).status, 401);
    const submits = await api.world.clientKey('acme', ['submit']);
    assert.equal((await api.call('HEAD', '/invoices', { key: submits })).status, 403);
  });

  it('exists for each GET, and Allow lists it', async () => {
    const validate = await api.call('HEAD', '/validate', { key });
    assert.deepEqual([validate.status, validate.headers.get('allow')], [405, 'POST']);
    const invoices = await api.call('DELETE', '/invoices', { key });
    assert.deepEqual([invoices.status, invoices.headers.get('allow')], [405, 'GET, HEAD, POST']);
  });
});

describe('a request that is not plain HTTP/1.1', () => {
  let api: RunningApi;

  before(async () => {
    api = await RunningApi.start();
  });
  after(() => api.stop());

  const send = async (...lines: readonly string[]): Promise<string> => {
    const socket = connect(api.port, '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return textOf(socket);
  };

  it('is refused for its version, and the connection closes', async () => {
    const answer = await send('GET /health HTTP/2.0', 'Host: x');
    assert.match(answer, /^HTTP\/1\.1 400 .*\r\nConnection: close\r\n/s);
    assert.match(answer, /HTTP\/2\.0 is not supported/);
  });

  for (const coding of ['gzip, chunked', 'identity, chunked', 'chunked, chunked'])
    it(`is refused for its Transfer-Encoding: ${coding}`, async () => {
      const answer = await send(
        'POST /invoices HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${OPERATOR_KEY}`,
        `Transfer-Encoding: ${coding}`,
        '',
        '0',
      );
      assert.match(answer, /^HTTP\/1\.1 400 .*\r\nConnection: close\r\n/s);
    });

  it('is accepted as HTTP/1.0', async () => {
    assert.match(await send('GET /health HTTP/1.0'), /^HTTP\/1\.1 200 /);
  });
});
