import { frenchInvoice } from './french-sample.ts';
import { all, set, type Json } from './sample.ts';

const LINE = { name: 'Montage', quantity: 2, unit: 'C62', unit_price: 10, vat_category: 'S', vat_rate: 20 };

/** A French invoice of two orders, delivered to two places on two days. */
export const SEVERAL_ORDERS: Json = all(
  set('order_reference', 'BC-1'),
  set('lines', [
    {
      ...LINE,
      order_reference: 'BC-1',
      order_line: '10',
      order_date: '2026-08-30',
      sales_order_reference: 'OV-1',
      sales_order_line: '1',
      despatch_advice_reference: 'BL-1',
      despatch_advice_line: '3',
      delivery: {
        date: '2026-09-29',
        name: 'Dépôt Nord',
        location_id: { id: '4012345000016', scheme: '0088' },
        address: {
          street: '3 rue du Port',
          line2: 'Bâtiment B',
          line3: 'Quai 2',
          city: 'Lille',
          postcode: '59000',
          region: 'Nord',
          country: 'FR',
        },
      },
    },
    {
      ...LINE,
      order_reference: 'BC-2',
      despatch_advice_reference: 'BL-2',
      delivery: { date: '2026-10-01', address: { city: 'Nantes', country: 'FR' } },
    },
  ]),
)(frenchInvoice());

export const EXTENDED_SAMPLES: Readonly<Record<string, Json>> = {
  'several orders and deliveries': SEVERAL_ORDERS,
};
