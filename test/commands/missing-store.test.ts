import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder } from '../support/folder.ts';
import { PREPARED_PACKS } from '../support/prepared-packs.ts';
import { KeptIds } from './run-ids.ts';

const KEY = Buffer.alloc(32, 1).toString('base64');

/** Commands that read or change a store that is there. */
const COMMANDS = [
  ['clients', 'delete', 'acme'],
  ['keys', 'rotate-signing'],
  ['rotate-master'],
  ['backup', '--taken-at', '2026-11-01T00:00:00Z'],
  ['packs', 'diff', 'xrechnung-3.0.2.built-in', 'xrechnung-3.0.2-sch-2.6.0.built-in', '--stored', '30'],
];

describe('a command for a store that is not there', () => {
  const folder = emptyFolder();
  const ids = new KeptIds();
  after(async () => {
    await ids.stop();
    folder.remove();
  });

  for (const words of COMMANDS)
    it(`says so and makes none: ids ${words.join(' ')}`, async () => {
      const path = join(folder.path, 'none.db');
      const env = {
        STORE_URL: `sqlite:${path}`,
        MASTER_KEY: KEY,
        NEW_MASTER_KEY: KEY,
        RULES_DIR: PREPARED_PACKS,
      };
      const { code, err } = await ids.run(words, env);
      assert.equal(code, 2, err);
      assert.match(err, /none\.db, where no store is/);
      assert.equal(existsSync(path), false);
    });
});
