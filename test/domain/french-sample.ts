import type { Json } from './sample.ts';

/** A French invoice of the published example companies, which names them only by VAT numbers. */
export function frenchInvoice(): Json {
  return {
    invoice: { number: 'F-2026-1', issue_date: '2026-10-05', due_date: '2026-11-04', currency: 'EUR' },
    seller: {
      name: 'Ateliers du Rhône SAS',
      vat_id: 'FR88100000009',
      address: { street: '5 rue des Forges', city: 'Lyon', postcode: '69002', country: 'FR' },
    },
    buyer: {
      name: 'Mairie-Service SARL',
      vat_id: 'FR37200000008',
      address: { street: '12 quai Victor', city: 'Nantes', postcode: '44000', country: 'FR' },
    },
    payment: { means_code: 30, iban: 'FR7630006000011234567890189' },
    lines: [{ name: 'Montage', quantity: 2, unit: 'C62', unit_price: 10, vat_category: 'S', vat_rate: 20 }],
  };
}
