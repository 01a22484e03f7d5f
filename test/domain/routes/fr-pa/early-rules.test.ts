import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { builtInRules } from '../../../support/built-in-rules.ts';
import { fatalIds } from '../../../support/cius-ro-rules.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { brokenTwice, FRENCH_EDITIONS } from './published-france.ts';
import { SEVERAL_SELLERS } from '../../extended-sample.ts';
import { frenchInvoice } from '../../french-sample.ts';
import { parsed } from '../../parsed.ts';
import { all, set, untouched, without, type Edit } from '../../sample.ts';

const FLUX_2 = 'BR-FR-Flux2-Schematron';

/** BR-FR Flux 2 1.4.0.04: in CII an identifier without a scheme is `ram:ID`, which the rule does not check. */
describe('an identifier of the payee over FR-PA', () => {
  const found = (payee: object, format: Format) =>
    checkRoute(parsed(set('payee', payee)(frenchInvoice())), 'FR-PA', format).map(
      ({ field, term, related = [] }) => [field, term, related.map(({ code }) => code)],
    );
  const withoutScheme = { name: 'Factor', id: '4711' };

  it('needs a scheme in UBL', () =>
    assert.deepEqual(found(withoutScheme, 'ubl'), [['payee.id', 'BT-60', ['BR-FR-CO-10_BT-60-1']]]));

  it('needs none in CII', () => {
    assert.deepEqual(found(withoutScheme, 'cii'), []);
    assert.deepEqual(found(withoutScheme, 'facturx'), []);
  });

  it('with a scheme is accepted', () =>
    assert.deepEqual(found({ ...withoutScheme, id_scheme: '0088' }, 'ubl'), []));
});

/** BR-FR Flux 2 1.4.0.04, pattern BR-FR-CO-10: CII checks `ram:GlobalID` only, UBL every identifier. */
describe('identifiers of the seller over FR-PA', () => {
  const found = (ids: readonly object[], format: Format) =>
    checkRoute(parsed(set('seller.ids', ids)(frenchInvoice())), 'FR-PA', format).map(({ field }) => field);
  const [unnamed, gln] = [{ id: 'K-1' }, { id: '4000001123452', scheme: '0088' }];

  it('need a scheme in UBL, and none in CII', () => {
    assert.deepEqual(found([unnamed], 'ubl'), ['seller.ids[0]']);
    assert.deepEqual(found([unnamed, { id: 'K-2' }], 'cii'), []);
    assert.deepEqual(found([unnamed], 'facturx'), []);
  });

  it('have different schemes in either syntax', () => {
    for (const format of ['ubl', 'cii'] as const)
      assert.deepEqual(found([gln, { ...gln, id: '4000001123469' }], format), ['seller.ids[1]']);
  });
});

/** BR-FR Flux 2 1.4.0.04, BR-FR-10: `\d` of an expression of XPath is a digit of any script. */
describe('a SIREN of the seller over FR-PA', () => {
  const found = (companyId: string) =>
    checkRoute(parsed(set('seller.company_id', companyId)(frenchInvoice())), 'FR-PA', 'cii').flatMap(
      ({ related = [] }) => related.map(({ code }) => code),
    );

  for (const [companyId, ...codes] of [
    ['100000009'],
    ['١٠٠٠٠٠٠٠٩'],
    ['10000000९'],
    ['10000000', 'BR-FR-10'],
    ['10000000A', 'BR-FR-10'],
  ] as const)
    it(`is ${codes.length > 0 ? 'refused' : 'taken'}: ${companyId}`, () =>
      assert.deepEqual(
        found(companyId).filter((code) => code.startsWith('BR-FR-10')),
        codes,
      ));
});

