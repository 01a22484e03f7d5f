import type { Json } from './sample.ts';

/** A Polish invoice between two companies of Poland, in zlotys. */
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
