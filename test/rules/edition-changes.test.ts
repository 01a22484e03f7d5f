import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { editionChanges } from 'en16931-rules/packs/expand/edition-changes.ts';
import { builtInFolders } from 'en16931-rules/packs/install/sources.ts';

const changesOf = (pack: string) =>
  editionChanges(builtInFolders().find((folder) => basename(folder) === pack)!);

describe('what a release of a built-in pack changes', () => {
  it('is what its marked rows bring, leave out and change', () => {
    const [change] = changesOf('fr-extended');
    const { comes, goes, changes, ...release } = change!;
    assert.deepEqual(release, { version: '1.4.0.04', day: '2026-09-03', path: 'cii.sch' });
    assert.deepEqual(
      [comes.includes('CII-FREXT-SR-069'), goes, changes.includes('BR-CO-25')],
      [true, ['CII-SR-069', 'CII-SR-072', 'BR-CO-27'], true],
    );
  });

  it('counts severities, phrases and code lists that a rule names', () => {
    const [ubl, cii] = changesOf('xrechnung');
    assert.deepEqual([ubl?.comes, cii?.comes], [['BR-TMP-6'], ['BR-TMP-4', 'BR-TMP-5', 'BR-TMP-7']]);
    for (const rule of ['BR-TMP-2', 'BR-DEX-04']) assert.ok(ubl?.changes.includes(rule), rule);
    const phrased = changesOf('facturx').flatMap(({ changes }) => changes);
    assert.ok(phrased.includes('BR-FXEXT-CO-10'));
  });

  it('is nothing of a pack with one release', () => {
    assert.deepEqual(changesOf('cius-ro'), []);
  });
});
