import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { CIUS_RO_RULES } from '../../../../src/domain/routes/ro-efactura/written-rules.ts';
import type { CanonicalInvoice } from '../../../../src/domain/invoice/canonical.ts';
import { parseCanonical } from '../../../../src/domain/invoice/parse-canonical.ts';
import { ciusRoRules, fatalIds } from '../../../support/cius-ro-rules.ts';
import type { Judge } from '../../../support/compiled-pack.ts';
import { uploadOf } from '../../../../src/adapters/rails/ro-efactura/upload.ts';
import { documentFacts, factForms } from '../../../../src/domain/documents/document-facts.ts';
import { DOCUMENTS, SYNTAXES } from '../../../support/documents.ts';
import { xmlRoot } from '../../../support/xml-root.ts';
import { VARIANTS } from '../../full-sample.ts';
import { parsed } from '../../parsed.ts';
import { romanianInvoice } from '../../romanian-sample.ts';
import { places, withoutPlace } from '../../places.ts';
import { all, set, untouched, valueAt, without, type Edit, type Json } from '../../sample.ts';

const EARLY: ReadonlySet<string> = new Set([...CIUS_RO_RULES.of.ubl.map(({ id }) => id), 'BR-CO-25']);

const check = (invoice: CanonicalInvoice) => checkRoute(invoice, 'RO-EFACTURA', 'ubl');
const ofRomania = (invoice: CanonicalInvoice): string[] => {
  const related = check(invoice).flatMap((finding) => finding.related ?? []);
  return [...new Set(related.filter(({ code }) => EARLY.has(code)).map(({ code }) => code))].sort();
};

const lengthened = (document: Json): Json[] =>
  places(document)
    .filter((path) => typeof valueAt(document, path) === 'string')
    .flatMap((path) => [101, 301, 1_001].map((length) => set(path, 'x '.repeat(length))(document)));

const romanianAddress = { street: 'Strada 1', city: 'București', country: 'RO' };
const REPRESENTATIVE = { name: 'T', vat_id: 'RO6859662', address: romanianAddress };
const EDITS: readonly Edit[] = [
  untouched,
  set('invoice.number', 'ABC'),
  without('invoice.due_date'),
  all(without('invoice.due_date'), set('payment.terms', 'la livrare')),
  all(without('invoice.due_date'), set('invoice.type_code', 381)),
  all(without('invoice.due_date'), set('payment.prepaid_amount', '48.40')),
  set('invoice.currency', 'EUR'),
  all(
    set('invoice.currency', 'EUR'),
    set('invoice.vat_currency', 'RON'),
    set('invoice.vat_exchange_rate', '4.97'),
  ),
  all(
    set('invoice.currency', 'EUR'),
    set('invoice.vat_currency', 'PLN'),
    set('invoice.vat_exchange_rate', '4.97'),
  ),
  set('buyer.address', romanianAddress),
  set('seller.address', { ...romanianAddress, region: 'Cluj' }),
  all(without('buyer.vat_id'), set('buyer.address.country', 'MD'), without('buyer.address.region')),
  without('buyer.vat_id'),
  // The published rules read no lines of a credit note.
  all(without('buyer.vat_id'), set('invoice.type_code', 381)),
  all(without('seller.vat_id'), set('invoice.type_code', 381)),
  ...['allowances', 'charges'].map((list) =>
    all(
      ...[without('buyer.vat_id'), set('invoice.type_code', 381)],
      set(list, [{ amount: 1, reason: 'x', vat_category: 'S', vat_rate: 21 }]),
    ),
  ),
  all(without('seller.vat_id'), without('seller.company_id')),
  all(without('seller.vat_id'), set('seller.tax_number', '14399840')),
  set('tax_representative', REPRESENTATIVE),
  all(set('tax_representative', REPRESENTATIVE), set('invoice.type_code', 381)),
  set('delivery', { address: romanianAddress }),
  set('delivery', { address: { country: 'MD' } }),
  all(set('delivery', { address: { country: 'MD' } }), set('invoice.type_code', 381)),
  all(set('project_reference', 'x'.repeat(201)), set('invoice.type_code', 381)),
  all(set('project_reference', 'x'.repeat(201)), set('invoice.type_code', 380)),
  ...['3', '35', '432', '5'].map((code) => set('invoice.vat_date_code', code)),
];

