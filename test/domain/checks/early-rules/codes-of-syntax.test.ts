import assert from 'node:assert/strict';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { builtInRules } from '../../../support/built-in-rules.ts';
import { fatalIds } from '../../../support/cius-ro-rules.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { frenchInvoice } from '../../french-sample.ts';
import { EXTENDED_PARTIES } from '../../full-sample.ts';
import { parsed } from '../../parsed.ts';
import { all, germanInvoice, set, type Edit } from '../../sample.ts';

const address = (country: string) => ({ street: 'Breede 1', city: 'Willemstad', postcode: '1000', country });

/** Terms whose lists differ between the published rules for UBL and those for CII. */
const TERMS: readonly (readonly [field: string, code: string, only: 'ubl' | 'cii', edit: Edit])[] = (
  [
    ['AN', 'cii'],
    ['SS', 'ubl'],
  ] as const
).flatMap(([code, only]) =>
  (
    [
      ['seller.address.country', set('seller.address.country', code)],
      ['buyer.address.country', set('buyer.address.country', code)],
      [
        'tax_representative.address.country',
        set('tax_representative', { name: 'V', vat_id: 'DE136695976', address: address(code) }),
      ],
      ['delivery.address.country', set('delivery', { address: address(code) })],
      ['lines[0].country_of_origin', set('lines[0].country_of_origin', code)],
      ['buyer.vat_id', set('buyer.vat_id', `${code}1234567`)],
    ] as const
  ).map(([field, edit]) => [field, code, only, edit] as const),
);
const SUBJECT = [
  ['invoice.notes[0]', 'BAT', 'cii', set('invoice.notes', ['#BAT#Ware'])],
  ['invoice.notes[0]', 'CCO', 'cii', set('invoice.notes', [{ subject_code: 'CCO', text: 'Ware' }])],
] as const;
/** Ten characters of a card: a warning for UBL. */
const CARD = [
  [
    'payment.card.number',
    '**** **** **** 4711',
    'ubl',
    set('payment', { means_code: 48, card: { number: '**** **** **** 4711' } }),
  ],
] as const;

describe('a value that the rules for one syntax alone take', () => {
  for (const [field, code, only, edit] of [...TERMS, ...SUBJECT, ...CARD])
    for (const syntax of ['ubl', 'cii'] as const)
      it(`is ${only === syntax ? 'taken' : 'refused at once'} for ${syntax}, as by the check: ${code} in ${field}`, async () => {
        const invoice = parsed(all(set('invoice.notes', []), edit)(germanInvoice()));
        const built = await DOCUMENTS.build(invoice, 'DE-XRECHNUNG', `xrechnung-${syntax}`);
        assert.ok(built.ok);
        const rules = await builtInRules(syntax);
        const fatal = fatalIds(await rules.run('en16931', built.document.bytes));
        const early = checkRoute(invoice, 'DE-XRECHNUNG', `xrechnung-${syntax}`);
        assert.deepEqual(
          early.map((one) => [one.field, one.related?.map((rule) => rule.code)]),
          only === syntax ? [] : [[field, fatal]],
        );
        assert.equal(fatal.length, only === syntax ? 0 : 1, fatal.join());
      });

  for (const [place, group] of [
    ...[...EXTENDED_PARTIES, 'payee'].map((party) => [party, { name: 'V', address: address('AN') }] as const),
    ['lines[0].delivery', { address: address('AN') }],
    ['lines[0].seller', { name: 'V', country: 'AN' }],
  ] as const)
    it(`is refused at once in an extension, as by the check: ${place}`, async () => {
      const invoice = parsed(set(place, group)(frenchInvoice()));
      const built = await DOCUMENTS.build(invoice, 'FR-PA', 'ubl');
      assert.ok(built.ok);
      const rules = await builtInRules('ubl', ['fr-extended']);
      const fatal = fatalIds(await rules.run('fr-extended', built.document.bytes));
      const early = checkRoute(invoice, 'FR-PA', 'ubl').flatMap(({ related = [] }) => related);
      assert.deepEqual([early.map(({ code }) => code), fatal], [['BR-CL-14'], ['BR-CL-14']]);
    });
});
