import assert from 'node:assert/strict';
import { newIdempotencyKey, withDocument } from './bodies.ts';
import { RunningApi } from './harness.ts';
import { CATALOGUE_ENTRY } from './world.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the page of a code', () => {
  let api: RunningApi;

  before(async () => {
    api = await RunningApi.start();
  });
  after(() => api.stop());

  const read = (code: string, accept?: string) =>
    api.call('GET', `/codes/${code}`, { headers: accept === undefined ? {} : { accept } });

  it('needs no key, shows the entry of the catalogue, and may be cached', async () => {
    const { status, text, headers } = await read(CATALOGUE_ENTRY.code, BROWSER);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    assert.deepEqual(
      [headers.get('vary'), headers.get('cache-control')],
      ['Accept, Accept-Language', 'public, max-age=300'],
    );
    const { code, title, explanation, fixHint } = CATALOGUE_ENTRY;
    for (const words of [code, title, explanation, fixHint, 'the operator of the service'])
      assert.ok(text.includes(words), words);
    assert.doesNotMatch(text, /undefined|null|<script|src=/);
  });

  for (const accept of [undefined, '*/*', 'application/json', 'application/xml'])
    it(`is data for a program that accepts ${accept ?? 'anything'}`, async () => {
      const { json, headers } = await read(CATALOGUE_ENTRY.code, accept);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
      const { whoFixes, fixHint, ...same } = CATALOGUE_ENTRY;
      assert.deepEqual(json, { ...same, who_fixes: whoFixes, sender_can_fix: true, fix_hint: fixHint });
    });

  it('tells the sender of a call that EI-SCHEMA is theirs to correct, although who_fixes names the service', async () => {
    const { text } = await read('EI-SCHEMA', BROWSER);
    assert.match(text, /To be corrected by the sender of the invoice .*; in an export .*, by the operator/);
    assert.match(text, /A finding names who acts in its case \(who_fixes, sender_can_fix\)/);
  });

  it('exists only for codes of the catalogue', async () => {
    for (const code of ['ei-schema', 'NO-SUCH', '__proto__', 'a%2Fb', '%3Cscript%3E'])
      assert.equal((await read(code, BROWSER)).status, 404, code);
  });

  it('is linked by the findings of a refusal', async () => {
    const { status, json } = await api.call('POST', '/invoices', {
      key: await api.world.clientKey('acme'),
      idempotencyKey: newIdempotencyKey(),
      body: withDocument('colour', 'red'),
    });
    const [finding] = json.errors as { doc_url: string }[];
    assert.deepEqual([status, finding?.doc_url], [422, '/codes/EI-SCHEMA']);
    assert.equal((await api.call('GET', finding!.doc_url)).status, 200);
  });
});
