import assert from 'node:assert/strict';
import { join } from 'node:path';
import { wholeRelease } from 'en16931-rules/packs/releases.ts';
import { officialPacks, officialPacksIn } from 'en16931-rules/packs/install/sources.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';

const FIRST = {
  id: 'x',
  version: '1',
  licence: 'free',
  files: [
    { path: 'a.sch', sha256: 'aa', layer: 'x' },
    { path: 'b.sch', sha256: 'bb' },
  ],
};

describe('a listed release that states what it changes', () => {
  it('keeps the rest of the release before', () => {
    const next = { id: 'x', version: '2', changes: '1', without: ['b.sch'], files: [{ path: 'a.sch', sha256: 'cc' }, { path: 'c.sch' }] }; // prettier-ignore
    assert.deepEqual(wholeRelease(next, [FIRST, next]), {
      ...FIRST,
      version: '2',
      files: [{ path: 'a.sch', sha256: 'cc', layer: 'x' }, { path: 'c.sch' }],
    });
  });

  it('is refused if that release is not listed', () =>
    assert.throws(
      () => wholeRelease({ id: 'x', version: '2', changes: '0', files: [] }, [FIRST]),
      /x 2: changes 0, which is not listed/,
    ));

  it('has its own first day', () => {
    const days = officialPacks().map(({ id, version, validFrom }) => `${id} ${version} from ${validFrom}`);
    for (const day of [
      'xrechnung 3.0.2-sch-2.6.0 from 2026-08-31',
      'fr-ctc 1.4.0.04 from 2026-09-03',
      'facturx 1.09.2-2026-10 from 2026-10-14',
    ])
      assert.ok(days.includes(day), day);
  });
});

describeByReference('a folder of published files', () => {
  const versionsIn = (folder: string): readonly string[] =>
    officialPacksIn(join(REFERENCE_DATA, folder))
      .filter(({ pack }) => ['xrechnung', 'fr-ctc', 'facturx'].includes(pack.id))
      .map(({ pack, files }) => `${pack.id} ${pack.version}: ${files().size} files`);

  it('holds the releases whose own files are there, and none that shares files with them', () => {
    assert.deepEqual(versionsIn('official'), [
      'xrechnung 3.0.2-sch-2.5.0: 3 files',
      'fr-ctc 1.4.0.03: 69 files',
      'facturx 1.09.2: 30 files',
    ]);
    assert.deepEqual(versionsIn('official-2026-11'), [
      'xrechnung 3.0.2-sch-2.6.0: 2 files',
      'fr-ctc 1.4.0.04: 69 files',
      'facturx 1.09.2-2026-10: 30 files',
    ]);
  });
});
