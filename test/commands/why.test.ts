import assert from 'node:assert/strict';
import type { Invoice, StatusEvent } from '../../src/client/client.ts';
import { historyOf, type Known, presentOf } from '../../src/commands/why/sentences.ts';

const invoice = (own: Partial<Invoice>) =>
  ({ route: 'PL-KSEF', state: 'queued', waits, ...own }) as unknown as Invoice;
const event = (status: string) => ({ status }) as StatusEvent;
const waits = { for: 'check', reason: 'It waits for its check.' };
const now = (own: Partial<Known>) =>
  presentOf({ invoice: invoice({}), events: [event('received')], care: [], lanes: undefined, ...own }).join(
    ' ',
  );

describe('what ids why says of an invoice', () => {
  it('is what it waits for, and until when', () => {
    const waiting = invoice({
      state: 'submitting',
      waits: { for: 'answer', reason: 'A call to the route is under way.' },
      next_attempt_at: '2026-10-05T08:02:00.000Z',
      deadline_at: '2026-10-06T08:00:00.000Z',
    });
    const said = now({ invoice: waiting, events: [event('received'), event('validated')] });
    assert.match(said, /^A call to the route is under way\./);
    assert.match(said, /works on it again at 2026-10-05 08:02:00 UTC\./);
    assert.match(said, /to be filed until 2026-10-06 08:00:00 UTC\./);
  });

  it('names the sender where the sender can correct it, and else the owner', () => {
    const row = { catalogue_code: 'BR-CO-16', who_acts: 'us' } as const;
    const care = (can: boolean) => [{ ...row, sender_can_fix: can }] as unknown as Known['care'];
    assert.match(now({ care: care(true) }), /On the care list for the sender of the invoice/);
    assert.match(now({ care: care(false) }), /On the care list for the operator of the service/);
  });

  it('has answers of the route apart from the sentences, and its number once', () => {
    const route = { submission_id: 'S-1', raw: { code: 200 } };
    const sent = [
      { status: 'submitted', occurred_at: '2026-10-05T08:02:00.000Z', route },
      { status: 'accepted', occurred_at: '2026-10-05T08:03:00.000Z', route },
    ] as unknown as readonly StatusEvent[];
    assert.deepEqual(historyOf(sent, invoice({})), [
      {
        at: '2026-10-05T08:02:00.000Z',
        sentence: 'PL-KSEF took it over. The route calls the submission S-1.',
        answer: { code: 200 },
      },
      { at: '2026-10-05T08:03:00.000Z', sentence: 'PL-KSEF accepted it.', answer: { code: 200 } },
    ]);
  });

  it('names the workers of its lane: of checks before its document was checked, then of its route', () => {
    const lanes = [
      { lane: 'check', workers: 1, processes: ['prc_1'] },
      { lane: 'PL-KSEF', workers: 0, processes: [] },
    ];
    assert.match(now({ lanes }), /Its lane check has a live worker: prc_1\./);
    assert.match(
      now({
        lanes,
        invoice: invoice({ state: 'submitted' }),
        events: [event('received'), event('validated')],
      }),
      /No live worker takes the work of the lane PL-KSEF/,
    );
    assert.doesNotMatch(now({ lanes, invoice: invoice({ state: 'rejected', waits: undefined }) }), /worker/);
  });

  it('names who has to act', () => {
    const care = [
      { catalogue_code: 'EI-RESTORED', who_acts: 'us', fix_hint: 'Ask the route.' },
    ] as unknown as Known['care'];
    const held = invoice({ waits: { for: 'decision', reason: 'It is held after a restore.' } });
    assert.match(
      now({ care, invoice: held }),
      /^It is held after a restore\. ids restore release or give-up decides\..*EI-RESTORED\. Ask the route\./,
    );
  });
});
