import assert from 'node:assert/strict';
import Database from 'libsql';
import { Binary, MongoClient } from 'mongodb';
import { describeOnEachStore, type StoreInUse } from '../support/each-store.ts';
import { Erp, example, OPERATOR_KEY } from '../support/erp.ts';
import { startService } from '../support/service.ts';

interface CareShown {
  readonly errors: readonly { readonly code: string; readonly who_fixes: string }[];
}

/** Changes the last byte of everything that is sealed. */
async function damage(storeUrl: string): Promise<void> {
  if (storeUrl.startsWith('sqlite:')) {
    const db = new Database(storeUrl.slice('sqlite:'.length));
    db.exec("UPDATE content SET sealed = CAST(substr(sealed, 1, length(sealed) - 1) || '!' AS BLOB)");
    db.close();
    return;
  }
  const client = await MongoClient.connect(storeUrl);
  const contents = client.db().collection<{ _id: string; sealed: Binary }>('contents');
  for await (const { _id, sealed } of contents.find()) {
    const bytes = Buffer.from(sealed.value());
    bytes[bytes.length - 1] = 33;
    await contents.updateOne({ _id }, { $set: { sealed: new Binary(bytes) } });
  }
  await client.close();
}

describeOnEachStore('an invoice whose stored content is damaged', (open) => {
  let store: StoreInUse;
  before(() => (store = open()));
  after(() => store.remove());

  it('ends as a dead letter for us to mend, and others go on', async () => {
    const env = { ...store.env, OPERATOR_KEY, RETRY_SCALE: '0.001' };
    const api = await startService({ cwd: store.folder, env: { ...env, ROLE: 'api' } });
    const erp = await Erp.of(api, 'acme');
    const { id } = (await erp.submit(example('plain'))).json;
    await api.stop();
    await damage(store.env['STORE_URL']!);
    const service = await startService({ cwd: store.folder, env });
    const shown = (await erp.at(service).settled(id, 60_000)) as CareShown & { readonly state: string };
    assert.equal(shown.state, 'dead_letter', service.printed());
    assert.deepEqual(
      shown.errors.map(({ code, who_fixes }) => [code, who_fixes]),
      [['EI-CONTENT-UNREADABLE', 'us']],
    );
    assert.deepEqual(await erp.at(service).events(id), ['1 received', '2 dead_letter']);
    const other = (await erp.at(service).submit(example('reverse-charge'))).json;
    assert.equal((await erp.at(service).settled(other.id)).state, 'ready');
    assert.equal(await service.stop(), 0);
  }).timeout(180_000);
});