/** BR-FR Flux 2 1.4.0.04, BR-FR-32: in CII the rule reads every `ram:GlobalID`. */
describe('an identifier that has to be a SIREN over FR-PA', () => {
  const PLACES: readonly (readonly [field: string, of: (id: string) => Edit, only?: Format])[] = [
    ['seller.ids[0].id', (id) => set('seller.ids', [{ id, scheme: '0002' }])],
    ['buyer.reference', (id) => all(set('buyer.reference', id), set('buyer.reference_scheme', '0231'))],
    ['buyer.company_id', (id) => all(set('buyer.company_id', id), set('buyer.company_id_scheme', '0002'))],
    ['payee.id', (id) => set('payee', { name: 'Factor', id, id_scheme: '0231' })],
    ['payee.company_id', (id) => set('payee', { name: 'Factor', company_id: id, company_id_scheme: '0002' })],
    ['delivery.location_id.id', (id) => set('delivery', { location_id: { id, scheme: '0002' } }), 'cii'],
    ['lines[0].standard_item_id.id', (id) => set('lines[0].standard_item_id', { id, scheme: '0231' }), 'cii'],
  ];

  for (const format of ['ubl', 'cii'] as const)
    for (const [field, of, only = format] of PLACES)
      for (const [id, isSiren] of [
        ['100000009', true],
        ['10000000', false],
        ['1000000090', false],
      ] as const)
        it(`is judged at once in ${format} as by the check: ${id} in ${field}`, async () => {
          const invoice = parsed(of(id)(frenchInvoice()));
          const built = await DOCUMENTS.build(invoice, 'FR-PA', format);
          assert.ok(built.ok);
          const rules = await builtInRules(format, ['fr-ctc']);
          const late = fatalIds(await rules.run('fr-ctc', built.document.bytes));
          const early = checkRoute(invoice, 'FR-PA', format).filter(({ related = [] }) =>
            related.some(({ code }) => code === 'BR-FR-32'),
          );
          const isRefused = !isSiren && only === format;
          assert.deepEqual(
            early.map((one) => one.field),
            isRefused ? [field] : [],
          );
          assert.equal(
            late.some((one) => one.startsWith('BR-FR-32')),
            isRefused,
            late.join(),
          );
        });
});

/** BR-FR Flux 2, BR-FR-CO-14 and 15: 1.4.0.03 for invoices of 4 August to 2 September 2026, then 1.4.0.04. */
describeByReference('a seller that is a member of a single taxable person, over FR-PA', () => {
  const address = { street: '1 rue', city: 'Lyon', postcode: '69001', country: 'FR' };
  const note = '#TXD#MEMBRE_ASSUJETTI_UNIQUE';
  const whole = all(
    set('seller.ids', [{ id: '100000009', scheme: '0231' }]),
    set('tax_representative', { name: 'AU', vat_id: 'FR88100000009', address }),
    set('invoice.notes', [note]),
  );
  const notes = (...those: readonly unknown[]) => all(whole, set('invoice.notes', those));
  for (const format of ['ubl', 'cii'] as const)
    for (const edition of FRENCH_EDITIONS)
      for (const [what, edit] of [
        ['with number and note', whole],
        ['without the VAT number of the whole', all(whole, without('tax_representative'))],
        ['without a note', all(whole, without('invoice.notes'))],
        ['with another text', notes('#TXD#MEMBRE')],
        ['with a text and more', notes(`${note} x`)],
        ['with a blank in the text', notes('#TXD# MEMBRE_ASSUJETTI_UNIQUE')],
        ['with the subject apart', notes({ subject_code: 'TXD', text: 'MEMBRE_ASSUJETTI_UNIQUE' })],
        ['with a note behind it', notes(note, 'x')],
        ['with a subject behind it', notes(note, '#AAI#x')],
        ['with a note before it', notes('x', note)],
        ['with the note within a text', notes(`x ${note}`)],
        ['with the note over two', notes('x #TXD', 'MEMBRE_ASSUJETTI_UNIQUE')],
        ['with another subject', notes('#AAI#MEMBRE_ASSUJETTI_UNIQUE')],
        ['with the text in lower case', notes('#TXD#membre_assujetti_unique')],
        ['that is none, without a note', all(whole, without('seller.ids'), without('invoice.notes'))],
      ] as const)
        it(`is judged at once in ${format} as by the published rules ${edition.edition}: ${what}`, async () => {
          const document = all(edit, without('invoice.due_date'))(frenchInvoice());
          const ids = ['BR-FR-CO-14', 'BR-FR-CO-15'];
          const { early, late } = await brokenTwice(document, format, edition, FLUX_2, ids);
          assert.deepEqual(early, late);
        });
});

