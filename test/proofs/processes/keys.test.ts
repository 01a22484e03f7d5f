import assert from 'node:assert/strict';
import { type Ran, runBuiltIds } from '../../commands/run-ids.ts';
import { Erp, OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { startService } from '../../support/service.ts';

describe('ids keys', () => {
  const { path, remove } = emptyFolder();
  after(remove);

  const keys = (words: string): Promise<Ran> => runBuiltIds(['keys', ...words.split(' ')], {}, path);

  it('mints for every kind of caller, before and beside a running service', async () => {
    const { out } = await keys('mint --client acme --scopes read,submit --label first');
    const client = out.trim();
    assert.match(client, /^ids_test_[0-9a-f]{48}$/);
    const service = await startService({ cwd: path });
    try {
      assert.doesNotMatch(service.printed(), /ids_test_/, 'a store with a key is not new');
      const minted = {
        client,
        operator: (await keys('mint --operator')).out.trim(),
        reader: (await keys('mint --operator --read-only')).out.trim(),
        partner: (await keys('mint --partner p1')).out.trim(),
      };
      const may = async (key: string): Promise<readonly number[]> => {
        const caller = new Erp(service, key);
        const [list, mint, code] = await Promise.all([
          caller.get('/invoices'),
          caller.post('/keys', { client: 'acme', scopes: ['read'] }),
          caller.get('/catalogue/BR-DE-5'),
        ]);
        return [list.status, mint.status, code.status];
      };
      assert.deepEqual(await may(minted.client), [200, 403, 200]);
      assert.deepEqual(await may(minted.operator), [200, 201, 200]);
      assert.deepEqual(await may(minted.reader), [200, 403, 200]);
      assert.deepEqual(await may(minted.partner), [403, 403, 200]);
    } finally {
      await service.stop();
    }
  });

  it('mints at most 20 live keys for a client, and then prints no key', async () => {
    const service = await startService({ cwd: path, env: { OPERATOR_KEY } });
    const operator = new Erp(service, OPERATOR_KEY);
    for (let live = 0; live < 19; live += 1)
      assert.equal((await operator.post('/keys', { client: 'full', scopes: ['read'] })).status, 201);
    await service.stop();
    const words = 'mint --client full --scopes read --label ';
    assert.equal((await keys(words + 'x'.repeat(100))).code, 0);
    const { code, out, err } = await keys(words + 'last');
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /^This client has 20 live keys; revoke one first\.$/m);
  });

  it('refuses a label over 100 characters', async () => {
    const { code, out, err } = await keys(`mint --operator --label ${'x'.repeat(101)}`);
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /^--label takes at most 100 characters\.$/m);
  });

  for (const [words, says] of [
    ['mint', /A key is of a --client/],
    ['list', /unknown command 'list'/],
    ['mint --client acme', /--scopes takes a list of submit, read, admin/],
    ['mint --client a/b --scopes read', /--client takes/],
    ['mint --operator --scopes read', /--scopes is for the key of a --client/],
    ['mint --partner p1 --read-only', /--read-only is for a key of the --operator/],
  ] as const)
    it(`mints nothing for "${words}" and gives the reason`, async () => {
      const { code, out, err } = await keys(words);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, says);
      assert.doesNotMatch(err, /\n\s+at /);
    });
});
