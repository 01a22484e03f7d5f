import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { precheck } from '../../../src/domain/checks/pre-check/precheck.ts';
import { compareTerms } from '../../../src/domain/documents/compare-terms.ts';
import { asTerms, readCanonical } from '../../../src/domain/documents/read-canonical.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { extendedMembers, withoutExtension } from '../../../src/domain/invoice/extended-members.ts';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import { publishedRules } from '../../support/built-in-rules.ts';
import { DOCUMENTS, SYNTAXES } from '../../support/documents.ts';
import { officialD22b, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { textOf } from '../../support/text-of.ts';
import { withEnglish } from '../../support/words.ts';
import { xmlRoot } from '../../support/xml-root.ts';
import {
  EXTENDED_SAMPLES,
  LINE_REFERENCES,
  SEVERAL_ORDERS,
  SEVERAL_SELLERS,
  SUB_LINES,
} from '../extended-sample.ts';
import { frenchInvoice } from '../french-sample.ts';
import { parsed } from '../parsed.ts';
import { all, set, valueAt, without, type Json } from '../sample.ts';

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

  it('adds up its groups, and counts each amount once', () => {
    const { lines, totals, vatBreakdown } = completeInvoice(parsed(SUB_LINES), { specification: '' });
    assert.deepEqual(
      lines.map(({ id, netAmount }) => `${id} ${netAmount.toFixed(2)}`),
      ['A 60.00', 'B 40.00', 'C 20.00', 'D 20.00', 'E 20.00', 'F 0.00', 'G 20.00'],
    );
    assert.equal(totals.lines.toFixed(2), '80.00');
    assert.deepEqual(
      vatBreakdown.map(({ rate, taxableAmount }) => `${rate?.toFixed()} ${taxableAmount.toFixed(2)}`),
      ['5.5 20.00', '20 60.00'],
    );
  });

  it('names itself where a line of UBL belongs to another, which is no preceding invoice', async () => {
    const corrected = all(
      set('invoice.type_code', 384),
      set('preceding_invoices', [{ number: 'F-1', issue_date: '2026-09-01' }]),
    )(SUB_LINES);
    const own = textOf(await built(corrected, 'ubl'));
    const { document } = readCanonical(SYNTAXES, xmlRoot(own))!;
    assert.deepEqual(valueAt(document, 'preceding_invoices'), [{ number: 'F-1', issue_date: '2026-09-01' }]);
    assert.equal(valueAt(document, 'lines[2].parent_line'), 'B');
    // A line that names another invoice is no sub-line.
    const other = own.replace(
      /(<cac:InvoiceLine>\s*<cbc:ID>C<[^]*?<cac:InvoiceDocumentReference>\s*<cbc:ID>)[^<]*/,
      '$1F-1',
    );
    assert.notEqual(other, own);
    const read = readCanonical(SYNTAXES, xmlRoot(other))!;
    assert.equal(valueAt(read.document, 'lines[2].line_type'), undefined);
    assert.equal(valueAt(read.document, 'lines[2].parent_line'), undefined);
    assert.deepEqual(valueAt(read.document, 'lines[2].preceding_invoice'), { number: 'F-1', line: 'B' });
    assert.deepEqual(
      read.losses
        .filter(({ path }) => path?.includes('BillingReference'))
        .map(({ why, value }) => [why, value]),
      [['no-term', 'DETAIL']],
    );
  });

  it('keeps its amounts on EN 16931: only the lines that count are left', () => {
    const { lines, ...plain } = withoutExtension(parsed(SUB_LINES));
    assert.deepEqual(
      lines.map(({ id, lineType, parentLine }) => [id, lineType, parentLine]),
      ['C', 'D', 'E', 'G'].map((id) => [id, undefined, undefined]),
    );
    const { totals } = completeInvoice({ ...plain, lines }, { specification: '' });
    assert.equal(totals.lines.toFixed(2), '80.00');
  });

  it('has a VAT breakdown for each sub-invoice, and its VAT with its group', () => {
    const { lines, vatBreakdown, totals } = completeInvoice(parsed(SEVERAL_SELLERS), { specification: '' });
    assert.deepEqual(
      lines.map(({ id, netAmount, vat }) => `${id} ${netAmount.toFixed(2)} ${vat?.toFixed(2)}`),
      ['1 20.00 4.00', '2 20.00 undefined', '3 40.00 6.00', '4 20.00 undefined', '5 20.00 undefined'],
    );
    assert.deepEqual(
      vatBreakdown.map(
        ({ rate, taxableAmount, taxAmount, exemptionReason }) =>
          `${rate?.toFixed()} ${taxableAmount.toFixed(2)} ${taxAmount.toFixed(2)} ${exemptionReason}`,
      ),
      [
        '20 20.00 4.00 #F-2026-1#',
        '20 20.00 4.00 #111111118_F-2026-1#',
        '10 20.00 2.00 #111111118_F-2026-1#',
      ],
    );
    assert.equal(totals.withVat.toFixed(2), '70.00');
    // On EN 16931 the same lines are of one breakdown a rate.
    const plain = completeInvoice(withoutExtension(parsed(SEVERAL_SELLERS)), { specification: '' });
    assert.deepEqual(
      plain.vatBreakdown.map(
        ({ rate, taxableAmount, exemptionReason }) =>
          `${rate?.toFixed()} ${taxableAmount.toFixed(2)} ${exemptionReason}`,
      ),
      ['20 40.00 undefined', '10 20.00 undefined'],
    );
  });

  it('has the VAT of a sub-invoice in both currencies', () => {
    const { lines } = completeInvoice(
      parsed(
        all(set('invoice.vat_currency', 'USD'), set('invoice.vat_exchange_rate', '1.1'))(SEVERAL_SELLERS),
      ),
      { specification: '' },
    );
    assert.deepEqual(
      lines.map(({ vatInVatCurrency }) => vatInVatCurrency?.toFixed(2)),
      ['4.40', undefined, '6.60', undefined, undefined],
    );
  });

  it('has the exemption reason of its lines, if it states none for the category', () => {
    const { vatBreakdown } = completeInvoice(parsed(LINE_REFERENCES), { specification: '' });
    assert.deepEqual(
      vatBreakdown.map(({ category, exemptionReason, exemptionReasonCode }) => [
        category,
        exemptionReason,
        exemptionReasonCode,
      ]),
      [
        ['S', undefined, undefined],
        ['E', 'Formation', 'VATEX-FR-CGI261-4'],
      ],
    );
  });

  it('has the reason of a sub-invoice in the breakdown of that one alone', () => {
    const sample = set('allowances[0].vat_exemption_reason', '#F-2#')(LINE_REFERENCES);
    const breakdowns = (process: string) =>
      completeInvoice(parsed(set('invoice.business_process', process)(sample)), {
        specification: '',
      }).vatBreakdown.map(({ taxableAmount, exemptionReason }) => [
        taxableAmount.toFixed(2),
        exemptionReason,
      ]);
    const taxed = ['20.00', undefined];
    assert.deepEqual(breakdowns('S8'), [taxed, ['22.00', 'Formation'], ['-1.00', '#F-2#']]);
    assert.deepEqual(breakdowns('S1'), [taxed, ['21.00', 'Formation; #F-2#']]);
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

/** The profile takes a breakdown by exemption reason, too, and remarks that it is one. */
const APART_BY_REASON = { ubl: 'BR-FREXT-S-08ini warning', cii: 'BR-FXEXT-S-08ini warning' };

describeByReference('documents of EXTENDED-CTC-FR', () => {
  for (const [rule, edit] of Object.entries({
    'BR-FR-MV-03_EXT-FR-FE-182': all(
      set('invoice.vat_currency', 'USD'),
      set('invoice.vat_total_in_vat_currency', '11'),
    ),
    'BR-CO-20': without('lines[1].period'),
    'the rules on an exempt amount beside sub-invoices': all(
      set('lines[4].vat_category', 'E'),
      set('lines[4].vat_rate', 0),
      set('allowances', [
        { amount: 1, reason: 'r', vat_category: 'E', vat_rate: 0, vat_exemption_reason: 'Formation' },
      ]),
    ),
    'the rules on an exempt amount without a reason beside sub-invoices': all(
      set('lines[4].vat_category', 'E'),
      set('lines[4].vat_rate', 0),
      set('allowances', [{ amount: 1, reason: 'r', vat_category: 'E', vat_rate: 0 }]),
    ),
    'the rule on the reason of a charge': set('lines[1].charges', [{ amount: 1 }]),
    'the rule on the account of a credit transfer': set('payment', { means_code: '30' }),
  }))
    for (const format of ['ubl', 'cii'] as const)
      it(`are early found to break ${rule} where the published rules do: ${format}`, async () => {
        const sample = edit(SEVERAL_SELLERS);
        const early = checkRoute(parsed(sample), 'FR-PA', format).flatMap(({ related = [] }) => related);
        const { bytes } = await built(sample, format);
        const packs = ['fr-extended', 'fr-ctc'] as const;
        const rules = await publishedRules(format, packs);
        const fired: (string | undefined)[] = [];
        for (const pack of packs) {
          const run = await rules.run(pack, bytes);
          assert.ok(run.kind === 'verdict' && run.reached, JSON.stringify(run));
          fired.push(...run.fired.flatMap(({ id, flag }) => (flag === 'fatal' ? [id] : [])));
        }
        assert.deepEqual(
          fired,
          early.map(({ code }) => code),
        );
      });

  const ofFrance = (name: string) =>
    xmlRoot(
      readFileSync(`${REFERENCE_DATA}/conformance/cases/fr-ctc/${name}`, 'utf8').replace(/^\uFEFF/, ''),
    );
  const linesOf = ({
    lines = [],
  }: {
    lines?: readonly { id?: string; lineType?: string; parentLine?: string }[];
  }) => lines.map(({ id, lineType = '-', parentLine = '-' }) => `${id} ${lineType} ${parentLine}`);

  it('with sub-lines are read as published, and their amounts follow: CII', () => {
    const read = readCanonical(
      SYNTAXES,
      ofFrance('v1.3__UC12_F202600025_SOUS-LIGNE_CII_Commentee_EXTENDED.xml'),
    )!;
    assert.deepEqual(read.findings, []);
    assert.deepEqual(linesOf(read.model), ['1 GROUP -', '2 DETAIL 1', '3 DETAIL 1', '4 INFORMATION -']);
    assert.deepEqual(
      read.differences.filter(
        ({ term }) => term === 'BT-131' || (term.startsWith('BT-1') && Number(term.slice(3)) < 117),
      ),
      [],
    );
    assert.equal(read.totals.computed?.lines.toFixed(2), '500.00');
  });

  it('with sub-lines are read as published, and their amounts follow: UBL', () => {
    const read = readCanonical(
      SYNTAXES,
      ofFrance('v1.3__UC10_F202600004_MULTI-VENDEUR_UBL_Commentee_EXTENDED.xml'),
    )!;
    assert.deepEqual(linesOf(read.model).slice(0, 4), ['1 GROUP -', '2 DETAIL 1', '3 DETAIL 1', '4 GROUP -']);
    assert.deepEqual(read.model.precedingInvoices, []);
    assert.equal(read.totals.computed?.lines.toFixed(2), read.totals.stated.lines?.toFixed(2));
  });

  for (const name of [
    'fr-ctc/v1.3__UC10_F202600004_MULTI-VENDEUR_UBL_Commentee_EXTENDED.xml',
    'fr-ctc/v1.3__UC11_F202600022_MULTI-VENDEUR_UBL_Commentee_EXTENDED.xml',
    'mustang/validator__UC10_F202600004_EXTENDED_FX_CII_Commentee.xml',
  ])
    it(`of several sellers are read as published, and what is computed is what they state: ${name}`, () => {
      const read = readCanonical(SYNTAXES, ofFrance(`../${name}`))!;
      assert.deepEqual(read.findings, []);
      assert.deepEqual(
        read.differences.map(({ term }) => term),
        // Its IBAN has blanks.
        ['BT-84'],
      );
      assert.deepEqual(
        read.losses.flatMap(({ term }) => term ?? []),
        ['BT-24', 'BT-107', 'BT-108'],
      );
    });

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
            pack === 'fr-extended' && name === 'several sellers' ? [APART_BY_REASON[format]] : [],
          );
        }
      });
});
