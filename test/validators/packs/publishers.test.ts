import assert from 'node:assert/strict';
import { builtInPacks, officialPacks } from 'en16931-rules/packs/install/sources.ts';
import { publishers } from 'en16931-rules/packs/publishers.ts';

describe('the publishers of rule packs', () => {
  const rows = publishers();
  const named = rows.flatMap(({ packs }) => packs);
  const packs = [...officialPacks(), ...builtInPacks().map(({ pack }) => pack)];

  it('are known of every pack with rules, so that none grows old in silence', () => {
    const withRules = packs.filter(({ entries }) => entries.some(({ kind }) => kind === 'schematron'));
    const missing = withRules.map(({ id }) => id).filter((id) => !named.includes(id));
    assert.deepEqual([...new Set(missing)], []);
  });

  it('have each pack once, and only packs that there are', () => {
    const known = new Set(packs.map(({ id }) => id));
    assert.deepEqual([named.length, named.filter((id) => !known.has(id))], [new Set(named).size, []]);
  });

  it('have a page to look at, and a first day of each release', () => {
    for (const { name, packs: ids, announcedAt, rhythm, released } of rows) {
      assert.match(announcedAt, /^https:\/\//, name);
      const dated = packs.filter(({ id }) => ids.includes(id));
      if (rhythm)
        for (const { id, version, validFrom } of dated)
          assert.ok(validFrom ?? released[version], `${id} ${version}`);
    }
  });
});
