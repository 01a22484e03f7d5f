import assert from 'node:assert/strict';
import { canonicalSteps } from '../../../src/application/checking/canonical-steps.ts';
import { findingsAtOnce, ownLayers } from '../../../src/application/checking/own-layers.ts';
import { canonicalSource, readOnce } from '../../../src/application/checking/subject.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { JsonNumber } from '../../../src/domain/json/json-number.ts';
import { PastLimit } from '../../../src/domain/json/past-limit.ts';
import type { Member } from '../../../src/domain/invoice/members.ts';
import { CANONICAL_SCHEMA } from '../../../src/domain/invoice/schema.ts';
import { VARIANTS } from '../../domain/full-sample.ts';
import { all, germanInvoice, set, valueAt, without, type Json } from '../../domain/sample.ts';
import { DOCUMENTS } from '../../support/documents.ts';

const STEPS = canonicalSteps({ documents: DOCUMENTS, log: { error: () => undefined } });

const subjectOf = (document: Json, erpTotals?: unknown) => ({
  route: 'DE-XRECHNUNG' as const,
  source: canonicalSource({ read: readOnce(document), format: 'xrechnung-ubl', erpTotals }),
});

async function found(document: Json, erpTotals?: unknown): Promise<readonly Finding[]> {
  return (await findingsAtOnce(STEPS, subjectOf(document, erpTotals))).findings;
}

const findingsOf = async (document: Json, erpTotals?: unknown): Promise<string[]> =>
  (await found(document, erpTotals)).map(
    ({ code, field, related }) => `${related?.[0]?.code ?? code} ${field}`,
  );

describe('one answer', () => {
  const broken = all(
    set('lines[0].unit', 'Stück'),
    without('invoice.buyer_reference'),
    without('seller.contact'),
    set('payment.iban', 'DE03120300000000202051'),
  );

  it('reports shape, rules of the route and identifiers together', async () =>
    assert.deepEqual(await findingsOf(broken(germanInvoice())), [
      'EI-SCHEMA lines[0].unit',
      'BR-DE-15 invoice.buyer_reference',
      'BR-DE-2 seller.contact',
      'EI-ID-IBAN payment.iban',
    ]));

  it('compares totals if every amount is readable', async () => {
    const wrong = set('invoice.currency', 'EURO')(germanInvoice());
    assert.deepEqual(await findingsOf(wrong, { amount_due: 1 }), [
      'EI-SCHEMA invoice.currency',
      'EI-TOTALS-MISMATCH erp_totals.amount_due',
    ]);
    const uncountable = set('lines[0].quantity', 'zwei')(germanInvoice());
    assert.deepEqual(await findingsOf(uncountable, { amount_due: 1 }), ['EI-SCHEMA lines[0].quantity']);
  });

  it('checks the other lines if one is malformed', async () => {
    const line = { name: 'x', quantity: 1, unit: 'C62', unit_price: -1, vat_category: 'S', vat_rate: 19 };
    const document = set('lines', [line, { ...line, unit_price: 'x' }, 5, line])(germanInvoice());
    assert.deepEqual(await findingsOf(document), [
      'EI-SCHEMA lines[1].unit_price',
      'EI-SCHEMA lines[2]',
      'BR-27 lines[0].unit_price',
      'BR-27 lines[3].unit_price',
    ]);
  });

  for (const [past, path, value] of [
    ['a number with too many digits', 'lines[0].quantity', '1'.repeat(40)],
    ['a number that shows binary rounding', 'lines[0].unit_price', 0.1 + 0.2],
    ['a number beyond every double', 'lines[0].vat_rate', new JsonNumber('1e999')],
    ['a text that is too long', 'invoice.number', 'x'.repeat(201)],
    ['a list that is too long', 'invoice.notes', Array.from({ length: 21 }, () => 'note')],
    ['more lines than the limit', 'lines', new PastLimit(10_000)],
  ] as const)
    for (const [wrong, edit] of [
      ['a rule of the route', without('invoice.buyer_reference')],
      ['a wrong shape', set('invoice.currency', 'EURO')],
      ['an identifier', set('payment.iban', 'DE03120300000000202051')],
    ] as const)
      it(`reports ${past} without ${wrong}: no other check runs`, async () => {
        const after = await findingsOf(all(edit, set(path, value))(germanInvoice()));
        assert.deepEqual(after, [`EI-SCHEMA ${path}`]);
      });

  it('has only the pre-checks after a refused schema in the report', async () => {
    const layersOf = async (document: Json) =>
      (await ownLayers(STEPS, subjectOf(document))).layers.map(({ layer, outcome }) => `${layer} ${outcome}`);
    assert.deepEqual(await layersOf(broken(germanInvoice())), ['schema invalid', 'pre-check invalid']);
    assert.deepEqual(await layersOf(without('invoice.number')(germanInvoice())), ['schema invalid']);
  });
});

/** The paths of all members; of a list, those of its first entry. */
function permits(member: Member, path = ''): string[] {
  const here = path === '' ? [] : [path];
  if (member.kind === 'list') return [...here, ...permits(member.of, `${path}[0]`)];
  if (member.kind !== 'group') return here;
  const inner = [...member.members].flatMap(([name, { member: of }]) =>
    permits(of, path ? `${path}.${name}` : name),
  );
  return [...here, ...inner];
}

describe('an unreadable member', () => {
  /** An invoice with a finding in each part. */
  const faulty = all(
    without('invoice.buyer_reference'),
    without('seller.contact'),
    without('buyer.endpoint'),
    set('seller.vat_id', 'DE136695977'),
  );

  for (const path of permits(CANONICAL_SCHEMA))
    it(`is the only one that loses its findings: ${path}`, async () => {
      const variant = VARIANTS.find((document) => valueAt(document, path) !== undefined);
      assert.ok(variant, 'no variant of the sample has this member');
      const whole = faulty(variant);
      if (valueAt(whole, path) === undefined) return;
      const before = await findingsOf(whole);
      // No member accepts both.
      const wrong = valueAt(whole, path) === true ? 'yes' : true;
      const after = await findingsOf(set(path, wrong)(whole));
      assert.ok(after.includes(`EI-SCHEMA ${path}`), after.join(', '));
      const more = after.filter((text) => !before.includes(text) && text !== `EI-SCHEMA ${path}`);
      assert.deepEqual(more, [], 'the other findings are the same');
    });
});
