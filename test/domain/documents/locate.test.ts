import assert from 'node:assert/strict';
import { Locator } from '../../../src/domain/documents/locate.ts';
import { joinApart } from '../../../src/domain/documents/join-apart.ts';
import { XRECHNUNG } from '../../../src/domain/documents/specifications.ts';
import { fieldAt } from '../../../src/domain/invoice/canonical-places.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { TERMS, type TermId } from '../../../src/domain/invoice/terms.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { xpathOf } from 'en16931-rules/engine/xml/location.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { stringValue } from 'en16931-rules/engine/xml/values.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { DOCUMENTS, SYNTAXES, written } from '../../support/documents.ts';
import { FULL, VARIANTS } from '../full-sample.ts';
import { parsed } from '../parsed.ts';
import { all, germanInvoice, set, without, type Json } from '../sample.ts';

/** An invoice with two entries in every list. */
const REPEATED = all(
  set(
    'allowances',
    [1, 2].map((amount) => ({ amount, reason: 'x', vat_category: 'S', vat_rate: 19 })),
  ),
  set(
    'charges',
    [3, 4].map((amount) => ({ amount, reason: 'x', vat_category: 'S', vat_rate: 19 })),
  ),
  (document) =>
    set('lines', [...(document.lines as object[]), { ...(document.lines as object[])[0], id: '11' }])(
      document,
    ),
  set(
    'lines[1].allowances',
    [5, 6].map((amount) => ({ amount, reason: 'x' })),
  ),
  set(
    'attachments',
    ['A', 'B'].map((id) => ({ id })),
  ),
  set('seller.ids', [{ id: 'S-1' }, { id: 'S-2', scheme: '0088' }]),
);

/** The elements with text, as findings name them. */
function texts(xml: string): { readonly xpath: string; readonly text: string }[] {
  const { document, failure } = parseXml(xml, new Vocabulary());
  assert.ok(document, failure?.message.say);
  const elements = Array.from({ length: document.last[0]! }, (_, index) => index + 1);
  return elements
    .filter((element) => document.last[element] === element)
    .map((element) => ({ xpath: xpathOf(document, element), text: stringValue(document, element) }));
}

const model = (document: Json) => joinApart(completeInvoice(parsed(document), XRECHNUNG));

/** The values of a term in the named entries of lists. */
function valueAt(invoice: unknown, term: TermId, indices: readonly number[]): unknown {
  let level = 0;
  return TERMS[term].path.split('.').reduce<unknown>((at, step) => {
    const value = (at as Readonly<Record<string, unknown>> | undefined)?.[step.replace('[]', '')];
    return step.endsWith('[]') ? (value as readonly unknown[] | undefined)?.[indices[level++] ?? 0] : value;
  }, invoice);
}

const plain = (value: unknown): string =>
  value instanceof Decimal ? value.toFixed() : String(value).replaceAll('-', '');

const agrees = (value: unknown, text: string): boolean =>
  value instanceof Decimal ? value.eq(text) : plain(value) === text.replaceAll('-', '');

describe('the member of a path in a written document', () => {
  for (const syntax of ['ubl', 'cii'] as const)
    for (const [index, document] of [...VARIANTS.slice(0, 8), REPEATED(FULL)].entries())
      it(`is found for every text of ${syntax}, with its entry (${index + 1})`, () => {
        const invoice = model(document);
        const locator = new Locator(SYNTAXES.formOf(syntax, invoice.typeCode), invoice);
        let found = 0;
        for (const { xpath, text } of texts(written(syntax, invoice))) {
          const located = locator.locate(xpath);
          assert.ok(located, xpath);
          const [term] = located.terms;
          // Constant elements are not terms.
          if (term === undefined) continue;
          const value = valueAt(invoice, term as TermId, located.indices);
          // BT-21 opens a note in UBL, and CII has other codes for BT-8.
          assert.ok(
            value !== undefined && (agrees(value, text) || term === 'BT-22' || term === 'BT-8'),
            `${xpath}: ${term} ${text}`,
          );
          found += 1;
        }
        assert.ok(found > 60, String(found));
      });
});

