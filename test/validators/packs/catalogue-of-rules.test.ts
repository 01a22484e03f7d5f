import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { KnownCodes } from '../../../src/adapters/catalogue/known-codes.ts';
import { bringPack } from '../../../validators/packs/install/bring.ts';
import { officialPacksIn } from '../../../validators/packs/install/sources.ts';
import { RulesFolder } from '../../../validators/packs/rules-folder.ts';
import { emptyFolder } from '../../support/folder.ts';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';
import { bringSmallPacks, smallRules } from '../../support/small-packs.ts';

describe('the explanations of a pack that brings none', function () {
  this.timeout(60_000);
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

  it('are made from its messages, without their ids and what they quote', () => {
    const { explanation, title, routes, layer, whoFixes } = known.find('B-1') ?? {};
    assert.deepEqual(
      { explanation, title, routes, layer, whoFixes },
      {
        explanation: 'An amount (BT-131) of … is wrong.',
        title: 'An amount (BT-131) of … is wrong.',
        routes: ['PEPPOL'],
        layer: 'peppol',
        whoFixes: 'erp',
      },
    );
  });

  it('blame a term where a message names one, and none where it names two', () => {
    assert.equal(known.find('B-1')?.term, 'BT-131');
    assert.equal(known.find('B-2')?.term, undefined);
  });

  it('say which rule of which pack it is where there is no message, and are cut where there is too much of it', () => {
    assert.equal(known.find('B-3')?.title, 'Rule B-3 of small');
    assert.ok((known.find('B-4')?.title ?? '').length <= 162);
  });
});

describeByReference('the explanations of the official packs', () => {
  const { path: rulesDir, remove } = emptyFolder();
  const official = join(REFERENCE_DATA, 'official');
  const known = new KnownCodes(new RulesFolder(rulesDir, 0));
  before(async () => {
    if (!existsSync(official)) return;
    copyPreparedPacks(rulesDir);
    for (const source of officialPacksIn(official))
      await bringPack(rulesDir, source, { engines: ['compiled'], report: () => {} });
    await known.refresh();
  }).timeout(240_000);
  after(remove);

  /** As they stand in the files, whoever reads those. */
  const ids = (): readonly string[] => {
    const files = readdirSync(rulesDir, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.includes('.official.') && file.endsWith('.sch'))
      .map((file) => readFileSync(join(rulesDir, file), 'utf8').replace(/<!--[^]*?-->/g, ''));
    const tests = files.flatMap(
      (text) => text.match(/<(?:\w+:)?(?:assert|report)\b(?:[^>"']|"[^"]*"|'[^']*')*>/g) ?? [],
    );
    return [...new Set(tests.flatMap((test) => /\sid\s*=\s*["']([^"']+)/.exec(test)?.[1] ?? []))];
  };

  it('exist for every id that one of them can report', () => {
    const all = ids();
    assert.ok(all.length > 3_000, `${all.length} ids`);
    assert.deepEqual(all.filter((id) => known.find(id) === undefined), []); // prettier-ignore
  });

  it('are the words of this project where it has its own, also for packs that repeat a rule', () => {
    assert.deepEqual(known.find('BR-06')?.routes, known.find('BR-07')?.routes);
    for (const id of ['BR-06', 'BR-CO-10', 'BR-DE-15'])
      assert.match(known.find(id)?.family ?? '', /^(EN 16931|Germany|route) validator$/, id);
    assert.equal(known.find('BR-RO-001')?.layer, 'cius-ro');
  });
});
