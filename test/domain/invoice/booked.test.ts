import assert from 'node:assert/strict';
import { booked } from '../../../src/domain/invoice/booked.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

const CREDIT_NOTE = {
  typeCode: '381',
  total: '119.00',
  due: '0',
  withoutVat: '100.00',
  vat: '19.00',
  rates: [
    { category: 'S', rate: '19', taxable: '120.00', tax: '22.80' },
    { category: 'S', rate: '7', taxable: '-20.00', tax: '-3.80' },
    { category: 'E' },
  ],
};

describe('The amounts of an invoice as they add up', () => {
  it('have a minus on a credit note, each of them', () => {
    assert.deepEqual(booked(CREDIT_NOTE), {
      typeCode: '381',
      total: '-119.00',
      due: '0',
      withoutVat: '-100.00',
      vat: '-19.00',
      rates: [
        { category: 'S', rate: '19', taxable: '-120.00', tax: '-22.80' },
        { category: 'S', rate: '7', taxable: '20.00', tax: '3.80' },
        { category: 'E' },
      ],
    });
  });

  for (const [what, figures] of [
    ['an invoice', { ...CREDIT_NOTE, typeCode: '380' }],
    ['a credit note that states its sign', { ...CREDIT_NOTE, total: '-119.00' }],
    ['a credit note without a total', { typeCode: '381' }],
    ['a document without a type', { total: '5.00' }],
  ] as const)
    it(`stand as they are on ${what}`, () => assert.deepEqual(booked(figures), figures));

  it('can be added', () => {
    const { total } = booked({ typeCode: '381', total: '0.30' });
    assert.equal(new Decimal('0.10').plus(total).toFixed(), '-0.2');
  });
});