const SAMPLES: readonly Json[] = [
  ...EDITS.map((edit) => edit(romanianInvoice())),
  ...places(romanianInvoice()).map((path) => withoutPlace(path)(romanianInvoice())),
  ...VARIANTS,
  ...VARIANTS.slice(0, 2).flatMap(lengthened),
];

describe('the early rules of CIUS-RO', () => {
  let rules: Judge;
  before(async () => {
    rules = await ciusRoRules();
  });

  it('have the same findings as the rules on the document', async function () {
    const seen = new Set<string>();
    let compared = 0;
    for (const document of SAMPLES) {
      const read = parseCanonical(document);
      if (!read.ok) continue;
      const built = await DOCUMENTS.build(read.invoice, 'RO-EFACTURA', 'ubl');
      if (!built.ok) continue;
      const broken = fatalIds(await rules(built.document.bytes));
      const official = [...new Set(broken)].filter((id) => EARLY.has(id)).sort();
      assert.deepEqual(ofRomania(read.invoice), official, JSON.stringify(document));
      for (const id of official) seen.add(id);
      compared += 1;
    }
    assert.ok(compared > 200, `${compared} documents`);
    assert.ok(seen.size > 50, `${seen.size} rules`);
  });

  for (const [sentence, edit, field, rule] of [
    ['a missing county', without('seller.address.postcode'), 'seller.address.region', 'BR-RO-110'],
    ['a missing sector', set('buyer.address', romanianAddress), 'buyer.address.city', 'BR-RO-101'],
    ['VAT in another currency', set('invoice.currency', 'EUR'), 'invoice.vat_currency', 'BR-RO-030'],
    ['a type that Romania does not have', set('invoice.type_code', 386), 'invoice.type_code', 'BR-RO-020'],
    ['a long item name', set('lines[0].name', 'x'.repeat(301)), 'lines[0].name', 'BR-RO-L1024'],
    [
      'a long project of a credit note, which is written as a reference',
      all(set('project_reference', 'x'.repeat(201)), set('invoice.type_code', 381)),
      'project_reference',
      'BR-RO-L0308',
    ],
    [
      'a foreign buyer without a number',
      all(without('buyer.vat_id'), set('buyer.address.country', 'MD')),
      'buyer.company_id',
      'BR-RO-120',
    ],
  ] as const)
    it(`name the rule and the member: ${sentence}`, () => {
      const found = check(parsed(edit(romanianInvoice())));
      assert.deepEqual(
        found.map((finding) => [finding.field, finding.related?.[0]?.code]),
        [[field, rule]],
      );
      assert.match(english(found[0]?.message ?? ''), new RegExp(`\\(${rule}\\)`));
    });

  const SELF_BILLED = set('invoice.type_code', 389);
  const ABROAD = all(set('buyer.vat_id', 'DE123456788'), set('buyer.address.country', 'DE'));
  for (const [sentence, edit, field] of [
    [
      'of a seller without a number',
      all(without('seller.vat_id'), set('seller.ids', [{ id: 'A-1' }])),
      'seller.vat_id',
    ],
    ['of a seller with a foreign number', set('seller.vat_id', 'DE123456788'), 'seller.vat_id'],
    ['a VAT number of Romania', untouched, undefined],
    [
      'of a seller with a tax number',
      all(without('seller.vat_id'), set('seller.tax_number', '14399840')),
      undefined,
    ],
    [
      'of a seller with a personal number',
      all(without('seller.vat_id'), set('seller.tax_number', '1800101221144')),
      undefined,
    ],
    [
      'of a seller with a company number',
      all(without('seller.vat_id'), set('seller.company_id', 'RO 14399840')),
      undefined,
    ],
    ['an identifier', all(without('seller.vat_id'), set('seller.ids', [{ id: '14399840' }])), undefined],
    ['of a seller to a buyer abroad', ABROAD, undefined],
    ['of a buyer in a self-billed invoice', SELF_BILLED, undefined],
    [
      'of a buyer with a tax number in a self-billed invoice',
      all(SELF_BILLED, without('buyer.vat_id'), set('buyer.tax_number', '6859662')),
      undefined,
    ],
    ['of a buyer abroad in a self-billed invoice', all(SELF_BILLED, ABROAD), 'buyer.vat_id'],
    [
      'of a buyer in a self-billed invoice for a seller abroad',
      all(SELF_BILLED, set('seller.vat_id', 'DE123456788')),
      undefined,
    ],
  ] as const)
    it(`${field === undefined ? 'take' : 'refuse'} the CIF ${sentence}, as the upload does`, async () => {
      const invoice = parsed(edit(romanianInvoice()));
      const found = check(invoice).filter(({ related = [] }) =>
        related.some(({ code }) => code === 'EI-RO-CIF'),
      );
      assert.deepEqual(
        found.map((finding) => finding.field),
        field === undefined ? [] : [field],
      );
      const built = await DOCUMENTS.build(invoice, 'RO-EFACTURA', 'ubl');
      assert.ok(built.ok);
      const read = documentFacts(factForms(SYNTAXES), xmlRoot(Buffer.from(built.document.bytes).toString()));
      assert.ok(read);
      assert.equal(uploadOf(read.facts, read.addressing) === undefined, field !== undefined);
    });

  const CNP = '1800101221144';
  for (const [numbers, edit, isTaken] of [
    ['no number', untouched, true],
    ['a personal number', set('buyer.tax_number', CNP), true],
    ['a personal number with a wrong digit', set('buyer.tax_number', '1800101221145'), false],
    ['the tax number of a business', set('buyer.tax_number', '6859662'), false],
    ['a foreign tax number', set('buyer.tax_number', '12/345/67890'), false],
    ['a VAT number', set('buyer.vat_id', 'RO6859662'), false],
    ['a company number', set('buyer.company_id', '6859662'), false],
  ] as const)
    it(`${isTaken ? 'let' : 'keep'} a buyer marked as a consumer with ${numbers} ${isTaken ? 'go as one' : 'from going as a business'}`, async () => {
      const marked = all(without('buyer.vat_id'), set('buyer.is_consumer', true), edit);
      const invoice = parsed(marked(romanianInvoice()));
      const codes = check(invoice).flatMap(({ related = [] }) => related.map(({ code }) => code));
      assert.deepEqual(codes, isTaken ? [] : ['EI-RO-CONSUMER']);
      const built = await DOCUMENTS.build(invoice, 'RO-EFACTURA', 'ubl');
      assert.ok(built.ok);
      const read = documentFacts(factForms(SYNTAXES), xmlRoot(Buffer.from(built.document.bytes).toString()));
      assert.ok(read);
      assert.equal(uploadOf(read.facts, read.addressing)?.path, isTaken ? 'uploadb2c' : 'upload');
    });

  const bare = (who: 'seller' | 'buyer', number = '14399840'): Edit => set(`${who}.vat_id`, number);
  const untaxed = all(set('lines[0].vat_category', 'E'), set('lines[0].vat_rate', 0));
  for (const [sentence, edit, field, hint] of [
    ['of a seller that charges VAT', bare('seller'), 'seller.vat_id', /^Write RO before the number/],
    [
      'of a seller without VAT',
      all(untaxed, bare('seller')),
      'seller.vat_id',
      /^Move the number to tax_number/,
    ],
    ['of a buyer', bare('buyer', '6859662'), 'buyer.vat_id', /^Move the number to tax_number/],
  ] as const)
    it(`find a bare number ${sentence} once, and say what to do with it`, () => {
      const about = check(parsed(edit(romanianInvoice()))).filter((finding) => finding.field === field);
      assert.equal(about.length, 1, JSON.stringify(about));
      assert.match(english(about[0]?.fixHint ?? ''), hint);
      const codes = (about[0]?.related ?? []).map(({ code }) => code);
      assert.ok(codes.includes('EI-RO-CIF') && codes.includes('BR-CO-09'), codes.join());
    });

  it('do not require the CIF of an unreadable party', () => {
    const read = parseCanonical(all(SELF_BILLED, set('buyer.vat_id', 7))(romanianInvoice()));
    assert.ok(!read.ok && read.partly);
    assert.deepEqual(
      withEnglish(
        check(read.partly).filter(({ related = [] }) => related.some(({ code }) => code === 'EI-RO-CIF')),
      ),
      [],
    );
  });

  it('derive the county of a seller, also if the buyer is unreadable', () => {
    const read = parseCanonical(set('buyer.address.country', 'Romania')(romanianInvoice()));
    assert.ok(!read.ok && read.partly);
    assert.deepEqual(withEnglish(check(read.partly)), []);
  });
});

