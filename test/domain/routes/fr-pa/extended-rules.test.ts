import assert from 'node:assert/strict';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { english } from '../../../support/words.ts';
import { LINE_REFERENCES, SEVERAL_ORDERS, SUB_LINES } from '../../extended-sample.ts';
import { frenchInvoice } from '../../french-sample.ts';
import { parsed } from '../../parsed.ts';
import { brokenTwice, FRENCH_EDITIONS } from './published-france.ts';
import { all, type Json, set, without } from '../../sample.ts';

const rulesIn = (document: Json, format: 'ubl' | 'cii' | 'facturx'): readonly string[] =>
  checkRoute(parsed(document), 'FR-PA', format).flatMap(({ related = [] }) =>
    related.map(({ code }) => code),
  );

const negative = (line: number) =>
  all(set(`lines[${line}].unit_price`, -10), set(`lines[${line}].gross_price`, -5));

describe('the early rules of EXTENDED-CTC-FR', () => {
  it('take a negative price, as the profile does', () => {
    for (const format of ['ubl', 'cii'] as const) {
      const rules = rulesIn(negative(6)(SUB_LINES), format);
      assert.deepEqual(
        rules.filter((rule) => ['BR-27', 'BR-28'].includes(rule)),
        [],
      );
    }
  });

  it('take the category O beside others, as the profile does', () => {
    const outside = all(
      set('lines[6].vat_category', 'O'),
      without('lines[6].vat_rate'),
      set('lines[6].vat_exemption_reason', 'Hors champ'),
    );
    for (const format of ['ubl', 'cii'] as const) assert.deepEqual(rulesIn(outside(SUB_LINES), format), []);
  });

  it('have one id for a charge without a reason in CII, as the profile does, and two in UBL', () => {
    const unreasoned = all(
      set('charges', [{ amount: 1, vat_category: 'S', vat_rate: 20 }]),
      set('lines[6].charges', [{ amount: 1 }]),
    );
    const findings = (format: 'ubl' | 'cii') =>
      checkRoute(parsed(unreasoned(SUB_LINES)), 'FR-PA', format).map(
        ({ field, related = [] }) =>
          `${field} ${related.map(({ code, source }) => `${source} ${code}`).join(', ')}`,
      );
    assert.deepEqual(findings('ubl'), [
      'charges[0].reason EN16931 BR-38, EN16931 BR-CO-22',
      'lines[6].charges[0].reason EN16931 BR-44, EN16931 BR-CO-24',
    ]);
    assert.deepEqual(findings('cii'), [
      'charges[0].reason EXTENDED-CTC-FR BR-FREXT-BR-38',
      'lines[6].charges[0].reason EXTENDED-CTC-FR BR-FREXT-BR-44',
    ]);
  });

  it('take a credit transfer without an account in CII, as the profile does, and refuse it in UBL', () => {
    const document = set('payment', { means_code: '30' })(SUB_LINES);
    assert.deepEqual([rulesIn(document, 'ubl'), rulesIn(document, 'cii')], [['BR-61'], []]);
    const plain = set('payment', { means_code: '30' })(frenchInvoice());
    assert.deepEqual(rulesIn(plain, 'cii'), ['CII-SR-470']);
  });

  it('are those of EN 16931 where the document is of EN 16931', () => {
    for (const [document, format] of [
      [frenchInvoice(), 'ubl'],
      [frenchInvoice(), 'facturx'],
    ] as const) {
      const rules = rulesIn(negative(0)(document), format);
      assert.deepEqual(
        ['BR-27', 'BR-28'].map((rule) => rules.includes(rule)),
        [true, true],
      );
    }
  });
});