/** BR-FR Flux 2, BR-FR-18, 24 and 26. */
describeByReference('a routing code, and a readable copy, over FR-PA', () => {
  const code = (id: string, scheme = '0224') => set('seller.ids', [{ id, scheme }]);
  const ofBuyer = (id: string) => all(set('buyer.reference', id), set('buyer.reference_scheme', '0224'));
  const copies = (...those: readonly string[]) =>
    set(
      'attachments',
      those.map((description, index) => ({
        ...{ id: `a${index}`, filename: `a${index}.pdf`, description },
        ...{ mime: 'application/pdf', content_base64: 'JVBERi0=' },
      })),
    );
  for (const format of ['ubl', 'cii'] as const)
    for (const [what, edit, ids] of [
      ['a code of the seller', code('RT-1_+.'), []],
      ['a code of the seller with a blank', code('RT 1'), ['BR-FR-24']],
      ['a code of the seller with an accent', code('RTÉ'), ['BR-FR-24']],
      ['a code of the seller of 100 characters', code('R'.repeat(100)), []],
      ['a code of the seller of 101 characters', code('R'.repeat(101)), ['BR-FR-26']],
      ['an identifier of another scheme with a blank', code('RT 1', '0088'), []],
      ['a code of the buyer with a slash', ofBuyer('RT/1'), ['BR-FR-24']],
      ['a code of the buyer of 101 characters', ofBuyer('R'.repeat(101)), ['BR-FR-26']],
      ['one readable copy', copies('LISIBLE', 'RIB'), []],
      ['two readable copies', copies('LISIBLE', 'RIB', 'LISIBLE'), ['BR-FR-18']],
    ] as const)
      it(`is judged at once in ${format} as by the published rules: ${what}`, async () => {
        const three = ['BR-FR-18', 'BR-FR-24', 'BR-FR-26'];
        const judged = await brokenTwice(edit(frenchInvoice()), format, FRENCH_EDITIONS[1], FLUX_2, three);
        assert.deepEqual(judged, { early: ids, late: ids });
      });
});

/** BR-FR Flux 2 1.4.0.04, patterns BR-FR-MV-03; BR-CO-20 of EXTENDED-CTC-FR. `cac:InvoicePeriod` has the VAT date code of a line. */
describe('an invoice of several sellers over FR-PA', () => {
  const found = (edit: Edit, format: Format) =>
    checkRoute(parsed(edit(SEVERAL_SELLERS)), 'FR-PA', format).map(({ field, term, related = [] }) => [
      field,
      term,
      related.map(({ code }) => code),
    ]);
  const dollars = all(set('invoice.vat_currency', 'USD'), set('invoice.vat_total_in_vat_currency', '11'));

  for (const format of ['ubl', 'cii'] as const) {
    it(`needs the rate for the VAT of each sub-invoice in the VAT currency: ${format}`, () =>
      assert.deepEqual(found(dollars, format), [
        ['invoice.vat_exchange_rate', 'EXT-FR-FE-182', ['BR-FR-MV-03_EXT-FR-FE-182']],
      ]));

    it(`is taken with the rate, in one currency, and as an invoice of one seller: ${format}`, () => {
      assert.deepEqual(found(all(dollars, set('invoice.vat_exchange_rate', '1.1')), format), []);
      assert.deepEqual(found(untouched, format), []);
      assert.deepEqual(found(all(dollars, set('invoice.business_process', 'S1')), format), []);
    });
  }

  it('needs the period of a line with a VAT date code, in UBL alone', () => {
    const open = without('lines[1].period');
    assert.deepEqual(found(open, 'ubl'), [['lines[1].period', 'BG-26', ['BR-CO-20']]]);
    assert.deepEqual(found(open, 'cii'), []);
    assert.deepEqual(found(set('lines[1].period', { end: '2026-09-30' }), 'ubl'), []);
  });
});

