import assert from 'node:assert/strict';
import { join } from 'node:path';
import { plansOnSqlite } from '../../../scripts/bench/plans.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import type { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import { ROUTES } from '../../../src/domain/routes/all.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { changeOf, taken } from '../../contract/invoices.ts';
import { emptyFolder } from '../../support/folder.ts';
import { aReceipt, after as later, START } from '../../support/records.ts';

const PAGE = { sort: 'newest', page: 1, pageSize: 25 } as const;
const WORD = '1'.repeat(16);
const SEARCH = {
  ...{ client: 'acme', text: 'none', networkNumber: 'none', limit: 9 },
  ways: [[['1'.repeat(10)], ['2'.repeat(10)]]],
};

/** A condition on the newest rows, which the index alone finds. */
const newestBy = (index: string, newest: string, client = ''): readonly RegExp[] => [
  new RegExp(`^SEARCH invoice USING INDEX ${index} \\(${client}${newest}>\\? AND ${newest}<\\?\\)$`),
  new RegExp(`^SEARCH invoice USING COVERING INDEX ${index} \\(${client}${newest}<\\?\\)$`),
];

/** Invoices are searched in the index alone; rows are read for the page. */
const SEARCHED = [
  /^SEARCH invoice USING COVERING INDEX invoice_of_client \(client=\? AND created_at>\? AND created_at<\?\)$/,
  /^SEARCH invoice USING INDEX invoice_of_client \(client=\? AND created_at>\? AND created_at<\?\)$/,
];

/** The reads of each call from growing tables: each uses an index and its bounds. */
const READS: Readonly<
  Record<string, { readonly ask: (stores: Stores) => Promise<unknown>; readonly reads: readonly RegExp[] }>
