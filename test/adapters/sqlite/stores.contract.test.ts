import { join } from 'node:path';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { describesAStore } from '../../contract/all.ts';
import type { Open } from '../../contract/kept.ts';
import { describesRaces } from '../../contract/races.ts';
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
import { emptyFolder } from '../../support/folder.ts';
import type { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import type { Stores } from '../../../src/ports/stores.ts';

const open: Open = async () => {
  const folder = emptyFolder();
  const path = join(folder.path, 'ids.db');
  writeEmptyStore(path);
  const own = openSqlite(path, 'sandbox');
  let second: Sqlite | undefined;
  let other: Stores | undefined;
  return {
    ...sqliteStores(own),
    // Two of five tests do not use it, and to open a store takes longer than most of them.
    get other() {
      second ??= openSqlite(path, 'sandbox');
      return (other ??= sqliteStores(second));
    },
    url: `sqlite:${path}`,
    close: async () => {
      own.close();
      second?.close();
      folder.remove();
    },
  };
};

describesAStore('SQLite', open);
describe('processes that share one SQLite file', () => describesRaces(open));