/** CGI art. 290: e-reporting. */
describe('a sale to a consumer over FR-PA', () => {
  const found = (buyer: object) =>
    checkRoute(parsed(set('buyer', { name: 'Jean Dupont', ...buyer })(frenchInvoice())), 'FR-PA', 'ubl');
  const address = { street: 'Rue 1', city: 'Paris', postcode: '75001', country: 'FR' };

  it('is refused in words that say who reports it, and not as an address that is missing', () => {
    const [first, ...more] = found({ address, is_consumer: true });
    assert.deepEqual(withEnglish(more), []);
    assert.match(
      english(first?.message ?? ''),
      /^A sale to a consumer is reported to the French administration/,
    );
    assert.match(english(first?.fixHint ?? ''), /Ask the platform whether it takes reports/);
    assert.deepEqual(
      first?.related?.map(({ code }) => code),
      ['EI-FR-CONSUMER-SALE', 'BR-FR-12'],
    );
  });

  it('has no such words for a business', () => {
    const messages = found({ address, company_id: '303265045' }).map(({ message }) => message);
    assert.ok(!messages.some((message) => english(message).includes('consumer')));
  });
});

/**
 * BR-FR Flux 2 1.4.0.04, patterns BR-FR-06, 11, 20, 21 and 31: those of UBL join the notes with `#` and search the whole, those of CII look
 * at the subjects.
 */
describe('subjects in the notes over FR-PA', () => {
  const found = (notes: readonly unknown[], edit: Edit, format: Format) =>
    checkRoute(parsed(all(set('invoice.notes', notes), edit)(frenchInvoice())), 'FR-PA', format).map(
      ({ field, related = [] }) => [field, ...related.map(({ code }) => code)].join(' '),
    );
  const within = { subject_code: 'AAI', text: '#PMT#x' };
  const abroad = all(
    set('buyer.address.country', 'AT'),
    without('buyer.company_id'),
    set('buyer.endpoint', { id: 'ATU13585627', scheme: '9914' }),
  );
  const [once, treatment] = ['BR-FR-06', 'BR-FR-20'];

  for (const [what, notes, edit, ubl, cii] of [
    [
      'a subject within the text of another note',
      ['#PMT#a', within],
      untouched,
      [`invoice.notes[1] ${once}`],
      [],
    ],
    [
      'a subject within a text, and that note by default',
      [within],
      untouched,
      [`invoice.notes[0] ${once}`],
      [],
    ],
    ['a subject between two notes', ['#PMT#a', 'x #PMT', 'y'], untouched, [`invoice.notes[1] ${once}`], []],
    [
      'a subject twice',
      ['#PMT#a', '#PMT#b'],
      untouched,
      [`invoice.notes[1] ${once}`],
      [`invoice.notes[1] ${once}`],
    ],
    [
      'B2B within a text, and no SIREN',
      ['x #BAR#B2B'],
      abroad,
      ['buyer.company_id BR-FR-11', 'buyer.endpoint BR-FR-21'],
      [],
    ],
    [
      'a wrong second treatment',
      ['#BAR#B2BINT', '#BAR# B2B'],
      abroad,
      [],
      [`invoice.notes[1] ${treatment}`, 'invoice.notes[1] BR-FR-31'],
    ],
    ['a treatment behind a text', ['x #BAR#B2X'], abroad, [`invoice.notes[0] ${treatment}`], []],
  ] as const)
    // prettier-ignore
    it(`are read as in the document: ${what}`, () => {
      assert.deepEqual(found(notes, edit, 'ubl'), ubl);
      assert.deepEqual(found(notes, edit, 'cii'), cii);
    });

  it('are joined without a mark between them in the edition for invoices before 3 September 2026', () => {
    const of = (day: string) => found(['x #PMT', 'y'], set('invoice.issue_date', day), 'ubl');
    assert.deepEqual(['2026-09-02', '2026-09-03'].map(of), [[], [`invoice.notes[0] ${once}`]]);
  });

  it('cost what their texts are long: subjects fill them', () => {
    const invoice = parsed(set('invoice.notes', Array(20).fill('#PMT#'.repeat(1_000)))(frenchInvoice()));
    const began = process.cpuUsage();
    const findings = checkRoute(invoice, 'FR-PA', 'ubl');
    assert.ok(process.cpuUsage(began).user < 3_000_000);
    assert.ok(findings.some(({ related = [] }) => related.some(({ code }) => code === 'BR-FR-06')));
  });
});

