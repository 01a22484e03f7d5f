import assert from 'node:assert/strict';
import { partyWords } from '../../../src/domain/lifecycle/party-words.ts';
import { handIn, RunningApi } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

describe('the search by buyer', () => {
  let api: RunningApi;
  beforeEach(async () => {
    api = await RunningApi.start();
  });
  afterEach(() => api.stop());

  /** As a worker leaves it. */
  const sold = async (client: string, name: string) => {
    const id = await handIn(api, client);
    const record = (await api.world.invoices.find(id))!;
    const buyerWords = await api.world.buyerIndex.hashes(client, partyWords({ name, vatId: 'BE0123456749' }));
    const next = { ...record, buyerWords, version: record.version + 1 };
    await api.world.invoices.commit({ record: next, events: [], audit: [], files: [] });
    return id;
  };
  const find = async (q: string, key: string, more = '') => {
    const { json, text, status } = await api.call('GET', `/invoices?q=${encodeURIComponent(q)}${more}`, {
      key,
    });
    assert.equal(status, 200, text);
    return (json.data as { id: string }[]).map(({ id }) => id);
  };

  it('finds whole words of the name, all of them, and the VAT number as it is printed', async () => {
    const key = await api.world.clientKey('acme');
    const id = await sold('acme', 'Müller & Söhne GmbH');
    for (const q of ['müller', 'GMBH Muller', 'be 0123.456.749'])
      assert.deepEqual(await find(q, key), [id], q);
    for (const q of ['mül', 'müller AG', '0123456749']) assert.deepEqual(await find(q, key), [], q);
  });

  it('finds nothing of another client, and for the operator only if a client is named', async () => {
    const id = await sold('acme', 'Müller');
    assert.deepEqual(await find('müller', await api.world.clientKey('other')), []);
    assert.deepEqual(await find('müller', OPERATOR_KEY), []);
    assert.deepEqual(await find('müller', OPERATOR_KEY, '&client=acme'), [id]);
  });
});
