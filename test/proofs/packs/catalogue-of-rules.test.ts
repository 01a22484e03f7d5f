import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { KnownCodes } from '../../../src/adapters/catalogue/known-codes.ts';
import { routesWithLayer } from '../../../src/domain/routes/select-layers.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { officialPacksIn } from 'en16931-rules/packs/install/sources.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { emptyFolder } from '../../support/folder.ts';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';

describeByReference('the explanations of the official packs', () => {
  const { path: rulesDir, remove } = emptyFolder();
  const official = join(REFERENCE_DATA, 'official');
  const known = new KnownCodes(new RulesFolder(rulesDir, 0));
  before(async () => {
    if (!existsSync(official)) return;
    copyPreparedPacks(rulesDir);
    for (const source of officialPacksIn(official))
      await bringPack(rulesDir, source, {
        engines: ['compiled'],
        report: () => {},
        routesOf: routesWithLayer,
      });
    await known.refresh();
  });
  after(remove);

  /** As in the files, for any program that reads them. */
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

  it('are the texts of this project if it has its own, also for packs that repeat a rule', () => {
    assert.deepEqual(known.find('BR-06')?.routes, known.find('BR-07')?.routes);
    for (const id of ['BR-06', 'BR-CO-10', 'BR-DE-15'])
      assert.match(english(known.find(id)?.family ?? ''), /^(EN 16931|Germany|route) validator$/, id);
    assert.equal(known.find('BR-RO-001')?.layer, 'cius-ro');
  });
});
