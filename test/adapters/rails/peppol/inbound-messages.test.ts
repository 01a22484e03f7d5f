import assert from 'node:assert/strict';
import sinon from 'sinon';
import { messagesAfter } from '../../../../src/adapters/rails/peppol/inbound-messages.ts';
import { PEPPOL_STATUSES as statuses } from '../../../../src/adapters/rails/peppol/status-mappings.ts';
import type { StatusMapping } from '../../../../src/domain/sending/status-mapping.ts';
import type { RouteMessage } from '../../../../src/ports/rail/route-messages.ts';

const HOUR = 3_600_000;

/** A list of two messages at an access point, of which the older one fails. */
const aList = (failing: Readonly<Record<string, StatusMapping>>) => ({
  entriesSince: async () => ({
    entries: [
      { id: 'a', at: 1_000 },
      { id: 'b', at: 2_000 },
    ],
  }),
  read: async (id: string) =>
    failing[id] ? { mapping: failing[id] } : { message: { kind: `${id}-answer` } as unknown as RouteMessage },
});

describe('the answers that wait at an access point', () => {
  let clock: sinon.SinonFakeTimers;
  beforeEach(() => (clock = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] })));
  afterEach(() => clock.restore());

  async function read(after: string | null, failing: Readonly<Record<string, StatusMapping>> = {}) {
    const page = await messagesAfter(after, aList(failing));
    assert.ok('messages' in page);
    return { ...page, kinds: page.messages.map(({ kind }) => kind as string), next: page.next ?? after };
  }

  for (const [what, mapping] of Object.entries({
    'it is forbidden': statuses.credentialRefused,
    'it is refused': statuses.notSending,
    'the access point fails': statuses.outOfOrder,
    'its answer ends too early': statuses.answerLost,
  }))
    it(`come though one before them cannot be read now, and that one comes later: ${what}`, async () => {
      const first = await read(null, { a: mapping });
      const second = await read(first.next, { a: mapping });
      assert.deepEqual([[...first.kinds, ...second.kinds], second.isPartial], [['b-answer'], true]);
      clock.tick(HOUR);
      const third = await read(second.next);
      assert.deepEqual([third.kinds, third.isPartial], [['a-answer'], undefined]);
      assert.deepEqual((await read(third.next)).kinds, []);
    });

  it('wait while the access point limits calls', async () => {
    assert.ok('mapping' in (await messagesAfter(null, aList({ a: statuses.tooMany }))));
  });
});