describe('a value that EXTENDED-CTC-FR does not take', () => {
  const BOTH = ['ubl', 'cii'] as const;
  interface Refused {
    readonly in: readonly ('ubl' | 'cii')[];
    readonly document: Json;
    readonly rule: string;
    readonly field: string;
    readonly term: string;
    readonly hint: RegExp;
  }
  const refused: Readonly<Record<string, Refused>> = {
    'the delivery terms of the invoice': {
      in: BOTH,
      document: set('delivery_terms.code', 'D A P')(SEVERAL_ORDERS),
      rule: 'BR-FREXT-CL-27',
      field: 'delivery_terms.code',
      term: 'EXT-FR-FE-185',
      hint: /for example DAP/,
    },
    'the delivery terms of a line': {
      in: BOTH,
      document: set('lines[0].delivery_terms.code', 'DAT')(SEVERAL_ORDERS),
      rule: 'BR-FREXT-CL-27',
      field: 'lines[0].delivery_terms.code',
      term: 'EXT-FR-FE-193',
      hint: /for example DAP/,
    },
    'the code of an attribute': {
      in: ['ubl'],
      document: set('lines[0].attributes[0].code', 'COLOUR')(LINE_REFERENCES),
      rule: 'BR-FREXT-04',
      field: 'lines[0].attributes[0].code',
      term: 'EXT-FR-FE-159',
      hint: /state the name/,
    },
    'the id of a group': {
      in: BOTH,
      document: all(set('lines[6].line_type', 'GROUP'), set('lines[6].id', 'B'))(SUB_LINES),
      rule: 'BR-FREXT-08',
      field: 'lines[6].id',
      term: 'BT-126',
      hint: /an id of its own/,
    },
    'no account for a transfer': {
      in: ['cii'],
      document: all(set('invoice.issue_date', '2026-09-02'), set('payment', { means_code: '30' }))(SUB_LINES),
      rule: 'BR-CO-27',
      field: 'payment.iban',
      term: 'BT-84',
      hint: /account/,
    },
  };
  const cases = Object.entries(refused).flatMap(([what, one]) =>
    one.in.map((format) => ({ what, format, ...one })),
  );
  for (const { what, format, document, rule, field, term, hint } of cases)
    it(`is refused at once, with its field and a hint, in ${format}: ${what}`, () => {
      const findings = checkRoute(parsed(document), 'FR-PA', format);
      assert.deepEqual(
        findings.map((one) => [one.field, one.term, one.related?.map(({ code, source }) => [code, source])]),
        [[field, term, [[rule, 'EXTENDED-CTC-FR']]]],
      );
      assert.match(english(findings[0]?.fixHint ?? ''), hint);
    });
});