> = {
  'a page of a list': {
    ask: ({ invoices }) => invoices.list(PAGE),
    reads: [/^SEARCH invoice USING INDEX invoice_created \(created_at>\? AND created_at<\?\)$/],
  },
  "a page of a client's list": {
    ask: ({ invoices }) => invoices.list({ ...PAGE, client: 'acme', states: ['rejected'] }),
    reads: [
      /^SEARCH invoice USING INDEX invoice_of_client \(client=\? AND created_at>\? AND created_at<\?\)$/,
    ],
  },
  'a text in a list': {
    ask: ({ invoices }) => invoices.list({ ...PAGE, client: 'acme', q: 'ref' }),
    reads: SEARCHED,
  },
  "days of the invoice in a client's list": {
    ask: ({ invoices }) => invoices.list({ ...PAGE, client: 'acme', issuedFrom: '2026-01-01' }),
    reads: SEARCHED.slice(0, 1),
  },
  'a text in the list of all clients': {
    ask: ({ invoices }) => invoices.list({ ...PAGE, q: 'ref' }),
    reads: [
      /^SEARCH invoice USING COVERING INDEX invoice_created \(created_at>\? AND created_at<\?\)$/,
      /^SEARCH invoice USING INDEX invoice_created \(created_at>\? AND created_at<\?\)$/,
    ],
  },
  "what is to be filed in a client's list": {
    ask: ({ invoices }) => invoices.list({ ...PAGE, client: 'acme', filing: 'open' }),
    reads: [
      SEARCHED[1]!,
      /^SEARCH later USING INDEX invoice_attempts \(client=\? AND invoice_ref=\? AND created_at>\?\)$/,
    ],
  },
  "documents that a client's list has to fetch": {
    ask: ({ invoices }) => invoices.list({ ...PAGE, client: 'acme', fetch: 'open' }),
    reads: [
      /^SEARCH invoice USING INDEX invoice_to_fetch \(client=\? AND created_at>\? AND created_at<\?\)$/,
    ],
  },
  "what buyers have answered in a client's list": {
    ask: ({ invoices }) => invoices.list({ ...PAGE, client: 'acme', buyerStatuses: ['disputed'] }),
    reads: [
      /^SEARCH invoice USING INDEX invoice_answered \(client=\? AND buyer_status=\? AND created_at>\? AND created_at<\?\)$/,
    ],
  },
  'a word of the buyer in a list': {
    ask: ({ invoices }) => invoices.list({ ...PAGE, client: 'acme', q: 'none', buyerWords: [[WORD]] }),
    reads: [
      ...SEARCHED,
      /^SEARCH invoice_buyer_word USING PRIMARY KEY \(client=\? AND word=\? AND created_at>\? AND created_at<\?\)$/,
    ],
  },
  'a search': {
    ask: ({ invoices }) => invoices.candidates(SEARCH),
    reads: [
      /^SEARCH invoice USING INDEX invoice_of_client \(client=\? AND created_at>\? AND created_at<\?\)$/,
      /^SEARCH invoice USING INDEX invoice_by_legal_id \(client=\? AND legal_id=\?\)$/,
    ],
  },
  'a search in received invoices': {
    ask: ({ received }) => received.candidates(SEARCH),
    reads: [
      /^SEARCH received USING INDEX received_of_client \(client=\? AND created_at>\? AND created_at<\?\)$/,
      /^SEARCH received USING INDEX sqlite_autoindex_received_1 \(id=\?\)$/,
      /^SEARCH received_claim USING (COVERING INDEX|PRIMARY KEY) /,
    ],
  },
  attempts: {
    ask: ({ invoices }) => invoices.attempts([{ client: 'acme', invoiceRef: 'ref-1' }]),
    reads: [
      /^SEARCH invoice USING COVERING INDEX invoice_attempts \(client=\? AND invoice_ref=\?\)$/,
      /^SEARCH i USING INDEX sqlite_autoindex_invoice_\d \(id=\?\)$/,
    ],
  },
  series: {
    ask: ({ invoices }) => invoices.series({ routes: ROUTES, from: '2026-03-01', to: '2026-03-02' }),
    reads: [/^SEARCH rejected_count USING PRIMARY KEY \(client=\? AND day>\? AND day<\?\)$/],
  },
  'the open care list': {
    ask: ({ invoices }) => invoices.careList({ status: 'open', limit: 200 }),
    reads: newestBy('care_open', 'newest_open_care'),
  },
  "a client's open care list": {
    ask: ({ invoices }) => invoices.careList({ status: 'open', client: 'acme' }),
    reads: newestBy('care_open_of_client', 'newest_open_care', 'client=\\? AND '),
  },
  'the care list': {
    ask: ({ invoices }) => invoices.careList({ status: 'all', limit: 200 }),
    reads: [...newestBy('care_open', 'newest_open_care'), ...newestBy('care_handled', 'newest_handled_care')],
  },
  "the handled rows of a client's care list": {
    ask: ({ invoices }) => invoices.careList({ status: 'handled', client: 'acme', limit: 201 }),
    reads: newestBy('care_handled_of_client', 'newest_handled_care', 'client=\\? AND '),
  },
  'the care rows of one invoice': {
    ask: ({ invoices }) => invoices.careList({ status: 'open', client: 'acme', id: 'inv_1' }),
    reads: [/^SEARCH invoice USING INDEX sqlite_autoindex_invoice_1 \(id=\?\)$/],
  },
  'the figures of the metrics': {
    ask: ({ invoices }) => invoices.tally(START),
    reads: [
      /^SEARCH invoice USING INDEX invoice_due \(route=\? AND due_at<\?\)$/,
      /^SEARCH invoice USING INDEX invoice_changed \(updated_at>\?\)$/,
      /^SEARCH invoice USING COVERING INDEX invoice_at_risk \(at_risk_at<\?\)$/,
      /^SEARCH invoice USING COVERING INDEX invoice_care_since \(open_care_since>\?\)$/,
      /^SEARCH invoice USING COVERING INDEX invoice_care_since \(open_care_since<\?\)$/,
    ],
  },
  'the status of a submission': {
    ask: ({ statuses }) => statuses.ofSubmission({ client: 'acme', route: 'PEPPOL', submissionId: 'a' }),
    reads: [/^SEARCH outgoing_status USING INDEX outgoing_status_of_submission \(<expr>=\?\)$/],
  },
  'invoices near their deadline': {
    ask: ({ invoices }) => invoices.nearDeadline(START, 10),
    reads: [/^SEARCH invoice USING INDEX invoice_warned \(warn_at<\?\)$/],
  },
  'overdue work without a lease': {
    ask: ({ invoices }) => invoices.listNeglected(START, START, 10),
    reads: [
      /^SEARCH invoice USING INDEX invoice_changed \(updated_at>\?\)$/,
      /^SEARCH invoice USING INDEX invoice_due \(route=\? AND due_at<\?\)$/,
    ],
  },
  'the queue of a client': {
    ask: ({ invoices }) => invoices.findQueued({ client: 'acme', route: 'PL-KSEF', limit: 10 }, START),
    reads: [/^SEARCH invoice USING INDEX invoice_in_line \(client=\? AND route=\? AND due_at>\?\)$/],
  },
  'leases that end too late, after a clock was set back': {
    ask: ({ invoices }) => invoices.listLeasedAhead(START, 10),
    reads: [/^SEARCH invoice USING INDEX invoice_leased \(lease_until>\?\)$/],
  },
  'the invoice of a submission, by its identity': {
    ask: ({ invoices }) => invoices.findSent({ client: 'acme', route: 'PEPPOL', submissionId: 'a' }),
    reads: [/^SEARCH invoice USING INDEX invoice_submission \(submission_id=\?\)$/],
  },
  'the client of a submission': {
    ask: ({ invoices }) => invoices.submitterOf({ route: 'PEPPOL', submissionId: 'a' }),
    reads: [/^SEARCH invoice USING INDEX invoice_submission \(submission_id=\?\)$/],
  },
  "the invoice of a submission, by the route's name of it": {
    ask: ({ invoices }) => invoices.findSent({ client: 'acme', route: 'RO-EFACTURA', legalId: '1' }),
    reads: [/^SEARCH invoice USING INDEX invoice_by_legal_id \(client=\? AND legal_id=\?\)$/],
  },
  'the invoice of a submission, by its number': {
    ask: ({ invoices }) => invoices.findSent({ client: 'acme', route: 'PEPPOL', invoiceNumber: '1' }),
    reads: [/^SEARCH invoice USING INDEX invoice_numbered \(client=\? AND invoice_number=\?\)$/],
  },
  'invoices with a number, sent or not': {
    ask: ({ invoices }) => invoices.findNumbered({ client: 'acme', route: 'PEPPOL', invoiceNumber: '1' }),
    reads: [/^SEARCH invoice USING INDEX invoice_numbered \(client=\? AND invoice_number=\?\)$/],
  },
  'received invoices with a number': {
    ask: ({ received }) => received.findNumbered({ client: 'acme', invoiceNumber: '1', limit: 200 }),
    reads: [/^SEARCH received USING INDEX received_numbered \(client=\? AND invoice_number=\?\)$/],
  },
  'what an intake would meet': {
    ask: ({ invoices }) => invoices.findTaken({ client: 'acme', intakeKey: 'a', fingerprint: 'b' }),
    reads: [
      /^SEARCH invoice USING INDEX \w+ \(intake_key=\?\)$/,
      /^SEARCH invoice USING INDEX \w+ \(client=\? AND fingerprint=\?\)$/,
    ],
  },
  'one invoice': {
    ask: ({ invoices }) => invoices.find('inv_1'),
    reads: [/^SEARCH invoice USING INDEX sqlite_autoindex_invoice_\d \(id=\?\)$/],
  },
  'events of several invoices': {
    ask: ({ eventFeed }) => eventFeed.eventsOf(['inv_1', 'inv_2']),
    reads: [/^SEARCH event USING INDEX sqlite_autoindex_event_\d \(invoice_id=\?\)$/],
  },
  'events of one invoice': {
    ask: ({ eventFeed }) => eventFeed.events('inv_1'),
    reads: [/^SEARCH event USING INDEX sqlite_autoindex_event_\d \(invoice_id=\?\)$/],
  },
  'the outbox': {
    ask: ({ eventFeed }) => eventFeed.outbox(undefined, 10),
    reads: [/^SEARCH event USING INTEGER PRIMARY KEY \(rowid>\?\)$/],
  },
  'the outbox of a client': {
    ask: ({ eventFeed }) => eventFeed.outbox(undefined, 10, 'acme'),
    reads: [/^SEARCH event USING INDEX event_of_client \(client=\? AND position>\?\)$/],
  },
  'a sweep of content': {
    ask: ({ invoices }) => invoices.tidyUp(),
    reads: [
      /^SEARCH content USING INTEGER PRIMARY KEY \(rowid=\?\)$/,
      /^SEARCH content USING COVERING INDEX content_unnamed \(unnamed_since<\?\)$/,
    ],
  },
  'what is due to a receiver': {
    ask: ({ deliveries }) => deliveries.due({ owner: 'acme', failed: true }, START, 8),
    reads: [
      /^SEARCH webhook_delivery USING INDEX webhook_delivery_of_receiver \(client=\? AND <expr>=\? AND due_at>\?\)$/,
      /^SEARCH webhook_delivery USING INDEX webhook_delivery_changed \(updated_at>\?\)$/,
    ],
  },
  "a client's audit rows": {
    ask: ({ audit }) => audit.recent({ client: 'acme', limit: 10 }),
    reads: [/^SEARCH audit USING INDEX audit_of_client \(client=\?\)$/],
  },
  'a sweep of audit rows': {
    ask: ({ audit }) => audit.forget(START, 10),
    reads: [/^SEARCH audit USING INTEGER PRIMARY KEY \(rowid=\?\)$/, /^SCAN audit$/],
  },
};

