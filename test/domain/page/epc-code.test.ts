import assert from 'node:assert/strict';
import { creditTransfer } from '../../../src/domain/page/epc-code.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

const INVOICE = {
  number: 'R-1',
  currency: 'EUR',
  typeCode: '380',
  seller: { name: 'Brandt GmbH' },
  payment: { meansCode: '58', accounts: [{ id: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' }] },
  totals: { due: new Decimal('1061.6') },
};

describe('the code of a credit transfer', () => {
  it('has payee, account, amount and reference (EPC069-12)', () =>
    assert.equal(
      creditTransfer(INVOICE)?.payload,
      'BCD\n002\n1\nSCT\nBYLADEM1001\nBrandt GmbH\nDE02120300000000202051\nEUR1061.60\n\n\nR-1',
    ));

  for (const [why, invoice] of [
    ['is in another currency', { ...INVOICE, currency: 'PLN' }],
    ['is a credit note', { ...INVOICE, typeCode: '381' }],
    ['is a self-billed credit note', { ...INVOICE, typeCode: '261' }],
    ['is debited', { ...INVOICE, payment: { ...INVOICE.payment, meansCode: '59' } }],
    ['has no IBAN', { ...INVOICE, payment: { meansCode: '30', accounts: [{ id: '202051' }] } }],
    ['is already paid', { ...INVOICE, totals: { due: new Decimal(0) } }],
  ] as const)
    it(`is left out if an invoice ${why}`, () => assert.equal(creditTransfer(invoice), undefined));
});
