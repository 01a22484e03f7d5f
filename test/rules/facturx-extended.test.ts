import assert from 'node:assert/strict';
import { rulesOf } from 'en16931-rules/packs/expand/expand.ts';
import { packFolder } from '../support/built-in-rules.ts';
import { builtInFacturx, firedBy, publishedFacturx } from '../support/facturx-packs.ts';
import { describeByReference } from '../support/reference-data.ts';
import { EXTENDED_ROWS } from './facturx-extended-rows.ts';

describe('level EXTENDED of Factur-X', () => {
  for (const { it: what, xml, finds } of EXTENDED_ROWS)
    it(what, async () => {
      const judge = await builtInFacturx('extended');
      assert.deepEqual(firedBy(await judge(xml)), finds.toSorted());
    });

  it('has a row for each rule that it has beyond those of EN 16931', () => {
    const files = rulesOf(packFolder('facturx')).get('extended.sch') ?? [];
    const ids = files
      .flatMap(({ blocks }) => blocks.flatMap(({ check }) => check.map(({ id }) => id)))
      .filter((id) => id.startsWith('BR-FXEXT-') || id === 'BR-CO-25');
    const broken = new Set(EXTENDED_ROWS.flatMap(({ finds }) => finds));
    assert.deepEqual(
      ids.filter((id) => !broken.has(id)),
      [],
    );
    assert.ok(ids.length > 55, `only ${ids.length}`);
  });
});

describeByReference('the rows of level EXTENDED', () => {
  it('have the same findings under the published rules', async () => {
    const judge = await publishedFacturx('extended');
    for (const { it: what, xml, finds } of EXTENDED_ROWS)
      assert.deepEqual(firedBy(await judge(xml)), finds.toSorted(), what);
  });
});
