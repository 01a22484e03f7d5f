import assert from 'node:assert/strict';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { parsed } from '../parsed.ts';
import { all, germanInvoice, set, without, type Edit } from '../sample.ts';
import { exactText } from '../../support/exact-text.ts';

const complete = (...edits: Edit[]) =>
  completeInvoice(parsed(all(...edits)(germanInvoice())), { specification: 'x', rateOutsideScope: ZERO });

const category = (code: string): Edit => all(set('lines[0].vat_category', code), set('lines[0].vat_rate', 0));

describe('an invoice completed to EN 16931', () => {
  it('numbers lines without an id', () =>
    assert.deepEqual(
      complete((document) =>
        set('lines', [{ ...line(document), id: 'A' }, line(document)])(document),
      ).lines.map(({ id }) => id),
      ['A', '2'],
    ));
  it('gives a line without id an id that no other line has', () => {
    const ids = (...given: (string | undefined)[]) =>
      complete((document) =>
        set(
          'lines',
          given.map((id) => ({ ...line(document), id })),
        )(document),
      ).lines.map(({ id }) => id);
    assert.deepEqual(ids('2', undefined, '4', undefined), ['2', '5', '4', '6']);
    assert.deepEqual(ids('3', undefined, undefined), ['3', '2', '4']);
  });

  describe('payment', () => {
    const meansOf = (...edits: Edit[]) =>
      complete(without('payment.means_code'), ...edits).payment?.meansCode;

    it('is a SEPA credit transfer for an account in the SEPA area and an invoice in euro', () =>
      assert.equal(meansOf(), '58'));
    it('is a credit transfer in another currency', () =>
      assert.equal(meansOf(set('invoice.currency', 'PLN')), '30'));
    it('is a credit transfer to an account without IBAN', () =>
      assert.equal(meansOf(without('payment.iban'), set('payment.account_id', '202051')), '30'));
    it('has the account of the payment itself first', () =>
      assert.deepEqual(
        complete(
          set('payment.account_name', 'Brandt'),
          set('payment.accounts', [{ account_id: '202051', bic: 'BYLADEM1001' }]),
        ).payment?.accounts,
        [
          { id: 'DE02120300000000202051', name: 'Brandt', bic: undefined },
          { id: '202051', name: undefined, bic: 'BYLADEM1001' },
        ],
      ));
    it('is a credit transfer to an account elsewhere', () =>
      assert.equal(meansOf(set('payment.iban', 'TR330006100519786457841326')), '30'));
    it('has no means without an account', () => assert.equal(meansOf(without('payment.iban')), undefined));

    it('ends every discount line with a line break, also the last one', () =>
      assert.equal(
        complete(set('payment.terms', ' 30 Tage\n#SKONTO#TAGE=7#PROZENT=2.00# ')).paymentTerms,
        '30 Tage\n#SKONTO#TAGE=7#PROZENT=2.00#\n',
      ));
    it('trims terms that state no discount', () =>
      assert.equal(complete(set('payment.terms', ' 30 Tage\n')).paymentTerms, '30 Tage'));
  });

  it('uses the booked VAT total in the VAT currency, not the rate', () => {
    const total = (...edits: Edit[]) =>
      exactText(complete(set('invoice.vat_currency', 'PLN'), ...edits).totals.vatInVatCurrency);
    const rate = set('invoice.vat_exchange_rate', '4.25');
    assert.equal(total(rate), '16.15');
    assert.equal(total(rate, set('invoice.vat_total_in_vat_currency', '16.2')), '16.20');
    assert.equal(total(set('invoice.vat_total_in_vat_currency', 0)), '0.00');
  });

  describe('notes', () => {
    it('keep a subject code beside the text', () =>
      assert.deepEqual(complete(set('invoice.notes', [{ subject_code: 'AAI', text: '#ADU#x' }])).notes, [
        { subjectCode: 'AAI', text: '#ADU#x' },
      ]));
    it('without content are left out', () =>
      assert.deepEqual(complete(set('invoice.notes', ['', 'x'])).notes, [{ text: 'x' }]));

    const notesOf = (note: string) => complete(set('invoice.notes', [note])).notes;

    it('separate the subject code from the text', () =>
      assert.deepEqual(notesOf('#AAI#Danke'), [{ subjectCode: 'AAI', text: 'Danke' }]));
    for (const note of ['Danke', 'Auftrag #AAI#', '#AAI#', '#1# Danke'])
      it(`are plain text if they do not begin with a code: ${note}`, () =>
        assert.deepEqual(notesOf(note), [{ text: note }]));
  });

  describe('prices', () => {
    it('name the unit of their base quantity', () =>
      assert.equal(complete(set('lines[0].price_base_quantity', 100)).lines[0]?.priceBaseUnit, 'C62'));

    it('follow the discount from gross and net', () =>
      assert.equal(complete(set('lines[0].gross_price', '12.5')).lines[0]?.priceDiscount?.toFixed(), '2.5'));
  });

  describe('parties', () => {
    it('keep register, directors and a buyer’s tax number separate from the terms', () => {
      const {
        extensions: apart,
        seller,
        buyer,
      } = complete(
        set('seller.register', 'HRB 1'),
        set('seller.managing_directors', 'U. Brandt'),
        set('seller.legal_info', 'Sitz Kassel'),
        set('buyer.tax_number', '26/123'),
      );
      const { register, managingDirectors, buyerTaxNumber } = apart;
      assert.deepEqual([register, managingDirectors, buyerTaxNumber], ['HRB 1', 'U. Brandt', '26/123']);
      assert.equal(seller.legalInfo, 'Sitz Kassel');
      assert.equal(buyer.companyId, undefined);
    });
    for (const [country, id, scheme] of [
      ['FR', '732829320', '0002'],
      ['BE', '0428759497', '0208'],
      ['NL', '12345678', '0106'],
      ['SE', '5561234567', '0007'],
      ['NO', '923609016', '0192'],
      ['DK', '13585628', '0184'],
      ['FI', '2077474-0', '0212'],
      ['EE', '10012345', '0191'],
    ] as const)
      it(`name the register of a company id in ${country}`, () =>
        assert.deepEqual(
          complete(set('buyer.address.country', country), set('buyer.company_id', id)).buyer.companyId,
          {
            id,
            scheme,
          },
        ));
    it('name the register that is stated', () =>
      assert.deepEqual(
        complete(set('buyer.company_id', 'HRB 1'), set('buyer.company_id_scheme', '0208')).buyer.companyId,
        { id: 'HRB 1', scheme: '0208' },
      ));
    it('name no register for a number of another form', () =>
      assert.deepEqual(
        complete(set('buyer.address.country', 'FR'), set('buyer.company_id', 'B 732')).buyer.companyId,
        { id: 'B 732' },
      ));
    it('name no register for a German number', () =>
      assert.deepEqual(complete(set('buyer.company_id', 'HRB 1')).buyer.companyId, { id: 'HRB 1' }));
  });

  describe('exemption reasons', () => {
    const reasons = (...edits: Edit[]) => {
      const [group] = complete(...edits).vatBreakdown;
      return [group?.exemptionReasonCode, group?.exemptionReason];
    };
    const inFrance = set('seller.address.country', 'FR');

    for (const [code, reasonCode, english, german] of [
      ['AE', 'VATEX-EU-AE', 'Reverse charge', 'Steuerschuldnerschaft des Leistungsempfängers'],
      ['K', 'VATEX-EU-IC', 'Intra-Community supply', 'Steuerfreie innergemeinschaftliche Lieferung'],
      ['G', 'VATEX-EU-G', 'Export outside the EU', 'Steuerfreie Ausfuhrlieferung'],
      ['O', 'VATEX-EU-O', 'Not subject to VAT', 'Nicht steuerbar'],
    ] as const)
      it(`follow from category ${code}, in the words of the law of the seller`, () => {
        assert.deepEqual(reasons(category(code), inFrance), [reasonCode, english]);
        assert.deepEqual(reasons(category(code)), [reasonCode, german]);
        assert.deepEqual(reasons(category(code), set('country', 'FR')), [reasonCode, english]);
      });

    it('have the words of Polish law in Poland', () =>
      assert.deepEqual(reasons(category('AE'), set('seller.address.country', 'PL')), [
        'VATEX-EU-AE',
        'odwrotne obciążenie',
      ]));

    it('are the stated ones, if any', () =>
      assert.deepEqual(
        reasons(category('AE'), set('vat_exemption', [{ vat_category: 'AE', reason: '§ 13b UStG' }])),
        ['VATEX-EU-AE', '§ 13b UStG'],
      ));
    it('accept codes in small letters', () =>
      assert.deepEqual(
        reasons(
          category('E'),
          set('vat_exemption', [{ vat_category: 'E', reason: 'x', reason_code: 'vatex-eu-132-1b' }]),
        ),
        ['VATEX-EU-132-1B', 'x'],
      ));
    it('join several texts of one category', () =>
      assert.deepEqual(
        reasons(
          category('E'),
          set('vat_exemption', [
            { vat_category: 'E', reason: 'one' },
            { vat_category: 'E', reason: 'two', reason_code: 'VATEX-EU-132' },
          ]),
        ),
        ['VATEX-EU-132', 'one; two'],
      ));
    it('have no added text if the stated code is not the usual one', () =>
      assert.deepEqual(
        reasons(category('AE'), set('vat_exemption', [{ vat_category: 'AE', reason_code: 'VATEX-FR-AE' }])),
        ['VATEX-FR-AE', undefined],
      ));
    it('are absent if VAT is charged', () => assert.deepEqual(reasons(), [undefined, undefined]));
  });

  it('has the rate for category O only in the breakdown, if the specification requires it', () => {
    const { vatBreakdown, lines } = complete(category('O'));
    assert.equal(vatBreakdown[0]?.rate?.toFixed(), '0');
    assert.equal(lines[0]?.vatRate, undefined);
  });
});

function line(document: Record<string, unknown>): Record<string, unknown> {
  return (document.lines as Record<string, unknown>[])[0]!;
}