/** BR-FR Flux 2 1.4.0.04, BR-FR-10 and 11: a SIREN is a number of scheme 0002. */
describe('a SIREN over FR-PA', () => {
  const found = (edit: Edit) =>
    checkRoute(parsed(edit(frenchInvoice())), 'FR-PA', 'ubl').map(({ field, related = [] }) =>
      [field, ...related.map(({ code }) => code)].join(' '),
    );
  const abroad = all(
    set('seller.address.country', 'DK'),
    set('seller.endpoint', { id: '100000009', scheme: '0225' }),
  );
  const toCompany = all(
    set('invoice.notes', ['#BAR#B2B']),
    set('buyer.company_id', '200000008'),
    set('buyer.endpoint', { id: '200000008', scheme: '0225' }),
  );

  for (const [what, edit, findings] of [
    ['of a French seller', set('seller.company_id', '100000009'), []],
    [
      'of a seller abroad, without scheme',
      all(abroad, set('seller.company_id', '100000009')),
      ['seller.company_id BR-FR-10'],
    ],
    [
      'of a seller abroad, with scheme',
      all(abroad, set('seller.company_id', '100000009'), set('seller.company_id_scheme', '0002')),
      [],
    ],
    [
      'of a seller, with another scheme',
      all(set('seller.company_id', '100000009'), set('seller.company_id_scheme', '0088')),
      ['seller.company_id_scheme BR-FR-10'],
    ],
    [
      'of a buyer, with another scheme',
      all(toCompany, set('buyer.company_id_scheme', '0088')),
      ['buyer.company_id BR-FR-11'],
    ],
  ] as const)
    // prettier-ignore
    it(`is one by its scheme: ${what}`, () => assert.deepEqual(found(edit), findings));
});

/** BR-FR Flux 2 1.4.0.04: BR-FR-05, 10 and 11 of the document. */
describe('an invoice over FR-PA that is taken', () => {
  const spaced = (side: 'seller' | 'buyer', id: string) => set(`${side}.company_id`, id);
  for (const [what, edit] of [
    ...['PMT', 'PMD', 'AAB'].flatMap((subject): [string, Edit][] => [
      [`a subject without a text: ${subject}`, set('invoice.notes', [`#${subject}#`])],
      [`a subject and a blank: ${subject}`, set('invoice.notes', [{ subject_code: subject, text: ' ' }])],
    ]),
    [
      'a consumer, and no text of the treatment',
      all(
        set('invoice.notes', [{ subject_code: 'BAR', text: ' ' }]),
        set('buyer', {
          ...{ name: 'Jean Dupont', is_consumer: true, endpoint: { id: '100000009', scheme: '0225' } },
          address: { street: 'Rue 1', city: 'Paris', postcode: '75001', country: 'FR' },
        }),
      ),
    ],
    ['the SIREN of the seller with blanks', spaced('seller', '100 000 009')],
    [
      'the SIREN of the seller with blanks and its scheme',
      all(spaced('seller', '100 000 009'), set('seller.company_id_scheme', '0002')),
    ],
    ['the SIREN of the buyer with blanks', spaced('buyer', '200 000 008')],
    [
      'the SIREN of the buyer with blanks and the treatment',
      all(spaced('buyer', '200\u00a0000\u00a0008'), set('invoice.notes', ['#BAR#B2B'])),
    ],
  ] as const)
    for (const format of ['ubl', 'cii'] as const)
      it(`keeps the rules in its document: ${what} (${format})`, async () => {
        const invoice = parsed(edit(frenchInvoice()));
        assert.deepEqual(withEnglish(checkRoute(invoice, 'FR-PA', format)), []);
        const built = await DOCUMENTS.build(invoice, 'FR-PA', format);
        assert.ok(built.ok);
        const rules = await builtInRules(format, ['fr-ctc']);
        assert.deepEqual(fatalIds(await rules.run('fr-ctc', built.document.bytes)), []);
      });
});
