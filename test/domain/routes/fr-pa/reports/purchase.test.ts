import { english } from '../../../../support/words.ts';
import assert from 'node:assert/strict';
import type { En16931Invoice } from '../../../../../src/domain/invoice/en16931.ts';
import type { Partly } from '../../../../../src/domain/invoice/partly.ts';
import { FRENCH_REPORTS } from '../../../../../src/domain/routes/fr-pa/reports/reports.ts';
import type { StatedSale } from '../../../../../src/domain/vocabulary/stated-sale.ts';
import { A_PURCHASE, type Purchase, vatOf } from './purchases.ts';
import { written } from './samples.ts';

const { purchaseOf, reportsPurchases, withdrawn, periodOf } = FRENCH_REPORTS;
const at = (edit: Partial<Purchase> = {}) => purchaseOf({ ...A_PURCHASE, ...edit } as Partly<En16931Invoice>);
const stated = (edit: Partial<Purchase> = {}): StatedSale => {
  const { purchase } = at(edit)!;
  if ('missing' in purchase) throw new Error(english(purchase.missing));
  return purchase;
};
const from = (country: string, more: object = {}) => ({
  seller: { ...A_PURCHASE.seller, address: { country }, ...more },
});

/** `routes/fr-reports`, section 1. */
describe('a received invoice', () => {
  const SCOPES: Readonly<Record<string, readonly [Partial<Purchase>, 'eu' | 'all' | undefined]>> = {
    'of a seller in the EU is a purchase from there': [{}, 'eu'],
    'of a seller in the EU with goods is one, too': [vatOf('K'), 'eu'],
    'of a seller in Greece is one, too': [from('GR', { vatId: 'EL123456789' }), 'eu'],
    'of a seller outside of the EU is a service': [{ ...from('CH'), ...vatOf('O') }, 'all'],
    'of a seller in New Caledonia is a service': [from('NC', { companyId: { id: '123456789' } }), 'all'],
    'of goods from outside of the EU is for the customs': [{ ...from('CH'), ...vatOf('G') }, undefined],
    'that says goods (B1) from outside of the EU is for the customs': [
      { ...from('GB'), process: 'B1' },
      undefined,
    ],
    'of a seller in France is for its platform': [from('FR'), undefined],
    'of a seller in Réunion is for its platform': [from('RE'), undefined],
    'of a buyer in Germany is not French': [{ buyer: { address: { country: 'DE' } } }, undefined],
    'that charges VAT is taxed where the seller pays it': [vatOf('S', '190.00'), undefined],
    'that the buyer has issued is none': [{ typeCode: '389' }, undefined],
  };
  for (const [title, [edit, scope]] of Object.entries(SCOPES))
    it(title, () => assert.equal(at(edit)?.scope, scope));

  const MISSING: Readonly<Record<string, readonly [Partial<Purchase>, RegExp]>> = {
    'whose buyer has no SIREN': [{ buyer: { name: 'A', address: { country: 'FR' } } }, /G6\.26/],
    'with a number of 21 characters in 2026': [{ number: 'R'.repeat(21) }, /G1\.05/],
    'with a dot in its number': [{ number: 'R.1' }, /G1\.05/],
    'without the VAT number of its seller in the EU': [from('DE', { vatId: undefined }), /G2\.19/],
    'that is exempt without a code': [
      { vatBreakdown: [{ ...vatOf('E').vatBreakdown[0]!, exemptionReason: 'R' }] },
      /G1\.40/,
    ],
    'that charges VAT on a part': [
      { vatBreakdown: [...vatOf('AE').vatBreakdown, ...vatOf('S', '1.90').vatBreakdown] },
      /G1\.24/,
    ],
    'that corrects an invoice without its date': [
      { typeCode: '381', precedingInvoices: [{ number: 'R-0' }] },
      /G1\.32/,
    ],
    'of a type that reports do not have': [{ typeCode: '326' }, /G1\.01/],
  };
  for (const [what, [edit, rule]] of Object.entries(MISSING))
    it(`${what} cannot be reported, and says why`, () => {
      const { purchase } = at(edit)!;
      assert.match(english('missing' in purchase ? purchase.missing : ''), rule);
    });

  it('with blanks in its number, and 35 characters in 2027, can be', () => {
    stated({ number: 'RE 2026/1' });
    stated({ number: 'R'.repeat(35), issueDate: '2027-01-01' });
  });
});

