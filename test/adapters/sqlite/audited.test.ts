import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import type { AuditEntry } from '../../../src/ports/audit-log.ts';
import { aCredential } from '../../contract/credential-store.ts';
import { emptyFolder } from '../../support/folder.ts';
import { START } from '../../support/records.ts';

describe('a change of a credential in SQLite', () => {
  const folder = emptyFolder();
  after(() => folder.remove());

  it('is not made if its row of the audit log cannot be written', async () => {
    const sqlite = openSqlite(join(folder.path, 'audited.db'), 'sandbox');
    const { credentials, audit } = sqliteStores(sqlite);
    const row = { at: START, action: 'stored', actor: 'key_1' };
    const unwritable = { ...row, details: { count: 1n } } as unknown as AuditEntry;
    const one = aCredential();
    await assert.rejects(() => credentials.add(one, START, unwritable));
    assert.deepEqual(withEnglish(await credentials.find(one.id)), undefined);
    await credentials.add(one, START, row);
    await assert.rejects(() => credentials.replace(one.id, { sealedValue: 'new' }, unwritable));
    await assert.rejects(() => credentials.revoke(one.id, START, unwritable));
    assert.deepEqual(withEnglish(await credentials.find(one.id)), withEnglish(one));
    assert.deepEqual(await audit.recent({ limit: 9 }), [row]);
    sqlite.close();
  });
});
