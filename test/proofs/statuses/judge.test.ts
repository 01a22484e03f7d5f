import assert from 'node:assert/strict';
import { type Event, faultsOf, type StatusOrder } from './judge.ts';
import type { HeldMessage } from './held-message.ts';

/** A judge that has never found a fault may be blind. */
describe('the judge of the statuses', () => {
  const order: StatusOrder = {
    invoiceNumber: 'S-1',
    path: '/invoices/inv_1',
    told: { body: { status: 'completed' }, code: '209' },
    ids: new Set(['sts_1']),
  };
  const message: HeldMessage = { invoiceNumber: 'S-1', code: '209' };
  const event: Event = { buyer_status: 'completed', route: { raw: { code: '209' } } };
  const faults = (held: readonly HeldMessage[], events: readonly Event[], more: Partial<StatusOrder> = {}) =>
    faultsOf([{ ...order, ...more }], held, new Map([[order.path, events]]));

  it('finds nothing if the network has the status once and one event reports it', () => {
    assert.deepEqual(faults([message], [event]), []);
  });

  const response = { ...order, path: '/received/inv_2', otherPath: order.path };
  const atSeller = (events: readonly Event[]): readonly string[] =>
    faultsOf(
      [response],
      [message],
      new Map([
        [order.path, events],
        ['/received/inv_2', [event]],
      ]),
    );

  it('finds nothing if the other party has the status once', () => {
    assert.deepEqual(atSeller([event]), []);
  });

  it('finds a status that the other party has twice or not at all', () => {
    assert.match(atSeller([event, event]).join(), /reaches the other party in 2 events/);
    assert.match(atSeller([]).join(), /reaches the other party in 0 events/);
  });

  it('finds a text that the other party has twice or not at all', () => {
    const told = { body: { status: 'message' }, code: 'RASP', heardAs: 'ANAF-BUYER-MESSAGE' };
    const heard: Event = { errors: [{ code: 'ANAF-BUYER-MESSAGE' }] };
    const faultsAt = (events: readonly Event[]): string =>
      faultsOf(
        [{ ...response, told }],
        [{ ...message, code: 'RASP' }],
        new Map([
          [order.path, events],
          [response.path, [{ route: { raw: { code: 'RASP' } } }]],
        ]),
      ).join();
    assert.equal(faultsAt([heard]), '');
    assert.match(faultsAt([heard, heard]), /reaches the other party in 2 events/);
    assert.match(faultsAt([]), /reaches the other party in 0 events/);
  });

  const wrongs: Readonly<Record<string, readonly [readonly string[], RegExp]>> = {
    'is at the network twice': [faults([message, message], [event]), /at the network 2 times/],
    'is at the network twice, once refused': [
      faults([message, { ...message, refusal: 'AlreadyExistingFlow' }], [event]),
      /at the network 2 times.*refused: AlreadyExistingFlow/s,
    ],
    'was lost': [faults([], [event]), /at the network 0 times/],
    'is reported twice': [faults([message], [event, event]), /reported by 2 events/],
    'is reported with errors': [
      faults([message], [{ ...event, errors: [{ code: 'EI-SEND-UNKNOWN' }] }]),
      /has EI-SEND-UNKNOWN/,
    ],
    'is not reported': [faults([message], []), /reported by 0 events/],
    'became two records': [
      faults([message], [event], { ids: new Set(['sts_1', 'sts_2']) }),
      /accepted as sts_1 and sts_2/,
    ],
    'was never ordered': [faults([message, { ...message, code: '212' }], [event]), /212 .* never ordered/],
  };
  for (const [what, [found, says]] of Object.entries(wrongs))
    it(`finds a status that ${what}`, () => assert.match(found.join('\n'), says));
});