describe('a read of SQLite', () => {
  const folder = emptyFolder();
  let sqlite: Sqlite;
  let other: Sqlite;
  let stores: Stores;
  before(async () => {
    const path = join(folder.path, 'ids.db');
    sqlite = openSqlite(path, 'sandbox');
    other = openSqlite(path, 'sandbox');
    stores = sqliteStores(sqlite);
    for (let n = 0; n < 3; n += 1) {
      const record = await taken(stores.invoices, { createdAt: later(n), buyerWords: [WORD] });
      const care = [{ code: 'BR-1', whoActs: 'erp' as const, openedAt: START }];
      await stores.invoices.commit(changeOf(record, { state: 'rejected', dueAt: null, care }));
      await stores.received.takeIn(aReceipt());
    }
  });
  after(() => {
    other.close();
    sqlite.close();
    folder.remove();
  });

  for (const [what, { ask, reads }] of Object.entries(READS))
    it(`for ${what} uses an index`, async () => {
      const plans = await plansOnSqlite(sqlite, other, () => ask(stores));
      const read = [
        ...new Set(
          plans.filter((plan) =>
            /\b(invoice|invoice_buyer_word|received|received_claim|rejected_count|i|event|content|audit|webhook_delivery|outgoing_status|later)\b/.test(
              plan,
            ),
          ),
        ),
      ];
      for (const plan of read)
        assert.ok(
          reads.some((expected) => expected.test(plan)),
          plan,
        );
      for (const expected of reads)
        assert.ok(
          read.some((plan) => expected.test(plan)),
          `${String(expected)}: ${read.join('; ')}`,
        );
    });

  it('for a sweep of audit rows has only the oldest', async () => {
    for (let n = 0; n < 50; n += 1)
      await stores.audit.write({ at: later(n), action: 'key_used', actor: 'key_1' });
    assert.equal(await stores.audit.forget(later(40), 10), 10);
  });
});
