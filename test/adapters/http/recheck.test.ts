import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { submission } from './bodies.ts';
import { withDocumentOfRoute } from './document-of-route.ts';
import { handIn, RunningApi } from './harness.ts';

describe('a check by the packs of another day', () => {
  let api: RunningApi;
  let key: string;

  beforeEach(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  afterEach(() => api.stop());

  const days = () => api.world.checked.map(({ on }) => on);
  const recheck = (id: string, query = '', by = key) =>
    api.call('POST', `/invoices/${id}/validate${query}`, { key: by });

  it('of a stored invoice reads the document of its route, and changes nothing', async () => {
    const id = await handIn(api, 'acme');
    await withDocumentOfRoute(api, id);
    const before = await api.world.invoices.find(id);
    api.world.checked.length = 0;
    const { status, json, text } = await recheck(id, '?on=2027-02-01');
    assert.equal(status, 200, text);
    const layers = json.layers as { layer: string }[];
    assert.deepEqual(
      layers.map(({ layer }) => layer),
      ['xml-safety', 'xsd'],
    );
    assert.deepEqual(json.documents, [{ kind: 'xrechnung-ubl', sha256: before!.documentSha256 }]);
    assert.deepEqual(days(), ['2027-02-01']);
    assert.equal(new TextDecoder().decode(api.world.checked[0]!.bytes), '<Invoice/>');
    assert.deepEqual(withEnglish(await api.world.invoices.find(id)), withEnglish(before));
  });

  it('of a stored invoice uses the packs of its own date if no day is named', async () => {
    const id = await handIn(api, 'acme');
    await withDocumentOfRoute(api, id);
    api.world.checked.length = 0;
    await recheck(id);
    assert.deepEqual(days(), [undefined]);
    assert.equal((await recheck(id, '?on=tomorrow')).status, 400);
  });

  it('needs a document, and no more than the scope read', async () => {
    const id = await handIn(api, 'acme');
    assert.equal((await recheck(id)).status, 404);
    await withDocumentOfRoute(api, id);
    const reader = await api.world.clientKey('acme', ['read']);
    assert.equal((await recheck(id, '', reader)).status, 200);
  });

  it('looks ahead to the days on which packs change', async () => {
    const id = await handIn(api, 'acme');
    await withDocumentOfRoute(api, id);
    const pack = { id: 'xsd', origin: 'official' } as const;
    api.world.comingDays = ['2027-01-01'];
    api.world.packOn = (on) => ({ ...pack, version: on === '2027-01-01' ? '2' : '1' });
    for (const { json } of [
      await recheck(id),
      await api.call('POST', '/validate', { key, body: submission() }),
    ]) {
      const [coming, ...others] = json.next as Record<string, unknown>[];
      const packs = [{ layer: 'xsd', pack: { ...pack, version: '2' }, instead: { ...pack, version: '1' } }];
      const none = { appear: [], disappear: [], change: [], move: [] };
      assert.deepEqual([coming, others], [{ day: '2027-01-01', packs, valid: true, ...none }, []]);
    }
    const page = await api.call('POST', `/invoices/${id}/validate`, {
      key,
      headers: { accept: 'text/html' },
    });
    assert.match(page.text, /From 2027-01-01: xsd 2/);
  });

  it('of a dry run is by the same day', async () => {
    await api.call('POST', '/validate?on=2027-02-01', { key, body: submission() });
    const path = '/validate/xml?route=DE-XRECHNUNG&on=2027-02-02';
    await api.call('POST', path, { key, headers: { 'content-type': 'application/xml' }, body: '<Invoice/>' });
    assert.deepEqual(days(), ['2027-02-01', '2027-02-02']);
  });
});
