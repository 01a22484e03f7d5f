import { join } from 'node:path';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { describesAStore } from '../../contract/all.ts';
import { emptyFolder } from '../../support/folder.ts';
import { sqliteStores } from '../../support/sqlite-stores.ts';

describesAStore('SQLite', async () => {
  const folder = emptyFolder();
  const path = join(folder.path, 'ids.db');
  const own = openSqlite(path, 'sandbox');
  const second = openSqlite(path, 'sandbox');
  return {
    ...sqliteStores(own),
    other: sqliteStores(second),
    url: `sqlite:${path}`,
    close: async () => {
      own.close();
      second.close();
      folder.remove();
    },
  };
});
