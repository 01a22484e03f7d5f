import assert from 'node:assert/strict';
import {
  CanonicalBesideEvents,
  type CanonicalOfAnswer,
} from '../../../src/application/events/canonical-beside-events.ts';

describe('The canonical invoice beside events', () => {
  it('is converted once for all events of an answer', async () => {
    const converted: string[] = [];
    const beside = new CanonicalBesideEvents({
      received: { find: (id) => Promise.resolve({ id } as never) },
      convertReceived: {
        convert: ({ id }) => {
          converted.push(id);
          return Promise.resolve({ document: { of: id } } as never);
        },
      },
    });
    const ofAnswer: CanonicalOfAnswer = new Map();
    const events = [];
    for (const invoiceId of ['rcv_1', 'rcv_2', 'rcv_1'])
      events.push(await beside.add({ invoiceId, event: { direction: 'in' } }, ofAnswer));
    assert.deepEqual(
      events,
      ['rcv_1', 'rcv_2', 'rcv_1'].map((of) => ({ direction: 'in', canonical: { of } })),
    );
    assert.deepEqual(converted, ['rcv_1', 'rcv_2']);
  });
});
