import { randomBytes } from 'node:crypto';
import type { CursorKey } from '../../ports/cursor-key.ts';
import { meta, setMeta } from './open-sqlite.ts';
import type { Sqlite } from './sqlite.ts';

const NAME = 'cursor_key';

export const sqliteCursorKey =
  (sqlite: Sqlite): CursorKey =>
  async () =>
    (await sqlite.read(() => meta(sqlite, NAME))) ??
    // On disk: after a power cut no reader may hold a cursor of another key.
    sqlite.writeToDisk(() => {
      const key = meta(sqlite, NAME) ?? randomBytes(24).toString('hex');
      setMeta(sqlite, NAME, key);
      return key;
    });
