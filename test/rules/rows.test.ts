import { withEnglish } from '../support/words.ts';
import assert from 'node:assert/strict';
import {
  type BuiltInRules,
  builtInRules,
  builtInSchemas,
  expanded,
  type XRechnungPackName,
} from '../support/built-in-rules.ts';
import { joinApart } from '../../src/domain/documents/join-apart.ts';
import { XRECHNUNG } from '../../src/domain/documents/specifications.ts';
import { completeInvoice } from '../../src/domain/invoice/complete-invoice.ts';
import { parsed } from '../domain/parsed.ts';
import { all, germanInvoice, set } from '../domain/sample.ts';
import { written } from '../support/documents.ts';
import { baseInvoice } from './base.ts';
import { all as allEdits, edited } from './edits.ts';
import { inGroups } from './groups.ts';
import { LONG_TABLES, ROWS } from './all-rows.ts';
import type { Row } from './row.ts';
import { totals } from './totals.ts';

/**
 * No document breaks them: another rule of the pack raises an error on the second name or code, as in the published rules,
 * and the layer ends without findings.
 */
const UNREACHABLE = ['UBL-SR-09', 'UBL-SR-15', 'UBL-SR-22', 'UBL-SR-27'];

let rules: BuiltInRules;

async function findings(pack: XRechnungPackName, { of, edit }: Pick<Row, 'of' | 'edit'>): Promise<string[]> {
  const run = await rules.run(pack, new TextEncoder().encode(edited(baseInvoice(of), edit)));
  assert.ok(run.kind === 'verdict' && run.reached, JSON.stringify(run));
  return [...new Set(run.fired.map(({ id }) => id ?? ''))].sort();
}

for (const pack of ['en16931', 'xrechnung'] as const) {
  describe(`the rules of ${pack}`, () => {
    before('compile the packs', async () => {
      rules ??= await builtInRules();
    });

    for (const row of ROWS[pack])
      it(row.it, async () => {
        assert.deepEqual(await findings(pack, row), [...row.finds].sort());
      });

    if (LONG_TABLES[pack].length > 0)
      it(`find each of ${LONG_TABLES[pack].length} elements that the standard does not use`, async () => {
        for (const group of inGroups(LONG_TABLES[pack].filter(({ of }) => !of))) {
          const together = await findings(pack, { edit: allEdits(...group.map(({ edit }) => edit)) });
          const expected = [...new Set(group.flatMap(({ finds }) => finds))].sort();
          // Of two elements that exclude each other, one hides the other.
          if (together.join() !== expected.join())
            for (const row of group)
              assert.deepEqual(await findings(pack, row), [...row.finds].sort(), row.it);
        }
        for (const row of LONG_TABLES[pack].filter(({ of }) => of))
          assert.deepEqual(await findings(pack, row), [...row.finds].sort(), row.it);
      });

    it('are each broken by a row', () => {
      const broken = new Set([...ROWS[pack], ...LONG_TABLES[pack]].flatMap(({ finds }) => finds));
      const checked = [...(expanded(pack).files[0]?.text ?? '').matchAll(/<assert id="([^"]+)"/g)].map(
        ([, id = '']) => id,
      );
      const unbroken = new Set(checked.filter((id) => !broken.has(id)));
      assert.deepEqual([...unbroken].sort(), pack === 'en16931' ? UNREACHABLE : []);
    });
  });
}

describe('the message of a rule about a sum', () => {
  it('reports the expected and the stated value', async () => {
    rules ??= await builtInRules();
    const wrong = edited(baseInvoice(), totals({ lines: 160, taxable: 145, tax: 29 }));
    const run = await rules.run('en16931', new TextEncoder().encode(wrong));
    assert.ok(run.kind === 'verdict');
    assert.equal(
      run.fired[0]?.firings[0]?.text,
      'The sum of the lines (BT-106) is not what the lines add up to (150.00 expected, 160.00 stated). ' +
        'Add up the net amounts of all lines (BT-131) and enter that sum.',
    );
  });

  it('does not contradict itself if the amounts are too large for the published rule', async () => {
    rules ??= await builtInRules();
    const large = all(
      set('lines[0].quantity', '99999999'),
      set('lines[0].unit_price', '999999999999999.99'),
    )(germanInvoice());
    const xml = written('ubl', joinApart(completeInvoice(parsed(large), XRECHNUNG)));
    const run = await rules.run('en16931', new TextEncoder().encode(xml));
    assert.ok(run.kind === 'verdict');
    const [fired] = run.fired.filter(({ flag }) => flag === 'fatal');
    assert.equal(fired?.id, 'BR-S-08');
    assert.match(
      fired.firings[0]?.text ?? '',
      /add up to, says the published rule, which cannot count so far: both are equal\. /,
    );
  });
});

describe('the base invoice of the rule rows', () => {
  const schemas = builtInSchemas();
  after(() => [...schemas.values()].forEach((schema) => schema.dispose()));

  for (const root of ['Invoice', 'CreditNote'] as const)
    it(`is a ${root} and accepted by its schema`, () => {
      const run = schemas
        .get(root === 'Invoice' ? 'ubl-invoice' : 'ubl-creditnote')
        ?.check(new TextEncoder().encode(baseInvoice({ root })));
      assert.deepEqual(withEnglish(run), { kind: 'verdict', findings: [] });
    });
});
