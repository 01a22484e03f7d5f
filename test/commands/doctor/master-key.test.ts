import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealerOf } from '../../../src/adapters/sealing/jose-sealer.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import { emptyFolder } from '../../support/folder.ts';
import { runIds } from '../run-ids.ts';

describe('what ids doctor says of the master key', () => {
  const folder = emptyFolder();
  const store = join(folder.path, 'data/ids.db');
  const [right, other] = [randomBytes(32), randomBytes(32)];
  const fileOf = (name: string, key: Buffer) => {
    const path = join(folder.path, name);
    writeFileSync(path, key.toString('base64'));
    return path;
  };
  const says = async (env: NodeJS.ProcessEnv) => {
    const { out } = await runIds(['doctor'], { STORE_URL: `sqlite:${store}`, ...env });
    return /^(\w+) +master key +(.*)$/m.exec(out)?.slice(1) ?? [out];
  };

  before(async () => {
    mkdirSync(join(folder.path, 'data'));
    const sqlite = openSqlite(store, 'sandbox');
    await sealerOf(sqliteStores(sqlite).sealed, { current: right });
    sqlite.close();
  });
  after(() => folder.remove());

  it('compares it with the key that the store is used with, and leaves no file beside the store', async () => {
    const files = readdirSync(join(folder.path, 'data'));
    const [path, wrong] = [fileOf('right.key', right), fileOf('other.key', other)];
    assert.deepEqual(await says({ MASTER_KEY_FILE: path }), ['ok', path]);
    assert.deepEqual(await says({ MASTER_KEY: right.toString('base64') }), ['ok', 'MASTER_KEY']);
    assert.match(
      (await says({ MASTER_KEY_FILE: wrong })).join(' '),
      /^wrong \S+other\.key is not the key that/,
    );
    assert.deepEqual(await says({ MASTER_KEY_FILE: wrong, NEW_MASTER_KEY_FILE: path }), ['ok', wrong]);
    assert.deepEqual(
      readdirSync(join(folder.path, 'data')).filter((name) => !files.includes(name)),
      [],
    );
  });

  it('names a key that is gone, and a store that cannot be read', async () => {
    assert.match(
      (await says({ MASTER_KEY_FILE: join(folder.path, 'none') })).join(' '),
      /^wrong .* does not exist$/,
    );
    const damaged = join(folder.path, 'damaged.db');
    writeFileSync(damaged, 'no store');
    const env = { MASTER_KEY_FILE: fileOf('right.key', right), STORE_URL: `sqlite:${damaged}` };
    assert.equal((await says(env))[0], 'look');
  });
});
