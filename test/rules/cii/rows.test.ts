import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import {
  type XRechnungPackName,
  builtInRules,
  builtInSchemas,
  expanded,
} from '../../support/built-in-rules.ts';
import { all } from '../edits.ts';
import { inGroups } from '../groups.ts';
import { findings, ROWS, TABLES, UNREACHABLE } from './all-rows.ts';
import { baseInvoice } from './base.ts';
import type { Row } from './rows.ts';

const CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'];

const sorted = (ids: string): string => ids.split(' ').sort().join(' ');

const ourFindings = async (pack: XRechnungPackName, row: Row): Promise<string> =>
  findings(await builtInRules('cii'), pack, row);

for (const pack of ['en16931', 'xrechnung'] as const)
  describe(`the rules of ${pack} for CII`, () => {
    before('compile the packs', async () => {
      await builtInRules('cii');
    });

    for (const category of CATEGORIES)
      it(`accept the base invoice in category ${category}`, async () => {
        assert.equal(await ourFindings(pack, ['', () => undefined, '', { category }]), '');
      });

    for (const row of ROWS[pack]) {
      const [has, , finds] = row;
      it(`${finds === '' ? 'accept' : 'find'} ${has}`, async () =>
        assert.equal(await ourFindings(pack, row), sorted(finds)));
    }

    if (TABLES[pack].length > 0)
      it(`find each of ${TABLES[pack].length} forbidden elements and attributes`, async () => {
        const tried = TABLES[pack].filter(([, , id]) => !UNREACHABLE.includes(id));
        for (const group of inGroups(tried)) {
          const together = await ourFindings(pack, ['', all(...group.map(([, edit]) => edit)), '']);
          const missing = group.filter(([, , id]) => !together.split(' ').includes(id));
          // Of two that exclude each other, one hides the other.
          for (const row of missing)
            assert.ok((await ourFindings(pack, row)).split(' ').includes(row[2]), row[0]);
        }
      });

    it('are each broken by a row', () => {
      const broken = new Set([...ROWS[pack], ...TABLES[pack]].flatMap(([, , finds]) => finds.split(' ')));
      const text = expanded(pack).files.find(({ path }) => path === 'cii.sch')?.text ?? '';
      const checked = [...text.matchAll(/<assert id="([^"]+)"/g)].map(([, id = '']) => id);
      assert.deepEqual(
        checked.filter((id) => !broken.has(id)),
        [],
      );
    });
  });

describe('the base invoice of the rule rows for CII', () => {
  it('is accepted by its schema', () => {
    const schemas = builtInSchemas();
    for (const category of CATEGORIES) {
      const run = schemas.get('cii')?.check(new TextEncoder().encode(baseInvoice({ category })));
      assert.deepEqual(withEnglish(run), { kind: 'verdict', findings: [] }, category);
    }
    schemas.forEach((schema) => schema.dispose());
  });
});
