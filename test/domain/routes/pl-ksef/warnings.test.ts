import assert from 'node:assert/strict';
import { polishWarnings } from '../../../../src/domain/routes/pl-ksef/warnings.ts';
import { parsed } from '../../parsed.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { all, set, without, type Edit } from '../../sample.ts';

const note = (text: string): Edit => set('invoice.notes', [text]);
const annex15 = all(set('lines[0].pl', { annex_15: true }), set('lines[0].quantity', 2000));
const unnamed = without('buyer.vat_id');

const ROWS: [it: string, edit: Edit, finds: string[]][] = [
  ['an ordinary invoice', all(), []],
  ['a footer about split payment', note('Mechanizm podzielonej płatności'), ['EI-FA3-NOTE pl.split_payment']],
  [
    'a footer about split payment that applies',
    all(note('split payment'), set('pl.split_payment', true), annex15),
    [],
  ],
  ['a footer about split payment that follows from annex 15', all(note('split payment'), annex15), []],
  ['a note about the cash method', note('Metoda kasowa'), ['EI-FA3-NOTE pl.cash_accounting']],
  [
    'a note about the cash method with its code',
    all(note('Metoda kasowa'), set('invoice.vat_date_code', 432)),
    [],
  ],
  ['a note about reverse charge', note('odwrotne obciążenie'), ['EI-FA3-NOTE pl.reverse_charge']],
  [
    'split payment that applies although the caller states the opposite',
    all(annex15, set('pl.split_payment', false)),
    ['EI-FA3-SPLIT-PAYMENT pl.split_payment'],
  ],
  [
    'split payment of a small invoice',
    set('pl.split_payment', true),
    ['EI-FA3-SPLIT-PAYMENT pl.split_payment'],
  ],
  [
    'a NIP of a buyer abroad',
    all(unnamed, set('buyer.tax_number', '5842751979'), set('buyer.address.country', 'DE')),
    ['EI-FA3-BUYER-UNSEEN buyer.tax_number'],
  ],
  [
    'a NIP as VAT number of a buyer abroad',
    all(unnamed, set('buyer.vat_id', '5842751979'), set('buyer.address.country', 'DE')),
    ['EI-FA3-BUYER-UNSEEN buyer.vat_id'],
  ],
  ['a firm without NIP', unnamed, ['EI-FA3-BUYER-UNSEEN buyer.vat_id']],
  ['a person', all(unnamed, set('buyer.name', 'Anna Nowak')), []],
  [
    'a person who buys for more than 15,000 PLN',
    all(unnamed, set('buyer.name', 'Anna Nowak'), set('lines[0].quantity', 2000)),
    ['EI-FA3-BUYER-UNSEEN buyer.vat_id'],
  ],
  [
    'an earlier payment beside an earlier invoice',
    all(
      set('payment.prepaid_amount', 10),
      set('preceding_invoices', [{ number: 'F/1', issue_date: '2026-09-01' }]),
    ),
    ['EI-FA3-ADVANCE payment.prepaid_amount'],
  ],
  [
    'the same beside an invoice that is not an advance',
    all(
      set('payment.prepaid_amount', 10),
      set('preceding_invoices', [{ number: 'F/1', issue_date: '2026-09-01', type_code: 380 }]),
    ),
    [],
  ],
  ['a consumer', all(unnamed, set('buyer.is_consumer', true)), []],
];

describe('an invoice for KSeF gets a warning for', () => {
  for (const [name, edit, finds] of ROWS)
    it(name, () => {
      const found = polishWarnings(parsed(edit(polishInvoice())));
      assert.ok(found.every(({ severity }) => severity === 'warning'));
      assert.deepEqual(
        found.map(({ code, field }) => `${code} ${field}`),
        finds,
      );
    });
});