describe('the report of a purchase', () => {
  const xmlOf = (edit: Partial<Purchase> = {}) => written(stated(edit).entries);

  it('is that of the buyer, with both parties by number', () => {
    const { declarant } = stated();
    assert.deepEqual(declarant, { id: '100000009', name: 'Ateliers' });
    const xml = xmlOf();
    assert.match(xml, /<Issuer><Id schemeId="0002">100000009<\/Id>.*<RoleCode>BY<\/RoleCode><\/Issuer>/);
    assert.match(xml, /<Seller><CompanyId schemeId="0223">DE123456788<\/CompanyId>/);
    assert.match(xml, /<Buyer><CompanyId schemeId="0002">100000009<\/CompanyId>/);
    assert.match(xml, /<TransactionsReport>.*<Invoice><ID>RE-1<\/ID>/);
  });

  it('has a process of France: goods by their category, else both, or as the invoice says', () => {
    const processOf = (edit: Partial<Purchase>) =>
      /<BusinessProcess><ID>(\w+)</.exec(xmlOf({ process: 'urn:fdc:peppol.eu:2017', ...edit }))?.[1];
    assert.deepEqual(
      [processOf(vatOf('K')), processOf({}), processOf({ process: 'S1' })],
      ['B1', 'M1', 'S1'],
    );
  });

  it("has the buyer's VAT number also if the invoice must not state it", () => {
    const buyer = { ...A_PURCHASE.buyer, vatId: undefined, companyId: { id: '732829320' } };
    // A known number: FR 44 732 829 320.
    assert.match(xmlOf({ ...vatOf('O'), buyer }), />FR44732829320</);
  });

  it('states no VAT in euro, whatever the currency', () =>
    assert.match(xmlOf({ currency: 'USD' }), /<TaxAmount CurrencyCode="EUR">0\.00</));

  it('is another one in the place of one that is withdrawn', () => {
    const inItsPlace = withdrawn(stated());
    assert.deepEqual(inItsPlace.entries, [{ kind: 'withdrawn', part: 'purchases', day: '2026-10-05' }]);
    assert.doesNotMatch(written(inItsPlace.entries), /<Invoice>/);
  });

  it('names the invoice the same, whatever route it came over and however it is written', () => {
    const { name } = at()!;
    assert.equal(at({ process: 'M1', notes: [] })!.name, name);
    assert.notEqual(at({ number: 'RE-2' })!.name, name);
    assert.notEqual(at(from('DE', { vatId: 'DE129273398' }))!.name, name);
  });

  it('has the periods of sales', () => {
    const own = { vat_regime: 'monthly' };
    assert.deepEqual(periodOf(own, 'purchases', '2026-10-05'), periodOf(own, 'sales', '2026-10-05'));
  });
});

describe('purchases of a client', () => {
  const OWN = { vat_regime: 'monthly', reports: 'own' };
  it('are reported as far as its record says, and only if the service sends the reports', () => {
    const on = (purchases: string | undefined, scope: string, own: object = OWN) =>
      reportsPurchases({ ...own, ...(purchases && { purchases }) }, scope);
    assert.deepEqual(
      [on(undefined, 'eu'), on('eu', 'eu'), on('eu', 'all'), on('all', 'eu'), on('all', 'all')],
      [false, true, false, true, true],
    );
    assert.equal(on('all', 'eu', { ...OWN, reports: 'platform' }), false);
  });
});
