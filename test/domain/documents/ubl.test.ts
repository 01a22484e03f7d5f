import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { joinApart } from '../../../src/domain/documents/join-apart.ts';
import { XRECHNUNG } from '../../../src/domain/documents/specifications.ts';
import { writeDocument } from '../../../src/domain/documents/write-document.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { textOf } from '../../support/text-of.ts';
import { DOCUMENTS, SYNTAXES } from '../../support/documents.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { officialSchemas } from '../../support/official-schemas.ts';
import { FULL, VARIANTS } from '../full-sample.ts';
import { parsed } from '../parsed.ts';
import { all, germanInvoice, set, without, type Edit, type Json } from '../sample.ts';

function built(document: Json) {
  const invoice = parsed(document);
  assert.deepEqual(withEnglish(DOCUMENTS.limits(invoice, 'DE-XRECHNUNG', 'xrechnung-ubl')), []);
  const model = joinApart(completeInvoice(invoice, XRECHNUNG));
  const form = SYNTAXES.formOf('ubl', model.typeCode);
  return { syntax: form.syntax, text: writeDocument(form, model) };
}

/** The XML without indentation, so that tests can name elements. */
const xml = (document: Json): string => built(document).text.replaceAll(/>\n */g, '>');

const german = (...edits: Edit[]): string => xml(all(...edits)(germanInvoice()));

const elements = (text: string): string[] =>
  [...text.matchAll(/<([a-z]+:[A-Za-z]+)/g)].map(([, name]) => name!);

describe('an XRechnung in UBL', () => {
  it('names specification and process', () => {
    assert.match(
      german(),
      /<cbc:CustomizationID>urn:cen\.eu:en16931:2017#compliant#urn:xeinkauf\.de:kosit:xrechnung_3\.0<\/cbc:CustomizationID><cbc:ProfileID>urn:fdc:peppol\.eu:2017:poacc:billing:01:1\.0</,
    );
  });

  it('is the same text for any order of the members', () => {
    const backwards = Object.fromEntries(Object.entries(FULL).reverse());
    assert.equal(built(FULL).text, built(backwards).text);
  });

  it('writes no empty element', () => {
    for (const document of VARIANTS.slice(0, 8)) assert.doesNotMatch(built(document).text, /><\/|\/>/);
  });

  it('writes no empty groups', () => {
    assert.doesNotMatch(
      german(set('delivery', {}), set('buyer.contact', {})),
      /cac:Delivery>|r>\s*<\/cac:Contact/,
    );
    assert.equal(elements(german()).filter((name) => name === 'cac:PartyTaxScheme').length, 1);
  });

  it('escapes markup and keeps line breaks', () => {
    const text = german(set('invoice.notes', ['a < b & "c" ]]>\nsecond']), set('seller.endpoint.id', `q"'`));
    assert.ok(text.includes('<cbc:Note>a &lt; b &amp; "c" ]]&gt;\nsecond</cbc:Note>'));
    assert.ok(text.includes(`<cbc:EndpointID schemeID="EM">q"'</cbc:EndpointID>`));
  });

  it('escapes attributes', () => {
    const attachment = {
      id: 'A',
      filename: 'a "b" <c>&.pdf',
      mime: 'application/pdf',
      content_base64: 'QQ==',
    };
    assert.ok(
      german(set('attachments', [attachment])).includes('filename="a &quot;b&quot; &lt;c&gt;&amp;.pdf"'),
    );
  });

  it('writes numbers without exponent, and amounts with two decimals and their currency', () => {
    const text = german(
      set('lines[0].quantity', '0.00000001'),
      set('lines[0].unit_price', '100000000000000'),
      set('lines[0].vat_rate', '19.00'),
    );
    assert.ok(text.includes('<cbc:InvoicedQuantity unitCode="C62">0.00000001<'));
    assert.ok(text.includes('<cbc:PriceAmount currencyID="EUR">100000000000000<'));
    assert.ok(text.includes('<cbc:LineExtensionAmount currencyID="EUR">1000000.00<'));
    assert.ok(text.includes('<cbc:Percent>19<'));
  });

  it('writes no negative zero', () => {
    assert.doesNotMatch(
      german(set('lines[0].quantity', '-0.0001'), set('lines[0].unit_price', 1)),
      />-0\.00</,
    );
  });

  it('states the VAT total in the VAT currency too', () => {
    const text = german(set('invoice.vat_currency', 'PLN'), set('invoice.vat_exchange_rate', '4.25'));
    assert.ok(text.includes('<cbc:TaxCurrencyCode>PLN<'));
    assert.ok(
      text.includes('<cac:TaxTotal><cbc:TaxAmount currencyID="PLN">16.15</cbc:TaxAmount></cac:TaxTotal>'),
    );
  });

  it('writes category O with a rate in the breakdown and none on lines', () => {
    const text = german(set('lines[0].vat_category', 'O'), without('lines[0].vat_rate'));
    assert.ok(text.includes('<cac:TaxCategory><cbc:ID>O</cbc:ID><cbc:Percent>0</cbc:Percent>'));
    assert.ok(text.includes('<cac:ClassifiedTaxCategory><cbc:ID>O</cbc:ID><cac:TaxScheme>'));
  });

  it('has the last line break of discount terms', () =>
    assert.ok(german(set('payment.terms', '#SKONTO#TAGE=7#PROZENT=2.00#')).includes('2.00#\n</cbc:Note>')));

  it('distinguishes a tax number from a VAT id by its scheme', () =>
    assert.ok(
      german(set('seller.tax_number', '26/123')).includes(
        '<cbc:CompanyID>26/123</cbc:CompanyID><cac:TaxScheme><cbc:ID>FC</cbc:ID></cac:TaxScheme>',
      ),
    ));

  describe('of type 381', () => {
    const creditNote = (...edits: Edit[]): string => german(set('invoice.type_code', 381), ...edits);

    it('has a root, a type and quantities of its own', () => {
      const text = creditNote();
      assert.match(
        text,
        /^<\?xml[^>]*><CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"/,
      );
      assert.ok(text.includes('<cbc:CreditNoteTypeCode>381<'));
      assert.ok(text.includes('<cac:CreditNoteLine>'));
      assert.ok(text.includes('<cbc:CreditedQuantity unitCode="C62">2<'));
      assert.doesNotMatch(text, /Invoice(Line|dQuantity|TypeCode)/);
    });

    it('has its due date with the means of payment', () =>
      assert.ok(
        creditNote().includes(
          '<cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cbc:PaymentDueDate>2026-11-04</cbc:PaymentDueDate>',
        ),
      ));

    it('has its project as a document reference of type 50', () =>
      assert.ok(
        creditNote(set('project_reference', 'P-1')).includes(
          '<cac:AdditionalDocumentReference><cbc:ID>P-1</cbc:ID><cbc:DocumentTypeCode>50</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>',
        ),
      ));

    it('keeps amounts positive', () =>
      assert.ok(creditNote().includes('<cbc:PayableAmount currencyID="EUR">23.80<')));
  });

  for (const code of [380, 384, 389, 326, 386, 875, 876, 877])
    it(`is an Invoice of type ${code}`, () => {
      const document = built(set('invoice.type_code', code)(germanInvoice()));
      assert.equal(document.syntax, 'ubl-invoice');
      assert.ok(document.text.includes(`<cbc:InvoiceTypeCode>${code}<`));
    });
});