describeByReference('an invoice of EXTENDED-CTC-FR', () => {
  const IDS = ['BR-CO-03', 'BR-CO-18', 'BR-CO-25', 'CII-SR-462'];
  const IDS_OF_VALUES = ['BR-FREXT-CL-27', 'BR-FREXT-04', 'BR-FREXT-08', 'BR-CO-27', 'BR-61'];
  const group = set('lines', [{ id: '1', name: 'Lot', line_type: 'GROUP' }]);
  const charge = set('charges', [{ amount: 5, reason: 'Port', vat_category: 'S', vat_rate: 20 }]);
  const open = without('invoice.due_date');
  const credit = all(
    set('invoice.type_code', 381),
    set('preceding_invoices', [{ number: 'F-0', issue_date: '2026-08-01' }]),
  );
  const twice = all(set('invoice.tax_point_date', '2026-09-01'), set('invoice.vat_date_code', 35));
  const paid = set('payment', { means_code: 30, iban: 'FR7630006000011234567890189', prepaid_amount: '48' });

  for (const edition of FRENCH_EDITIONS)
    for (const [what, edit, ubl, cii] of [
      ['with a due date', set('invoice.due_date', '2026-11-04'), [], []],
      ['without due date and terms', open, ['BR-CO-25'], ['BR-CO-25']],
      ['with terms', all(open, set('payment.terms', '30 jours')), [], []],
      ['that is paid', all(open, paid), [], []],
      ['that is a credit note', all(open, credit), [], ['BR-CO-25']],
      // The published rule for CII reads breakdowns of no known category.
      ['with a VAT date and its code', twice, ['BR-CO-03'], []],
      [
        'with one VAT date code',
        all(set('invoice.vat_date_code', 35), set('lines[0].vat_date_code', 35)),
        [],
        [],
      ],
      [
        'with two VAT date codes',
        all(set('invoice.vat_date_code', 35), set('lines[0].vat_date_code', 432)),
        [],
        ['CII-SR-462'],
      ],
      ['with one group as its only line', group, ['BR-CO-18'], ['BR-CO-18']],
      ['with one group and a charge', all(group, charge), [], []],
      [
        'with VAT date codes of lines',
        all(set('lines[0].vat_date_code', 3), set('lines[1].vat_date_code', 432)),
        [],
        ['CII-SR-462'],
      ],
    ] as const)
      for (const [format, ids] of Object.entries({ ubl, cii }) as ['ubl' | 'cii', readonly string[]][])
        it(`is judged at once in ${format} as by the published rules ${edition.edition}: ${what}`, async () => {
          const dated = all(set('invoice.due_date', '2026-11-04'), edit)(SEVERAL_ORDERS);
          const judged = await brokenTwice(dated, format, edition, 'EXTENDED-CTC-FR', IDS);
          assert.deepEqual(judged, { early: ids, late: ids });
        });

  const attribute = (code: string) => set('lines[0].attributes[0].code', code)(LINE_REFERENCES);
  const delivery = (code: string) => set('lines[0].delivery_terms.code', code)(SEVERAL_ORDERS);
  const repeated = (index: number, id: string) =>
    all(set(`lines[${index}].id`, id), set(`lines[${index}].line_type`, 'GROUP'))(SUB_LINES);
  for (const edition of FRENCH_EDITIONS) {
    const unpaid = edition.edition === '1.4.0.03' ? ['BR-CO-27'] : [];
    for (const [what, document, ubl, cii] of [
      ['a delivery term of the list', delivery('DPU'), [], []],
      ['a delivery term in small letters', delivery('dpu'), ['BR-FREXT-CL-27'], ['BR-FREXT-CL-27']],
      ['two delivery terms in one', delivery('CIF CIP'), ['BR-FREXT-CL-27'], ['BR-FREXT-CL-27']],
      ['an attribute of the list', attribute('ZZZ'), [], []],
      ['an attribute of no list', attribute('zzz'), ['BR-FREXT-04'], []],
      ['two groups of one id', repeated(6, 'B'), ['BR-FREXT-08'], ['BR-FREXT-08']],
      ['a group with the id of a line without lines below', repeated(6, 'E'), [], []],
      ['no account', set('payment', { means_code: '58' })(SUB_LINES), ['BR-61'], unpaid],
      ['no account for cash', set('payment', { means_code: '10' })(SUB_LINES), [], []],
    ] as const)
      for (const [format, ids] of Object.entries({ ubl, cii }) as ['ubl' | 'cii', readonly string[]][])
        it(`is judged at once in ${format} as by the published rules ${edition.edition}: it has ${what}`, async () =>
          assert.deepEqual(await brokenTwice(document, format, edition, 'EXTENDED-CTC-FR', IDS_OF_VALUES), {
            early: ids,
            late: ids,
          }));
  }

  for (const edition of FRENCH_EDITIONS)
    for (const format of ['ubl', 'cii'] as const)
      for (const [what, schemes, ends] of [
        ['two numbers of its invoice', ['AFL', 'AFL'], true],
        ['a number and another object', ['AFL', 'ABT'], false],
        ['two processes', ['AVV', 'AVV'], false],
      ] as const)
        it(`${ends ? 'is' : 'is not'} refused in ${format}, as edition ${edition.edition} ends: a line has ${what}`, async () => {
          const objects = schemes.map((scheme, index) => ({ id: `A-${index}`, scheme }));
          const document = set('lines[0].further_objects', objects)(SEVERAL_ORDERS);
          const flux = await brokenTwice(document, format, edition, 'BR-FR-Flux2-Schematron', [
            'BR-FR-30_BT-128',
            'error',
          ]);
          assert.deepEqual(flux, {
            early: ends ? ['BR-FR-30_BT-128'] : [],
            late: ends ? ['error'] : [],
          });
        });
});
