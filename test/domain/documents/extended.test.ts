import assert from 'node:assert/strict';
import { precheck } from '../../../src/domain/checks/pre-check/precheck.ts';
import { compareTerms } from '../../../src/domain/documents/compare-terms.ts';
import { asTerms, readCanonical } from '../../../src/domain/documents/read-canonical.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { extendedMembers, withoutExtension } from '../../../src/domain/invoice/extended-members.ts';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import { publishedRules } from '../../support/built-in-rules.ts';
import { DOCUMENTS, SYNTAXES } from '../../support/documents.ts';
import { officialD22b, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { textOf } from '../../support/text-of.ts';
import { withEnglish } from '../../support/words.ts';
import { xmlRoot } from '../../support/xml-root.ts';
import { EXTENDED_SAMPLES, SEVERAL_ORDERS } from '../extended-sample.ts';
import { frenchInvoice } from '../french-sample.ts';
import { parsed } from '../parsed.ts';
import { set, type Json } from '../sample.ts';

const EXTENDED = 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr';

async function built(document: Json, format: 'ubl' | 'cii') {
  const made = await DOCUMENTS.build(parsed(document), 'FR-PA', format);
  assert.ok(made.ok, JSON.stringify(made));
  return made.document;
}

describe('a document of EXTENDED-CTC-FR', () => {
  for (const format of ['ubl', 'cii'] as const) {
    it(`is chosen for what EN 16931 cannot say: ${format}`, async () => {
      assert.equal((await built(SEVERAL_ORDERS, format)).specification, EXTENDED);
      const plain = set('lines[0].delivery', {})(frenchInvoice());
      assert.equal((await built(plain, format)).specification, 'urn:cen.eu:en16931:2017');
    });

    for (const [name, sample] of Object.entries(EXTENDED_SAMPLES))
      it(`is read back with the same terms, and as the same canonical document: ${name}, ${format}`, async () => {
        const document = await built(sample, format);
        const read = readCanonical(SYNTAXES, xmlRoot(textOf(document)));
        const losses = read?.losses.filter(({ term }) => term !== 'BT-24');
        assert.deepEqual([losses, read?.differences, read?.findings], [[], [], []]);
        const again = await built(read!.document as Json, format);
        assert.equal(textOf(again), textOf(document));
        const stated = completeInvoice(parsed(sample), { specification: '', takesProcess: true });
        const extension = compareTerms(asTerms(stated), asTerms(read!.model)).filter(({ term }) =>
          term.startsWith('EXT-'),
        );
        assert.deepEqual(extension, []);
      });
  }

  it('has a placeholder where UBL demands the line of an order that has none', async () => {
    const xml = textOf(await built(SEVERAL_ORDERS, 'ubl'));
    assert.match(xml, /<cbc:LineID>NA<\/cbc:LineID>\s*<cac:OrderReference>\s*<cbc:ID>BC-2</);
  });

  it('is the only one with these terms: elsewhere each member is a finding', async () => {
    const ofLine = [
      ...['order_reference', 'order_date', 'sales_order_reference', 'sales_order_line'],
      ...['delivery_terms.code', 'delivery_terms.place'],
      ...['despatch_advice_reference', 'despatch_advice_line', 'delivery'],
      ...['price_discount_reason', 'price_discount_reason_code'],
    ].map((name) => `lines[0].${name}`);
    const members = [
      ...ofLine,
      ...['order_date', 'contract_date', 'contract_type', 'despatch_advice_date', 'delivery_terms'],
    ];
    const invoice = parsed(set('lines', (SEVERAL_ORDERS['lines'] as Json[]).slice(0, 1))(SEVERAL_ORDERS));
    assert.deepEqual([...extendedMembers(invoice)].sort(), [...members].sort());
    for (const [route, format] of [
      ['DE-XRECHNUNG', 'xrechnung-ubl'],
      ['PEPPOL', 'ubl'],
      ['FR-PA', 'facturx'],
    ] as const) {
      const made = await DOCUMENTS.build(invoice, route, format);
      assert.ok(!made.ok);
      assert.deepEqual(made.findings.map(({ field }) => field).sort(), [...members].sort());
      assert.deepEqual(
        DOCUMENTS.limits(invoice, route, format)
          .map(({ field }) => field)
          .sort(),
        [...members].sort(),
      );
    }
    assert.deepEqual(extendedMembers(withoutExtension(invoice)), []);
  });
});

describeByReference('documents of EXTENDED-CTC-FR', () => {
  for (const format of ['ubl', 'cii'] as const)
    for (const [name, sample] of Object.entries(EXTENDED_SAMPLES))
      it(`are valid under the official schema and rules: ${name}, ${format}`, async () => {
        assert.deepEqual([...checkRoute(parsed(sample), 'FR-PA', format), ...precheck(parsed(sample))], []);
        const { bytes, syntax } = await built(sample, format);
        const schemas = { ...officialSchemas(), cii: officialD22b() };
        assert.ok(syntax !== 'fa3' && syntax !== 'fa-rr');
        assert.deepEqual(withEnglish(schemas[syntax].check(bytes)), { kind: 'verdict', findings: [] });
        Object.values(schemas).forEach((schema) => schema.dispose());
        const packs = ['fr-extended', 'fr-ctc'] as const;
        const rules = await publishedRules(format, packs);
        for (const pack of packs) {
          const run = await rules.run(pack, bytes);
          assert.ok(run.kind === 'verdict' && run.reached, JSON.stringify(run));
          assert.deepEqual(
            run.fired.map(({ id, flag }) => `${id} ${flag}`),
            [],
          );
        }
      });
});
