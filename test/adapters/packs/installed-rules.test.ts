import assert from 'node:assert/strict';
import { InstalledPackRules } from '../../../src/adapters/packs/installed-rules.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { emptyFolder } from '../../support/folder.ts';
import { anInstalledPack, assertion } from '../../support/installed-pack.ts';

describe('the rules of installed packs', () => {
  let packs: InstalledPackRules;
  let home: ReturnType<typeof emptyFolder>;
  after(() => home.remove());

  before(async () => {
    const { path: folder } = (home = emptyFolder());
    const kept = assertion('R-1', 'a');
    await anInstalledPack(folder, '1', {
      asserts: kept + assertion('R-2', 'b', { words: 'old words' }) + assertion('R-3', 'c'),
    });
    await anInstalledPack(folder, '2', {
      asserts:
        kept + assertion('R-2', 'b', { words: 'new words' }) + assertion('R-4', 'd', { flag: 'warning' }),
      limit: '2',
    });
    packs = new InstalledPackRules(new RulesFolder(folder));
  });

  it('have id, severity, text and condition, without the declarations of a schema', async () => {
    const found = await packs.rules('tried-2');
    assert.deepEqual(found?.pack, { id: 'tried', version: '2', origin: 'official' });
    const [entry, ...others] = found.entries;
    assert.deepEqual([entry?.layer, entry?.syntaxes, others], ['en16931', ['ubl-invoice'], []]);
    assert.deepEqual(entry?.rules, [
      { id: 'R-1', severity: 'fatal', text: 'broken', test: 'assert a' },
      { id: 'R-2', severity: 'fatal', text: 'new words', test: 'assert b' },
      { id: 'R-4', severity: 'warning', text: 'broken', test: 'assert d' },
    ]);
  });

  it('differ from another version by what is added, removed and changed, with both texts', async () => {
    const found = await packs.changes('tried-1', 'tried-2.official');
    const { added, removed, changed, shared } = found!.entries[0]!;
    assert.deepEqual(
      [added, removed].map((rules) => rules.map(({ id }) => id)),
      [['R-4'], ['R-3']],
    );
    assert.deepEqual(
      changed.map(({ id, in: where, before, after }) => [id, where, before.text, after.text]),
      [['R-2', ['words'], 'old words', 'new words']],
    );
    assert.deepEqual(shared, ['variable limit']);
  });

  it('are those of installed packs only', async () => {
    assert.equal(await packs.rules('tried-3'), undefined);
    assert.equal(await packs.rules('../tried-1'), undefined);
    assert.equal(await packs.changes('tried-1', 'tried-3'), undefined);
  });
});
