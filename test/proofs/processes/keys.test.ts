import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { builtIds } from '../../support/built.ts';
import { Erp, OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { startService } from '../../support/service.ts';

describe('ids keys', () => {
  const { path, remove } = emptyFolder();
  after(remove);

  function keys(words: string): {
    readonly status: number | null;
    readonly out: string;
    readonly said: string;
  } {
    const env = { PATH: process.env['PATH'] };
    const done = spawnSync(process.execPath, [builtIds(), 'keys', ...words.split(' ')], {
      cwd: path,
      env,
      encoding: 'utf8',
    });
    return { status: done.status, out: done.stdout.trim(), said: done.stderr };
  }

  it('mints for every kind of caller, before and beside a running service', async () => {
    const client = keys('mint --client acme --scopes read,submit --label first').out;
    assert.match(client, /^ids_test_[0-9a-f]{48}$/);
    const service = await startService({ cwd: path });
    try {
      assert.doesNotMatch(service.printed(), /ids_test_/, 'a store with a key is not new');
      const minted = {
        client,
        operator: keys('mint --operator').out,
        reader: keys('mint --operator --read-only').out,
        partner: keys('mint --partner p1').out,
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
    assert.equal(keys(words + 'x'.repeat(100)).status, 0);
    const { status, out, said } = keys(words + 'last');
    assert.deepEqual([status, out], [1, '']);
    assert.match(said, /^This client has 20 live keys; revoke one first\.$/m);
  });

  it('refuses a label over 100 characters', () => {
    const { status, out, said } = keys(`mint --operator --label ${'x'.repeat(101)}`);
    assert.deepEqual([status, out], [2, '']);
    assert.match(said, /^--label takes at most 100 characters\.$/m);
  });

  for (const [words, says] of [
    ['mint', /A key is of a --client/],
    ['list', /unknown command 'list'/],
    ['mint --client acme', /--scopes takes a list of submit, read, admin/],
    ['mint --client a/b --scopes read', /--client takes/],
    ['mint --operator --scopes read', /--scopes is for the key of a --client/],
    ['mint --partner p1 --read-only', /--read-only is for a key of the --operator/],
  ] as const)
    it(`mints nothing for "${words}" and gives the reason`, () => {
      const { status, out, said } = keys(words);
      assert.deepEqual([status, out], [2, '']);
      assert.match(said, says);
      assert.doesNotMatch(said, /\n\s+at /);
    });
});