/** CIUS-RO 1.0.9 has lists of codes of its own, which are older than those of EN 16931. */
describe('a code that CIUS-RO lacks', () => {
  const charge = { amount: 1, vat_category: 'S', vat_rate: 21 };
  const exempt = all(set('lines[0].vat_category', 'E'), set('lines[0].vat_rate', 0));
  const rated = set('invoice.vat_exchange_rate', '4.97');
  const payee = (more: Json) => set('payee', { name: 'Factor SRL', ...more });
  const WRITTEN: Readonly<
    Record<string, readonly [field: string, lacks: string, with_: (code: string) => Edit]>
  > = {
    'BT-5': [
      'invoice.currency',
      'XCG',
      (code) => all(set('invoice.currency', code), set('invoice.vat_currency', 'RON'), rated),
    ],
    'BT-6': ['invoice.vat_currency', 'XCG', (code) => all(set('invoice.vat_currency', code), rated)],
    'BT-18-1': ['invoiced_object.scheme', 'AXU', (scheme) => set('invoiced_object', { id: '1', scheme })],
    'BT-29-1': ['seller.ids[0].scheme', '0217', (scheme) => set('seller.ids', [{ id: '1', scheme }])],
    'BT-30-1': ['seller.company_id_scheme', '0217', (scheme) => set('seller.company_id_scheme', scheme)],
    'BT-34-1': ['seller.endpoint.scheme', '9959', (scheme) => set('seller.endpoint', { id: '1', scheme })],
    'BT-46-1': [
      'buyer.reference_scheme',
      '0217',
      (scheme) => all(set('buyer.reference', '1'), set('buyer.reference_scheme', scheme)),
    ],
    'BT-47-1': [
      'buyer.company_id_scheme',
      '0217',
      (scheme) => all(set('buyer.company_id', 'J1'), set('buyer.company_id_scheme', scheme)),
    ],
    'BT-49-1': ['buyer.endpoint.scheme', '9959', (scheme) => set('buyer.endpoint', { id: '1', scheme })],
    'BT-60-1': ['payee.id_scheme', '0217', (scheme) => payee({ id: '1', id_scheme: scheme })],
    'BT-61-1': [
      'payee.company_id_scheme',
      '0217',
      (scheme) => payee({ company_id: '1', company_id_scheme: scheme }),
    ],
    'BT-71-1': [
      'delivery.location_id.scheme',
      '0217',
      (scheme) => set('delivery', { location_id: { id: '1', scheme } }),
    ],
    'BT-81': ['payment.means_code', '98', (code) => set('payment.means_code', code)],
    'BT-105': ['charges[0].reason_code', 'PRV', (code) => set('charges', [{ ...charge, reason_code: code }])],
    'BT-121': [
      'vat_exemption',
      'VATEX-FR-AE',
      (code) => all(exempt, set('vat_exemption', [{ vat_category: 'E', reason_code: code }])),
    ],
    'BT-128-1': [
      'lines[0].invoiced_object.scheme',
      'AXU',
      (scheme) => set('lines[0].invoiced_object', { id: '1', scheme }),
    ],
    'BT-145': [
      'lines[0].charges[0].reason_code',
      'PRV',
      (code) => set('lines[0].charges', [{ amount: 1, reason_code: code }]),
    ],
    'BT-157-1': [
      'lines[0].standard_item_id.scheme',
      '0217',
      (scheme) => set('lines[0].standard_item_id', { id: '1', scheme }),
    ],
    'BT-158-1': [
      'lines[0].classification[0].list',
      'PPI',
      (list) => set('lines[0].classification', [{ code: '1', list }]),
    ],
  };

  const ofCodes = (ids: readonly string[]): string[] => [
    ...new Set(ids.filter((id) => id.startsWith('BR-CL-') && id !== 'BR-CL-03')),
  ];
  for (const [term, [field, code, edit]] of Object.entries(WRITTEN))
    it(`is refused at once, as by the check: ${term}`, async () => {
      const invoice = parsed(edit(code)(romanianInvoice()));
      const built = await DOCUMENTS.build(invoice, 'RO-EFACTURA', 'ubl');
      assert.ok(built.ok);
      const fatal = ofCodes(fatalIds(await (await ciusRoRules())(built.document.bytes)));
      assert.equal(fatal.length, 1, fatal.join());
      const early = check(invoice).flatMap((finding) => {
        const ids = ofCodes((finding.related ?? []).map((one) => one.code));
        return ids.length > 0 ? [[finding.field, ids]] : [];
      });
      assert.deepEqual(early, [[field, fatal]]);
    });
});
