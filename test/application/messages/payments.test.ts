import assert from 'node:assert/strict';
import type { Addressing } from '../../../src/domain/vocabulary/addressing.ts';
import type { RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { delivered, status } from './messages.ts';
import { found } from '../sending/world.ts';

describe('a message about a payment', () => {
  const total = { amount: '120', currency: 'EUR' };
  const eur = (...amounts: readonly string[]) => amounts.map((amount) => ({ amount, currency: 'EUR' }));
  type Paid = readonly { readonly amount: string; readonly currency: string }[];
  const payment = (paid: Paid, paidAt?: string): RouteMessage =>
    status(`paid ${JSON.stringify([paid, paidAt])}`, {
      effect: { kind: 'status', status: 'paid', paid, ...(paidAt !== undefined && { paidAt }) },
    });
  /** The buyer status after all these messages. */
  async function statusAfter(messages: readonly RouteMessage[], own: Partial<Addressing> = {}) {
    const addressing = { ...AN_ADDRESSING, total, ...own };
    const { world, pages, pull } = await delivered({}, [], { addressing });
    pages.push({ messages, next: '1' });
    await pull.run();
    const { buyerStatus, documents } = await found(world);
    assert.equal(documents.at(-1)?.kind, 'invoice-response-AP');
    return buyerStatus;
  }

  for (const [what, paid, status] of [
    ['of the whole total, rate by rate', eur('100.00', '20.00'), 'paid'],
    ['of more than the total', eur('121'), 'paid'],
    ['of a part', eur('119.99'), null],
    ['of a repayment', eur('-120'), null],
    ['in another currency', [{ amount: '120', currency: 'USD' }], null],
    ['without a readable amount', eur('viele'), null],
  ] as const)
    it(`${what} sets the status ${status ?? 'nothing'}, and is stored`, async () =>
      assert.equal(await statusAfter([payment(paid)]), status));

  for (const [what, parts, status] of [
    ['that together reach the total', [['50', '1'] as const, ['70', '2']], 'paid'],
    [
      'that do not reach it',
      [
        ['50', '1'],
        ['69.99', '2'],
      ],
      null,
    ],
    [
      'of which one is repeated',
      [
        ['60', '1'],
        ['60.00', '1'],
      ],
      null,
    ],
    [
      'of one amount at different times',
      [
        ['60', '1'],
        ['60', '2'],
      ],
      'paid',
    ],
    [
      'of which one is a repayment',
      [
        ['60', '1'],
        ['-60', '2'],
        ['60', '3'],
      ],
      null,
    ],
    [
      'of which one is in another currency',
      [
        ['60', '1'],
        ['60 USD', '2'],
      ],
      null,
    ],
    ['without a date', [['60'], ['60']], null],
  ] as const)
    it(`is one of several parts ${what}: ${status ?? 'not paid'}`, async () => {
      const messages = parts.map(([said = '', at]) => {
        const [amount = '', currency = 'EUR'] = said.split(' ');
        return payment([{ amount, currency }], at);
      });
      assert.equal(await statusAfter(messages), status);
    });

  it('of a part is stored until the rest arrives, for all processes, and counts once if it is read again', async () => {
    const { world, pages, pull } = await delivered({}, [], { addressing: { ...AN_ADDRESSING, total } });
    const [first, second] = [payment(eur('60'), '1'), payment(eur('59'), '2')];
    for (const message of [first, second, first, second]) {
      pages.push({ messages: [message], next: `after ${pages.length}` });
      await pull.run();
      assert.equal((await found(world)).buyerStatus, null);
    }
    pages.push({ messages: [payment(eur('1'), '3')], next: 'end' });
    await pull.run();
    const { buyerStatus, sealedPayments = '' } = await found(world);
    assert.equal(buyerStatus, 'paid');
    assert.equal(
      await world.content.openText('acme', sealedPayments),
      JSON.stringify([
        ['1', '60'],
        ['2', '59'],
        ['3', '1'],
      ]),
    );
  });

  it('about a credit note may have a minus sign or none', async () => {
    for (const amount of ['120', '-120'])
      for (const of of [{ root: 'CreditNote' }, { root: 'CrossIndustryInvoice', typeCode: '381' }])
        assert.equal(await statusAfter([payment(eur(amount), '1')], of), 'paid');
  });

  it('about a negative invoice sets paid by a repayment', async () => {
    const below = { total: { amount: '-120', currency: 'EUR' } };
    assert.equal(await statusAfter([payment(eur('-120'), '1')], below), 'paid');
    assert.equal(await statusAfter([payment(eur('120'), '1')], below), null);
  });
});