describe('a value that UBL cannot state', () => {
  const refused = async (...edits: Edit[]): Promise<string[]> => {
    const invoice = parsed(all(...edits)(germanInvoice()));
    const result = await DOCUMENTS.build(invoice, 'DE-XRECHNUNG', 'xrechnung-ubl');
    return result.ok ? [] : result.findings.map(({ code, source, field }) => `${code} ${source} ${field}`);
  };
  const noMeans = set('payment', {});

  const ROWS: [it: string, edits: Edit[], field: string | undefined][] = [
    ['is absent in the sample', [], undefined],
    ['is absent in an invoice without payment data', [without('payment')], undefined],
    [
      'may be a payment reference without means',
      [noMeans, set('payment.reference', 'x')],
      'payment.means_code',
    ],
    ['may be a mandate without means', [noMeans, set('payment.mandate', 'x')], 'payment.means_code'],
    [
      'may be a debited account without means',
      [noMeans, set('payment.debited_iban', 'x')],
      'payment.means_code',
    ],
    [
      'may be the due date of a credit note without means',
      [noMeans, set('invoice.type_code', 381)],
      'payment.means_code',
    ],
    ['may be a mark of Polish law', [set('pl.split_payment', true)], 'pl.split_payment'],
  ];
  for (const [sentence, edits, field] of ROWS)
    it(sentence, async () =>
      assert.deepEqual(await refused(...edits), field ? [`EI-SCHEMA serializer ${field}`] : []),
    );

  const LEFT_OUT: [it: string, edits: Edit[], field: string][] = [
    [
      'the date of an advance payment',
      [set('payment.prepaid_amount', 1), set('payment.prepaid_date', '2026-01-01')],
      'payment.prepaid_date',
    ],
    ['members only for Poland', [set('pl.till_receipt', true)], 'pl'],
    [
      'a VAT currency that is the currency of the invoice',
      [set('invoice.vat_currency', 'EUR')],
      'invoice.vat_currency',
    ],
    [
      'a tax number beside a company id of the buyer',
      [set('buyer.tax_number', '4711-1'), set('buyer.company_id', '2')],
      'buyer.tax_number',
    ],
    [
      'a route number',
      [set('preceding_invoices', [{ number: '1' }, { number: '2', route_number: '4711-1' }])],
      'preceding_invoices[1].route_number',
    ],
  ];
  for (const [what, edits, field] of LEFT_OUT)
    it(`is left out with a finding if it has no legal effect: ${what}`, async () => {
      const invoice = parsed(all(...edits)(germanInvoice()));
      const result = await DOCUMENTS.build(invoice, 'DE-XRECHNUNG', 'xrechnung-ubl');
      assert.ok(result.ok);
      assert.deepEqual(
        result.remarks.map(({ code, severity, source, field: at }) => [code, severity, source, at]),
        [['EI-NOT-WRITTEN', 'information', 'serializer', field]],
      );
      assert.ok(!textOf(result.document).includes('4711-1'));
    });
});

describeByReference('an XRechnung in UBL, under the official schema', () => {
  let schemas: ReturnType<typeof officialSchemas>;
  before(() => (schemas = officialSchemas()));
  after(() => Object.values(schemas).forEach((schema) => schema.dispose()));

  const check = (document: Json): void => {
    const { syntax, text } = built(document);
    assert.ok(syntax === 'ubl-invoice' || syntax === 'ubl-creditnote');
    assert.deepEqual(withEnglish(schemas[syntax].check(new TextEncoder().encode(text))), {
      kind: 'verdict',
      findings: [],
    });
  };

  VARIANTS.slice(0, 8).forEach((document, index) => {
    it(`is valid with every member present (${index + 1})`, () => check(document));
    it(`is valid with every member present, as a credit note (${index + 1})`, () =>
      check(set('invoice.type_code', 381)(document)));
  });
});