describe('a path in a written document', () => {
  it('that its entry does not have leads to no member of another entry', () => {
    const payment = {
      meansCode: '48',
      card: { number: '1234', holder: 'H' },
      accounts: [{ id: '1' }, { id: '2' }],
    };
    const invoice = { ...model(germanInvoice()), payment };
    const locator = new Locator(SYNTAXES.formOf('ubl', '380'), invoice);
    assert.deepEqual(locator.locate('/Invoice/cac:PaymentMeans[1]/cac:CardAccount')?.terms, [
      'BT-87',
      'BT-88',
    ]);
    assert.equal(locator.locate('/Invoice/cac:PaymentMeans[2]/cac:CardAccount'), undefined);
    assert.deepEqual(locator.locate('/Invoice/cac:PaymentMeans[2]/cac:PayeeFinancialAccount/cbc:ID'), {
      terms: ['BT-84'],
      indices: [1],
    });
  });

  it('leads to a member beside a list without entries', () => {
    const invoice = { ...model(germanInvoice()), payment: { meansCode: '10', accounts: [] } };
    const locator = new Locator(SYNTAXES.formOf('ubl', '380'), invoice);
    const located = locator.locate('/Invoice/cac:PaymentMeans/cbc:PaymentMeansCode');
    assert.deepEqual(located, { terms: ['BT-81', 'BT-82'], indices: [] });
  });
});

describe('the member in a finding about a built document', () => {
  const placeOf = (document: Json, xpath: string, term?: string) =>
    DOCUMENTS.places(parsed(document), 'DE-XRECHNUNG', 'xrechnung-ubl', [
      { xpath, ...(term && { term }) },
    ])[0];

  const ROWS: [it: string, xpath: string, term: string | undefined, field: string | undefined][] = [
    ['is that of the rule, in its line', '/Invoice/cac:InvoiceLine[2]', 'BT-146', 'lines[1].unit_price'],
    [
      'has the index among charges, without allowances',
      '/Invoice/cac:AllowanceCharge[4]/cac:TaxCategory',
      'BT-103',
      'charges[1].vat_rate',
    ],
    [
      'follows from the path if a rule is about several',
      '/Invoice/cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme',
      'BT-31',
      'buyer.vat_id',
    ],
    [
      'is the group if the member is missing',
      '/Invoice/cac:AccountingSupplierParty',
      'BG-6',
      'seller.contact',
    ],
    ['is the line if the wrong value is computed', '/Invoice/cac:InvoiceLine[2]', 'BT-131', 'lines[1]'],
    [
      'follows from the path without a term',
      '/Invoice/cbc:BuyerReference',
      undefined,
      'invoice.buyer_reference',
    ],
    ['follows from the term without a path', '/', 'BT-10', 'invoice.buyer_reference'],
    ['is absent if no member of the caller is wrong', '/Invoice', 'BT-24', undefined],
  ];
  for (const [sentence, xpath, term, field] of ROWS)
    it(sentence, () => assert.equal(placeOf(REPEATED(FULL), xpath, term)?.field, field));

  it('is the account of the payment itself, or a further one', () => {
    const document = set('payment.accounts', [{ account_id: '1' }])(germanInvoice());
    assert.equal(fieldAt('BT-84', [0], parsed(document)), 'payment.iban');
    assert.equal(fieldAt('BT-84', [1], parsed(document)), 'payment.accounts[0].account_id');
    const further = all(
      without('payment.iban'),
      set('payment.accounts', [{ account_id: '1' }]),
    )(germanInvoice());
    assert.equal(fieldAt('BT-84', [0], parsed(further)), 'payment.accounts[0].account_id');
  });
});
