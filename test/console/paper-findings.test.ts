import assert from 'node:assert/strict';
import type { InvoicePage } from '../../src/console/app/document-facts.ts';
import { paperFindings, withPlaces } from '../../src/console/pages/document/paper-findings.ts';

const LINE = '/Invoice/cac:InvoiceLine';
const SUBTOTAL = '/Invoice/cac:TaxTotal/cac:TaxSubtotal';

const part = (text: string, term: string, xpath: string, entry?: number[]) => ({
  ...{ text, terms: [term], location: { xpath, line: 7 } },
  ...(entry && { entry }),
});
const cell = (...text: ReturnType<typeof part>[]) => ({ text, small: [] });
const amounts = [0, 1].map((at) => part(`1${at}`, 'BT-131', `${LINE}[${at + 1}]/cbc:Amount`, [at]));
const bases = [0, 1].map((at) => part(`2${at}`, 'BT-116', `${SUBTOTAL}[${at + 1}]/cbc:TaxableAmount`, [at]));
const seller = part('Brandt', 'BT-27', '/Invoice/cac:AccountingSupplierParty/cac:Party/cbc:Name');
const due = part('2026-11-04', 'BT-9', '/Invoice/cbc:DueDate');

const PAGE: InvoicePage = {
  language: 'en',
  title: '',
  head: { sender: [seller], kind: [], number: [] },
  blocks: [
    { block: 'parties', parties: [{ heading: 'From', name: [seller], lines: [], small: [] }] },
    { block: 'facts', facts: [{ label: 'Due date', value: [due] }], texts: [] },
    {
      ...{ block: 'table', heading: 'Items', columns: [{ title: 'Amount', align: 'right' }] },
      rows: amounts.map((amount, at) => ({
        cells: [cell(part(String(at), 'BT-126', `${LINE}[${at + 1}]/cbc:ID`, [at])), cell(amount)],
      })),
    },
    { block: 'table', heading: 'VAT', columns: [], rows: bases.map((base) => ({ cells: [cell(base)] })) },
  ],
};

const at = (term: string, xpath: string) => ({ code: 'X', term, location: { xpath, line: 3, column: 1 } });

describe('the findings on the page of an invoice', () => {
  it('are at the term in the entry that they name, also if they name a part beside it', () => {
    const { of } = paperFindings(PAGE, [
      at('BT-131', `${LINE}[2]`),
      at('BT-116', `${SUBTOTAL}[2]/cac:TaxCategory`),
    ]);
    assert.deepEqual(amounts.map(of), [undefined, 0]);
    assert.deepEqual(bases.map(of), [undefined, 1]);
  });

  it('are at each place of a term that is stated once', () => {
    assert.equal(paperFindings(PAGE, [at('BT-27', '/Invoice')]).of(seller), 0);
  });

  it('are nowhere if they name no entry of a list', () => {
    const { of, lackingIn } = paperFindings(PAGE, [at('BT-131', '/Invoice')]);
    assert.deepEqual([...amounts.map(of), ...lackingIn(0, 0)], [undefined, undefined]);
  });

  it('about what is missing are in the line, or with the terms beside which it belongs', () => {
    const findings = [at('BT-153', `${LINE}[2]/cac:Item`), at('BT-10', '/Invoice'), at('BT-31', '/Invoice')];
    const { lacking, lackingIn } = paperFindings(PAGE, findings);
    assert.deepEqual([lacking(0), lacking(1), lackingIn(1), lackingIn(0, 0)], [[], [0], [1], [2]]);
  });

  it('have the line of what they are about in the file, if the check names only the root', () => {
    const [root, placed] = withPlaces([at('BT-9', '/Invoice'), at('BT-131', `${LINE}[2]`)], PAGE);
    assert.deepEqual([root?.location?.line, placed?.location?.line], [7, 3]);
  });
});
