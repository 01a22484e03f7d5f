import { FULL } from './full-sample.ts';
import { all, set, valueAt, without, type Json } from './sample.ts';

/** An invoice between two Polish companies, in zlotys. */
export function polishInvoice(): Json {
  return {
    invoice: { number: 'FV/2026/10/1', issue_date: '2026-10-05', due_date: '2026-11-04', currency: 'PLN' },
    seller: {
      name: 'Wisła Narzędzia Sp. z o.o.',
      vat_id: 'PL5260250274',
      address: { street: 'ul. Prosta 51', city: 'Warszawa', postcode: '00-838', country: 'PL' },
    },
    buyer: {
      name: 'Bałtyk Budowa S.A.',
      vat_id: 'PL5842751979',
      address: { street: 'ul. Długa 8', city: 'Gdańsk', postcode: '80-827', country: 'PL' },
    },
    payment: { means_code: 30, iban: 'PL61109010140000071219812874' },
    lines: [
      { name: 'Wiertarka', quantity: 2, unit: 'C62', unit_price: 10, vat_category: 'S', vat_rate: 23 },
      { name: 'Montaż', quantity: '1.5', unit: 'HUR', unit_price: '120.00', vat_category: 'S', vat_rate: 8 },
    ],
  };
}

/** FA(3) has no attached content. */
export const FULL_ATTACHMENT = valueAt(FULL, 'attachments[0]');

/** The full German sample in the form for FA(3): a Polish seller, Polish rates, accounts and KSeF numbers in their form. */
export const inPoland = (document: Json): Json =>
  all(
    without('profile'),
    set('seller.vat_id', 'PL5260250274'),
    set('tax_representative.vat_id', 'PL5842751979'),
    (one) =>
      valueAt(one, 'allowances') === undefined
        ? one
        : all(set('allowances[0].vat_rate', 23), set('charges[0].vat_rate', 8))(one),
    (one) =>
      set(
        'lines',
        (one['lines'] as Json[]).map((line) =>
          line['vat_category'] === 'S' ? { ...line, vat_rate: 23 } : line,
        ),
      )(one),
    (one) =>
      valueAt(one, 'payment.account_id') === undefined
        ? one
        : all(
            set('payment.account_id', '1020304050'),
            set('payment.accounts[0].account_id', '1020304051'),
          )(one),
    (one) =>
      valueAt(one, 'preceding_invoices[0].route_number') === undefined
        ? one
        : set('preceding_invoices[0].route_number', '5265877635-20250916-0200A0D6723E-C2')(one),
    without('attachments[0].filename'),
    without('attachments[0].mime'),
    without('attachments[0].content_base64'),
  )(document);
