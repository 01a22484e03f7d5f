import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { joinApart } from '../../../src/domain/documents/join-apart.ts';
import { XRECHNUNG } from '../../../src/domain/documents/specifications.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { DOCUMENTS, written } from '../../support/documents.ts';
import { type OfficialSchemas, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { FULL, VARIANTS } from '../full-sample.ts';
import { parsed } from '../parsed.ts';
import { all, germanInvoice, set, without, type Edit, type Json } from '../sample.ts';

const text = (document: Json): string =>
  written('cii', joinApart(completeInvoice(parsed(document), XRECHNUNG)));

/** Without indentation, so that tests can name elements. */
const german = (...edits: Edit[]): string => text(all(...edits)(germanInvoice())).replaceAll(/>\n */g, '>');

describe('an XRechnung in CII', () => {
  it('declares the namespaces of the standard, by their usual prefixes', () =>
    assert.match(
      german(),
      /^<\?xml version="1.0" encoding="UTF-8"\?><rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="[^"]*" xmlns:udt="[^"]*" xmlns:qdt="[^"]*"><rsm:ExchangedDocumentContext>/,
    ));

  it('is the same text for any order of the members', () => {
    const backwards = Object.fromEntries(Object.entries(FULL).reverse());
    assert.equal(text(FULL), text(backwards));
  });

  it('writes one empty element only: the delivery that the schema requires', () => {
    for (const document of VARIANTS.slice(0, 5))
      assert.doesNotMatch(text(document).replaceAll('<ram:ApplicableHeaderTradeDelivery/>', ''), /><\/|\/>/);
    assert.ok(german(without('delivery')).includes('<ram:ApplicableHeaderTradeDelivery/>'));
  });

  it('is one kind of document, also for a credit note', () =>
    assert.match(german(set('invoice.type_code', 381)), /<ram:TypeCode>381</));

  const ROWS: readonly (readonly [it: string, edits: readonly Edit[], xml: string])[] = [
    [
      'writes dates in form 102',
      [set('invoice.issue_date', '2026-10-05')],
      '<ram:IssueDateTime><udt:DateTimeString format="102">20261005</udt:DateTimeString></ram:IssueDateTime>',
    ],
    [
      'distinguishes a VAT id from a tax number by their schemes',
      [set('seller.tax_number', '26/123')],
      '<ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">26/123</ram:ID></ram:SpecifiedTaxRegistration>',
    ],
    [
      'writes amounts with two decimals and without currency',
      [],
      '<ram:DuePayableAmount>23.80</ram:DuePayableAmount>',
    ],
    [
      'states the VAT total in both currencies',
      [set('invoice.vat_currency', 'PLN'), set('invoice.vat_exchange_rate', '4.21053')],
      '<ram:TaxTotalAmount currencyID="EUR">3.80</ram:TaxTotalAmount><ram:TaxTotalAmount currencyID="PLN">16.00</ram:TaxTotalAmount>',
    ],
    ['names an account by its IBAN', [], '<ram:PayeePartyCreditorFinancialAccount><ram:IBANID>'],
    [
      'has an element of its own for the subject of a note',
      [set('invoice.notes', ['#AAI#x'])],
      '<ram:IncludedNote><ram:Content>x</ram:Content><ram:SubjectCode>AAI</ram:SubjectCode></ram:IncludedNote>',
    ],
    [
      'marks the project',
      [set('project_reference', 'P-1')],
      '<ram:SpecifiedProcuringProject><ram:ID>P-1</ram:ID><ram:Name>Project reference</ram:Name></ram:SpecifiedProcuringProject>',
    ],
    [
      'states the tax point date with the first breakdown',
      [set('invoice.tax_point_date', '2026-10-31')],
      '<ram:TaxPointDate><udt:DateString format="102">20261031</udt:DateString></ram:TaxPointDate>',
    ],
  ];
  for (const [sentence, edits, xml] of ROWS)
    it(sentence, () => {
      const document = german(...edits);
      assert.ok(document.includes(xml), document);
    });

  it('can state one preceding invoice', () => {
    const preceding = set('preceding_invoices', [{ number: '1' }, { number: '2' }]);
    const invoice = parsed(preceding(germanInvoice()));
    const fields = (format: 'xrechnung-cii' | 'xrechnung-ubl') =>
      DOCUMENTS.limits(invoice, 'DE-XRECHNUNG', format).map(({ field, term }) => `${field} ${term}`);
    assert.deepEqual(fields('xrechnung-cii'), ['preceding_invoices[1] BG-3']);
    assert.deepEqual(fields('xrechnung-ubl'), []);
  });
});

describeByReference('an XRechnung in CII, under the official schema', () => {
  let schemas: OfficialSchemas;
  before(() => (schemas = officialSchemas()));
  after(() => Object.values(schemas).forEach((schema) => schema.dispose()));

  VARIANTS.slice(0, 5).forEach((document, index) =>
    it(`is valid with every member present (${index + 1})`, () =>
      assert.deepEqual(withEnglish(schemas.cii.check(new TextEncoder().encode(text(document)))), {
        kind: 'verdict',
        findings: [],
      })),
  );
});
