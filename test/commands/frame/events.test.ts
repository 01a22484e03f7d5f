import assert from 'node:assert/strict';
import type { Invoice, StatusEvent } from '../../../src/client/client.ts';
import { printEvents } from '../../../src/commands/frame/events.ts';
import type { Terminal } from '../../../src/commands/frame/terminal.ts';
import { historyOf } from '../../../src/commands/why/sentences.ts';

type Event = Partial<StatusEvent>;

/** Two events in a row that leave the status as it is, for each part of the trade that writes such events. */
const IN_A_ROW: Readonly<Record<string, { readonly events: readonly Event[]; readonly says: string }>> = {
  'a platform that passes it on': {
    events: [
      {
        status: 'accepted',
        route: { raw: { code: '201', lifecycle: { code: '201', label: 'Émise' } } },
      },
      {
        status: 'accepted',
        route: { raw: { code: '202', lifecycle: { code: '202', label: 'Reçue' } } },
      },
    ],
    says: '202 Reçue',
  },
  'a status without a name': {
    events: [
      { status: 'accepted', route: { raw: { code: '200' } } },
      { status: 'accepted', route: { raw: { code: '299', lifecycle: { code: '299' } } } },
    ],
    says: '299',
  },
  'a part payment after another': {
    events: [
      { status: 'delivered', route: { raw: { message: 'lifecycle', code: '211' } } },
      { status: 'delivered', route: { raw: { message: 'lifecycle', code: '212' } } },
    ],
    says: '212',
  },
  "the buyer's answer": {
    events: [{ status: 'delivered' }, { status: 'delivered', buyer_status: 'accepted' }],
    says: 'accepted',
  },
  'a mail with the document': {
    events: [{ status: 'ready' }, { status: 'ready', event: 'document_mailed' }],
    says: 'mail',
  },
  'a report of the sale': {
    events: [{ status: 'ready' }, { status: 'ready', errors: [{ code: 'EI-FR-REPORTED' }] }],
    says: 'EI-FR-REPORTED',
  },
  'another submission': {
    events: [
      { status: 'submitted', route: { submission_id: 'S-1' } },
      { status: 'submitted', route: { submission_id: 'S-2' } },
    ],
    says: 'S-2',
  },
};

const invoice = { route: 'FR-PA' } as Invoice;
const dated = (events: readonly Event[]) =>
  events.map((event) => ({ occurred_at: '2026-10-05T08:00:00.000Z', ...event })) as StatusEvent[];

function printed(events: readonly Event[]): readonly string[] {
  const rows: string[] = [];
  const terminal = {
    paint: (_: string, text: string) => text,
    row: (parts: readonly string[]) => rows.push(parts.filter(Boolean).join('  ')),
  };
  printEvents(terminal as unknown as Terminal, dated(events));
  return rows;
}

describe('two events of one status in a row', () => {
  for (const [name, { events, says }] of Object.entries(IN_A_ROW)) {
    it(`say what differs where events are listed: ${name}`, () => {
      const [first, second = ''] = printed(events);
      assert.notEqual(first, second);
      assert.ok(second.includes(says), second);
    });

    it(`say what differs in ids why: ${name}`, () => {
      const [first, second] = historyOf(dated(events), invoice);
      assert.ok(first && second);
      assert.notEqual(first.sentence, second.sentence);
      assert.ok(second.sentence.includes(says), second.sentence);
    });
  }
});
