import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { KnownCodes } from '../../../src/adapters/catalogue/known-codes.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { emptyFolder } from '../../support/folder.ts';
import { bringSmallPacks, smallRules } from '../../support/small-packs.ts';

describe('the explanations of a pack without its own', () => {
  const { path, remove } = emptyFolder();
  const known = new KnownCodes(new RulesFolder(path, 0));
  before(async () => {
    const asserts = {
      'B-1': '[B-1]-An amount (BT-131) of <value-of select="."/> is\n  wrong.',
      'B-2': 'Either BT-31 or BT-32 has to be there.',
      'B-3': '',
      'B-4': 'word '.repeat(100),
    };
    const rules = Object.entries(asserts).map(
      ([id, text]) => `<assert id="${id}" test="true()">${text}</assert>`,
    );
    const text = smallRules(`<rule context="s:Total">${rules.join('')}</rule>`);
    await bringSmallPacks(path, [{ layer: 'peppol', text }]);
    await known.refresh();
  });
  after(remove);

  it('are its messages, without ids and quotations', () => {
    const { explanation, title, routes, layer, whoFixes } = known.find('B-1') ?? {};
    assert.deepEqual(withEnglish({ explanation, title, routes, layer, whoFixes }), {
      explanation:
        'An amount (BT-131) of … is wrong. An invoice that breaks this rule is refused. BT-131 is not sent as a value: the service writes it, or the sender of a finished file.',
      title: 'An amount (BT-131) of … is wrong.',
      routes: ['PEPPOL'],
      layer: 'peppol',
      whoFixes: 'erp',
    });
  });

  it('name a term if its message names one, and none if it names two', () => {
    assert.equal(known.find('B-1')?.term, 'BT-131');
    assert.equal(known.find('B-2')?.term, undefined);
  });

  it('name rule and pack if there is no message, and are cut if the message is too long', () => {
    assert.equal(english(known.find('B-3')?.title), 'Rule B-3 of small');
    assert.ok(english(known.find('B-4')?.title ?? '').length <= 162);
  });
});
