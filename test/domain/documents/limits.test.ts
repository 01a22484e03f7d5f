import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { limitsOf } from '../../../src/domain/documents/limits.ts';
import type { En16931Invoice } from '../../../src/domain/invoice/en16931.ts';
import { ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { formOf, model } from './small-table.ts';

const limits = (elements: unknown, more: Partial<En16931Invoice>): string[] =>
  limitsOf(formOf(elements), model(more)).map(
    ({ of, indices, message }) => `${of} [${indices.join()}] ${english(message)}`,
  );

const order = [{ a: [{ b: { term: 'BT-13', required: true } }, { c: 'BT-14' }] }];
const account = [
  { a: { each: 'BG-17', elements: [{ b: [{ c: { term: 'BT-84', required: true } }, { d: 'BT-85' }] }] } },
];

describe('a value that a syntax cannot state', () => {
  it('may be a term that needs a missing one', () =>
    assert.deepEqual(limits(order, { salesOrderReference: 'S' }), [
      'BT-13 [] Small has a field for BT-14 only together with BT-13.',
    ]));
  it('may be an attribute of a missing value', () =>
    assert.deepEqual(
      limits([{ x: [{ a: { term: 'BT-81', required: true, attributes: { b: 'BT-82' } } }] }], {
        payment: { meansText: 'x', accounts: [] },
      }),
      ['BT-81 [] Small has a field for BT-82 only together with BT-81.'],
    ));
  it('may be a value that equals the one from which it must differ', () =>
    assert.deepEqual(
      limits([{ a: { term: 'BT-111', attributes: { b: { is: 'BT-6' } } } }], {
        totals: { ...model().totals, vatInVatCurrency: ZERO },
      }),
      ['BT-6 [] Small has a field for BT-111 only together with BT-6.'],
    ));
  it('has no finding if both or neither are stated', () => {
    assert.deepEqual(limits(order, { salesOrderReference: 'S', orderReference: 'O' }), []);
    assert.deepEqual(limits(order, {}), []);
  });
  it('is found with its entry', () =>
    assert.deepEqual(limits(account, { payment: { accounts: [{ id: '1' }, { name: 'N' }] } }), [
      'BT-84 [1] Small has a field for BT-85 only together with BT-84.',
    ]));
  it('may be an entry above the number', () => {
    const two = { precedingInvoices: [{ number: '1' }, { number: '2' }] };
    const once = [{ a: { each: 'BG-3', most: 1, elements: [{ b: 'BT-25' }] } }];
    assert.deepEqual(limits(once, two), ['BG-3 [1] Small has one place only for BG-3.']);
    assert.deepEqual(limits(once, { precedingInvoices: [{ number: '1' }] }), []);
  });
});
