import assert from 'node:assert/strict';
import { emptyFolder } from '../../support/folder.ts';
import { runIds } from '../run-ids.ts';

const LISTS = [['list'], ['list', '--on', '2026-12-01'], ['on', '2026-12-01'], ['next'], ['outdated']];

describe('ids packs without an installed pack', () => {
  const { path: rules, remove } = emptyFolder();
  after(remove);

  for (const words of LISTS)
    it(`says so, and which command installs them: ids packs ${words.join(' ')}`, async () => {
      const { code, out, err } = await runIds(['packs', ...words, '--rules', rules]);
      assert.equal(code, 0, err);
      assert.equal(
        out,
        `No pack is installed in ${rules}. The built-in ones are installed by:\n    ids packs compile --rules ${rules}\n`,
      );
      assert.deepEqual(JSON.parse((await runIds(['packs', ...words, '--rules', rules, '--json'])).out), []);
    });
});
