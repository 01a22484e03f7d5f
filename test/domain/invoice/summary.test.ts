import assert from 'node:assert/strict';
import { readablePart } from '../../../src/application/checking/subject.ts';
import { documentFacts, factForms } from '../../../src/domain/documents/document-facts.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { summaryOfCanonical } from '../../../src/domain/invoice/summary.ts';
import type { InvoiceSummary } from '../../../src/domain/vocabulary/invoice-summary.ts';
import { SYNTAXES } from '../../support/documents.ts';
import { exampleText } from '../../support/example-file.ts';
import { xmlRoot } from '../../support/xml-root.ts';
import { type Edit, germanInvoice, set, untouched, without } from '../sample.ts';

/** They follow from the total. */
const AMOUNTS = ['due', 'withoutVat', 'vat'];
const FORMS = factForms(SYNTAXES);

function ofFile(name: string, change: (xml: string) => string = (xml) => xml): InvoiceSummary {
  const read = documentFacts(FORMS, xmlRoot(change(exampleText(name))));
  assert.ok(read);
  return read.summary;
}

function ofCanonical(edit: Edit): InvoiceSummary {
  const document = readablePart(parseCanonical(edit(germanInvoice())));
  assert.ok(document);
  return summaryOfCanonical(document);
}

describe('the summary', () => {
  const files = {
    'xrechnung-ubl.xml': {
      ...{ number: 'RE-2026-0301', typeCode: '380', issueDate: '2026-10-05', dueDate: '2026-11-04' },
      ...{ seller: 'Werkzeughandel Brandt GmbH', buyer: 'Stadtwerke Fulda-Nord' },
      ...{ sellerCountry: 'DE', sellerVatId: 'DE281457638', buyerVatId: 'DE190384672' },
      issuer: {
        ...{ vatId: 'DE281457638', companyId: 'HRB51873' },
        endpoint: 'EM:RECHNUNG@WERKZEUG-BRANDT.EXAMPLE',
      },
      ...{ currency: 'EUR', withoutVat: '892.10', vat: '169.50', total: '1061.60', due: '1061.60' },
    },
    'xrechnung-cii.xml': {
      ...{ number: 'RE-2026-0302', typeCode: '380', issueDate: '2026-10-06', dueDate: '2026-11-05' },
      ...{ seller: 'Klimatechnik Ahrens GmbH', buyer: 'Stadt Delmenstedt, Hochbauamt' },
      ...{ sellerCountry: 'DE', sellerVatId: 'DE263814092', buyerVatId: 'DE190384672' },
      issuer: { vatId: 'DE263814092', endpoint: 'EM:RECHNUNG@AHRENS-KLIMA.EXAMPLE' },
      ...{ currency: 'EUR', withoutVat: '613.00', vat: '116.47', total: '729.47', due: '729.47' },
    },
    'fa3.xml': {
      ...{ number: 'FV/2026/10/0118', typeCode: '380', issueDate: '2026-10-05', dueDate: '2026-11-04' },
      ...{ seller: 'Wisła Narzędzia Sp. z o.o.', buyer: 'Bałtyk Budowa S.A.' },
      ...{ sellerCountry: 'PL', sellerVatId: '5260250274', buyerVatId: '5842751979' },
      issuer: { vatId: 'PL5260250274' },
      ...{ currency: 'PLN', withoutVat: '879.00', vat: '175.17', total: '1054.17', due: '1054.17' },
    },
  } satisfies Record<string, InvoiceSummary>;
  for (const [name, summary] of Object.entries(files))
    it(`of ${name} has every member`, () => assert.deepEqual(ofFile(name), summary));

  it('of a canonical invoice has its computed amounts', () => {
    const paid = set('payment.prepaid_amount', '100.5');
    const { total, due, seller, buyer, number, sellerCountry } = ofCanonical(paid);
    assert.equal(sellerCountry, 'DE');
    assert.ok(seller && buyer && number);
    assert.equal((Number(total) - 100.5).toFixed(2), due);
  });

  it('of a settled FA(3) has the amount due that it states', () => {
    const settled = ofFile('fa3.xml', (xml) =>
      xml.replace('<Platnosc>', '<Rozliczenie><DoZaplaty>54.1</DoZaplaty></Rozliczenie><Platnosc>'),
    );
    assert.deepEqual([settled.total, settled.due], ['1054.17', '54.10']);
  });

  const lacking: readonly (readonly [string, Edit, keyof InvoiceSummary])[] = [
    ['a line without price', without('lines[0].unit_price'), 'total'],
    ['an unreadable date', set('invoice.issue_date', 'yesterday'), 'issueDate'],
    ['no buyer', without('buyer'), 'buyer'],
    ['a buyer without name', without('buyer.name'), 'buyer'],
    ['a number that is an object', set('invoice.number', {}), 'number'],
  ];
  for (const [what, edit, member] of lacking)
    it(`of a draft with ${what} has the other members`, () => {
      const [whole, part] = [ofCanonical(untouched), ofCanonical(edit)];
      assert.equal(part[member], undefined);
      const others = Object.keys(whole).filter(
        (name) => name !== member && !AMOUNTS.includes(name),
      ) as (typeof member)[];
      for (const name of others) assert.equal(part[name], whole[name], name);
    });

  it('adds net and VAT up by rate where the form states no sums, unless they are not the parts of the total', () => {
    const stated = ofFile('fa3.xml');
    assert.equal((Number(stated.withoutVat) + Number(stated.vat)).toFixed(2), stated.total);
    const other = ofFile('fa3.xml', (xml) => xml.replace(/(<P_15>).*?(<)/, '$11.00$2'));
    assert.deepEqual([other.total, other.withoutVat, other.vat], ['1.00', undefined, undefined]);
  });

  it('of a hostile file is short and holds no broken characters', () => {
    const name = `${'😀'.repeat(150)}${' a'.repeat(500_000)}`;
    const { seller, total, dueDate } = ofFile('xrechnung-ubl.xml', (xml) =>
      xml
        .replace('Werkzeughandel Brandt GmbH', name)
        .replace('>1061.60</cbc:TaxInclusiveAmount>', `>${'9'.repeat(1_000_000)}</cbc:TaxInclusiveAmount>`)
        .replace('<cbc:DueDate>2026-11-04', '<cbc:DueDate>2026-13-41'),
    );
    assert.equal([...(seller ?? '')].length, 200);
    assert.doesNotMatch(seller ?? '', /\p{Cs}/u);
    assert.deepEqual([total, dueDate], [undefined, undefined]);
  });
});
