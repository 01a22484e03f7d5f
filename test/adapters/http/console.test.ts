import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { emptyFolder } from '../../support/folder.ts';
import { RunningApi } from './harness.ts';
import { World } from './world.ts';

describe('/console', () => {
  const folder = emptyFolder();
  const assets = join(folder.path, 'dist/console/assets');
  const SCRIPT = '/console/assets/console-ABCD1234.js';
  let api: RunningApi;

  before(async () => {
    mkdirSync(assets, { recursive: true });
    writeFileSync(join(folder.path, 'dist/console/page.html.gz'), gzipSync('<!doctype html><p>the page'));
    writeFileSync(join(assets, 'console-ABCD1234.js.gz'), gzipSync('start();'));
    api = await RunningApi.start(new World(), true, { projectFolder: folder.path });
  });
  after(async () => {
    await api.stop();
    folder.remove();
  });

  for (const path of ['/console', '/console/', '/console/invoices/inv_5f0c2b7e9a1d4c3b8e6f7a01'])
    it(`answers ${path} with the page, which no browser keeps unasked`, async () => {
      const { status, text, headers } = await api.call('GET', path);
      assert.deepEqual([status, text], [200, '<!doctype html><p>the page']);
      assert.equal(headers.get('cache-control'), 'no-cache');
    });

  it('has a policy of its own: scripts and styles of this service, nothing inline', async () => {
    const { headers } = await api.call('GET', '/console');
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"])
      assert.ok(policy.includes(part), part);
    assert.doesNotMatch(policy, /unsafe|data:|https?:/);
  });

  it('serves files under the hash of their content, compressed if the browser takes that, for ever', async () => {
    for (const [coding, encoding] of [
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const { status, text, headers } = await api.call('GET', SCRIPT, {
        headers: { 'accept-encoding': coding },
      });
      assert.deepEqual([status, text, headers.get('content-encoding')], [200, 'start();', encoding]);
      assert.match(headers.get('content-type') ?? '', /^text\/javascript/);
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(headers.get('vary'), 'Accept-Encoding');
    }
  });

  it('serves no other file', async () => {
    for (const name of [
      'absent.js',
      '..%2Fpage.html',
      '%2E%2E%2F%2E%2E%2F..%2Fpackage.json',
      'console-ABCD1234.js.gz',
    ])
      assert.equal((await api.call('GET', `/console/assets/${name}`)).status, 404, name);
  });

  it('is absent if it is switched off, or was not built', async () => {
    for (const variation of [{ console: false, projectFolder: folder.path }, { projectFolder: assets }]) {
      const other = await RunningApi.start(new World(), true, variation);
      for (const path of ['/console', SCRIPT])
        assert.equal((await other.call('GET', path)).status, 404, path);
      await other.stop();
    }
  });
});
