import type { Json } from './sample.ts';

/** A Romanian invoice that breaks no rule of CIUS-RO. */
export function romanianInvoice(): Json {
  return {
    invoice: { number: 'F-1', issue_date: '2026-10-05', due_date: '2026-11-04', currency: 'RON' },
    seller: {
      name: 'Cetate Instalații SRL',
      vat_id: 'RO14399840',
      company_id: 'J12/345/2019',
      address: { street: 'Strada Horea 5', city: 'Cluj-Napoca', postcode: '400174', country: 'RO' },
    },
    buyer: {
      name: 'Dunărea Construct SA',
      vat_id: 'RO6859662',
      address: {
        street: 'Calea Victoriei 12',
        city: 'SECTOR1',
        postcode: '010063',
        region: 'RO-B',
        country: 'RO',
      },
    },
    payment: { means_code: 30, iban: 'RO49AAAA1B31007593840000' },
    lines: [{ name: 'Montaj', quantity: 2, unit: 'C62', unit_price: 10, vat_category: 'S', vat_rate: 21 }],
  };
}
