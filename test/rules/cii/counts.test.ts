import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInRules, publishedRules } from '../../support/built-in-rules.ts';
import type { Judge } from '../../support/compiled-pack.ts';
import { builtInFacturx, publishedFacturx } from '../../support/facturx-packs.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { all, edited, type Edit, remove, repeat, set, untouched } from '../edits.ts';
import { baseInvoice } from './base.ts';
import * as at from './places.ts';
import { CATEGORIES, wrongNumbers } from './vat-category-rows.ts';

type Counts = Readonly<Record<string, number>>;

/** Two lines, three allowances, four charges, two breakdowns. */
const severalPlaces = all(
  repeat(at.CHARGE),
  repeat(at.CHARGE),
  repeat(at.CHARGE),
  repeat(at.ALLOWANCE),
  repeat(at.ALLOWANCE),
  repeat(at.BREAKDOWN),
);

/** What breaks rules of a category in each of its places, and how often. */
const ROWS: readonly (readonly [has: string, category: string, edit: Edit, counts: Counts])[] = [
  ...CATEGORIES.map(([prefix, code]): (typeof ROWS)[number] => [
    `numbers that category ${code} does not go with`,
    code,
    wrongNumbers(code),
    { [`${prefix}-02`]: 2, [`${prefix}-03`]: 3, [`${prefix}-04`]: 4 },
  ]),
  [
    'an intra-Community supply without dates and country of delivery',
    'K',
    remove(
      `${at.DELIVERY}/ram:ActualDeliverySupplyChainEvent`,
      at.PERIOD,
      `${at.SHIP_TO}/ram:PostalTradeAddress`,
    ),
    { 'BR-IC-11': 2, 'BR-IC-12': 2 },
  ],
  [
    'a line and an allowance of another category beside O',
    'O',
    all(
      set(`${at.LINE_TAX}/ram:CategoryCode`, 'Z'),
      set(`${at.ALLOWANCE}/ram:CategoryTradeTax/ram:CategoryCode`, 'Z'),
    ),
    { 'BR-O-11': 2, 'BR-O-12': 2, 'BR-O-13': 2, 'BR-O-14': 2 },
  ],
];

const documentOf = (category: string, edit: Edit): string =>
  edited(baseInvoice({ category }), all(edit, severalPlaces));

const PACKS = ['en16931', 'fr-extended'] as const;
const LEVELS = ['basicwl', 'basic', 'en16931', 'extended'] as const;

/** How often each rule of EN 16931 and its extensions is broken. */
async function countsIn(judge: Judge, document: string): Promise<Counts> {
  const run = await judge(document);
  assert.ok(run.kind === 'verdict');
  return Object.fromEntries(
    run.fired.flatMap(({ id, count }) => (id?.startsWith('BR-') ? [[id, count] as const] : [])),
  );
}

async function judges(
  rulesOf: typeof builtInRules,
  levelOf: typeof builtInFacturx,
): Promise<ReadonlyMap<string, Judge>> {
  const rules = await rulesOf('cii', PACKS);
  const ofPacks = PACKS.map((pack): [string, Judge] => [
    pack,
    (document) => rules.run(pack, new TextEncoder().encode(document as string)),
  ]);
  const ofLevels = LEVELS.map(async (level): Promise<[string, Judge]> => [
    `facturx ${level}`,
    await levelOf(level),
  ]);
  return new Map([...ofPacks, ...(await Promise.all(ofLevels))]);
}

describe('the findings of a rule on VAT categories for CII', () => {
  for (const [has, category, edit, counts] of ROWS)
    it(`are one for each place: ${has}`, async () => {
      const judge = (await judges(builtInRules, builtInFacturx)).get('en16931')!;
      const found = await countsIn(judge, documentOf(category, edit));
      assert.deepEqual(Object.fromEntries(Object.keys(counts).map((id) => [id, found[id]])), counts);
    });
});

describeByReference('the number of findings under the built-in rules for CII', () => {
  const sameCounts = async (document: string): Promise<void> => {
    const published = await judges(publishedRules, publishedFacturx);
    for (const [pack, judge] of await judges(builtInRules, builtInFacturx))
      assert.deepEqual(await countsIn(judge, document), await countsIn(published.get(pack)!, document), pack);
  };

  for (const [has, category, edit] of [...ROWS, ['nothing wrong', 'S', untouched] as const])
    it(`is that of the published rules: ${has} (${category})`, () => sameCounts(documentOf(category, edit)));

  it('is that of the published rules: several allowances without a tax number', () =>
    sameCounts(readFileSync(join(REFERENCE_DATA, 'found/br-s-03-count.xml'), 'utf8')));
});
