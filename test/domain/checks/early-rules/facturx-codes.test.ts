import assert from 'node:assert/strict';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { fatalIds } from '../../../support/cius-ro-rules.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { builtInFacturx } from '../../../support/facturx-packs.ts';
import { frenchInvoice } from '../../french-sample.ts';
import { parsed } from '../../parsed.ts';
import { all, germanInvoice, set, type Edit } from '../../sample.ts';

const address = { street: 'Breede 1', city: 'Willemstad', postcode: '1000', country: 'AN' };
const rated = set('invoice.vat_exchange_rate', '4.97');

const EDITS: Readonly<Record<string, Edit>> = {
  'invoice.currency': all(set('invoice.currency', 'STD'), set('invoice.vat_currency', 'EUR'), rated),
  'invoice.vat_currency': all(set('invoice.vat_currency', 'STD'), rated),
  'seller.ids[0].scheme': set('seller.ids', [{ id: '1', scheme: '0241' }]),
  'seller.endpoint.scheme': set('seller.endpoint', { id: '1', scheme: '0219' }),
  'seller.address.country': set('seller.address.country', 'AN'),
  'buyer.reference_scheme': all(set('buyer.reference', '1'), set('buyer.reference_scheme', '0248')),
  'buyer.endpoint.scheme': set('buyer.endpoint', { id: '1', scheme: '0220' }),
  'buyer.address.country': set('buyer.address.country', 'AN'),
  'payee.id_scheme': set('payee', { name: 'Factoring AG', id: '1', id_scheme: '0242' }),
  'tax_representative.address.country': set('tax_representative', {
    name: 'V',
    vat_id: 'DE136695976',
    address,
  }),
  'delivery.location_id.scheme': set('delivery', { location_id: { id: '1', scheme: '0243' } }),
  'delivery.address.country': set('delivery', { address }),
  'lines[0].country_of_origin': set('lines[0].country_of_origin', 'AN'),
};

/** Findings on codes; those of the French route about a party abroad stay apart. */
const codesIn = (ids: readonly string[]): string[] => ids.filter((id) => id.startsWith('FX-'));

describe('a code that Factur-X lacks', () => {
  for (const [field, edit] of Object.entries(EDITS)) {
    it(`is refused at once, as by the check: ${field}`, async () => {
      const invoice = parsed(all(set('profile', 'facturx'), edit)(germanInvoice()));
      const built = await DOCUMENTS.build(invoice, 'DE-XRECHNUNG', 'zugferd');
      assert.ok(built.ok);
      const fatal = fatalIds(await (await builtInFacturx('en16931'))(built.document.bytes));
      const early = checkRoute(invoice, 'DE-XRECHNUNG', 'zugferd');
      assert.deepEqual(
        early.map((one) => one.field),
        [field],
      );
      const ids = (early[0]?.related ?? []).map(({ code }) => code);
      assert.ok(ids.length === 1 && fatal.includes(ids[0]!), `${ids.join()} of ${fatal.join()}`);
    });

    it(`is refused in France, too, and taken in CII: ${field}`, () => {
      const invoice = parsed(edit(frenchInvoice()));
      const ids = (format: 'facturx' | 'cii') =>
        codesIn(
          checkRoute(invoice, 'FR-PA', format).flatMap(({ related = [] }) => related.map((one) => one.code)),
        );
      assert.deepEqual([ids('facturx').length, ids('cii').length], [1, 0]);
    });

    it(`is taken in a PDF with an XRechnung, which Factur-X does not judge: ${field}`, () => {
      assert.deepEqual(checkRoute(parsed(edit(germanInvoice())), 'DE-XRECHNUNG', 'zugferd'), []);
    });
  }
});
