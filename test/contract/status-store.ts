import assert from 'node:assert/strict';
import type { AuditEntry } from '../../src/ports/audit-log.ts';
import type { OutgoingStatus } from '../../src/domain/statuses/outgoing-status.ts';
import { newSubmission } from '../../src/domain/sending/submission.ts';
import { after, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export const outgoing = (id: string, more: Partial<OutgoingStatus> = {}): OutgoingStatus => ({
  id,
  client: 'acme',
  state: 'queued',
  work: 'send',
  route: 'FR-PA',
  invoiceId: 'inv_1',
  status: 'paid',
  sealedMessage: 'sealed',
  sealedAnswer: 'sealed answer',
  submission: newSubmission('tracked', START),
  failures: 0,
  dueAt: START,
  version: 1,
  lease: null,
  createdAt: START,
  updatedAt: START,
  ...more,
});
const sent = (subject: string): AuditEntry => ({ at: START, action: 'status_sent', actor: 'key_1', subject });
const lease = (token: string) => ({ token, until: after(60) });

export function describesAStatusStore(open: Open): void {
  const it = on(open);

  it('exist once, also if several processes store them', async ({ statuses, other }) => {
    const taken = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        (n % 2 ? statuses : other.statuses).takeIn(
          outgoing('one', { sealedMessage: `of ${n}` }),
          sent(`inv_${n}`),
        ),
      ),
    );
    assert.equal(new Set(taken.map(({ sealedMessage }) => sealedMessage)).size, 1);
    assert.deepEqual(await other.statuses.find('one'), taken[0]);
    // Only the stored status has an audit row.
    const rows = await other.audit.recent({ action: 'status_sent', limit: 10 });
    assert.deepEqual(
      rows.map(({ subject }) => subject?.replace('inv_', 'of ')),
      [taken[0]?.sealedMessage],
    );
  });

  it('are returned unchanged, those of one invoice together', async ({ statuses, other }) => {
    const submission = {
      ...newSubmission('tracked', START),
      ...{ reference: 'flow', credential: 'crd', sealedAccount: 'sealed', notHeld: true, polls: 3 },
      ...{ lastDrop: 'x', drops: 1, resumeToken: '' },
    };
    const full = outgoing('two', { submission, crashes: 1, dueAt: null });
    await statuses.takeIn(outgoing('one'), sent('inv_1'));
    await statuses.takeIn(full, sent('inv_1'));
    await statuses.takeIn(outgoing('three', { invoiceId: 'inv_2' }), sent('inv_1'));
    assert.deepEqual(await other.statuses.find('two'), full);
    const found = await other.statuses.ofInvoice('inv_1');
    assert.deepEqual(found.map(({ id }) => id).sort(), ['one', 'two']);
    assert.deepEqual(await statuses.ofInvoice('inv_3'), []);
  });

  it('are found by the id of their present submission, for their own client and route', async ({
    statuses,
    other,
  }) => {
    const one = outgoing('one', { submission: newSubmission('first', START) });
    await statuses.takeIn(one, sent('inv_1'));
    await statuses.takeIn(outgoing('two', { submission: newSubmission('second', START) }), sent('inv_1'));
    const query = { client: 'acme', route: 'FR-PA', submissionId: 'first' } as const;
    assert.deepEqual(await other.statuses.ofSubmission(query), one);
    assert.equal(await statuses.ofSubmission({ ...query, client: 'other' }), undefined);
    assert.equal(await statuses.ofSubmission({ ...query, route: 'PEPPOL' }), undefined);
    const renewed = { ...one, version: 2, submission: newSubmission('third', START) };
    await statuses.commit({ record: renewed, events: [], audit: [], files: [] });
    assert.equal(await other.statuses.ofSubmission(query), undefined);
    assert.deepEqual(await other.statuses.ofSubmission({ ...query, submissionId: 'third' }), renewed);
  });

  it('belong to one worker at a time, and a commit under a lost lease is refused', async ({
    statuses,
    other,
  }) => {
    await statuses.takeIn(outgoing('one'), sent('inv_1'));
    const leased = await Promise.all([
      statuses.lease('one', lease('a'), START),
      other.statuses.lease('one', lease('b'), START),
    ]);
    assert.equal(leased.filter(Boolean).length, 1);
    const token = leased[0] ? 'a' : 'b';
    const next = { ...outgoing('one'), state: 'sending', work: 'inquire', version: 2, lease: null } as const;
    const change = { record: next, events: [], audit: [], files: [] };
    assert.equal(await statuses.commit({ ...change, lease: 'stranger' }), 'conflict');
    assert.equal(await statuses.commit({ ...change, lease: token }), 'committed');
    assert.equal(await statuses.commit({ ...change, lease: token }), 'conflict');
    assert.deepEqual(await other.statuses.find('one'), next);
  });

  it('are listed page by page until they have ended, also if a worker has them', async ({ statuses }) => {
    for (const id of ['c', 'a', 'b']) await statuses.takeIn(outgoing(id), sent('inv_1'));
    await statuses.takeIn(outgoing('ended', { state: 'taken', dueAt: null }), sent('inv_1'));
    await statuses.lease('b', lease('worker'), START);
    const idsOf = (page: readonly OutgoingStatus[]) => page.map(({ id }) => id);
    assert.deepEqual(idsOf(await statuses.open('', 2)), ['a', 'b']);
    assert.deepEqual(idsOf(await statuses.open('b', 2)), ['c']);
  });

  it('are removed long after their end, but not while they wait', async ({ statuses, audit }) => {
    await statuses.takeIn(outgoing('ended', { state: 'taken', dueAt: null }), sent('inv_1'));
    await statuses.takeIn(
      outgoing('late', { state: 'taken', dueAt: null, updatedAt: after(100) }),
      sent('inv_1'),
    );
    await statuses.takeIn(outgoing('waits'), sent('inv_1'));
    // The audit row is in the log.
    await audit.recent({ limit: 1 });
    assert.equal(await statuses.forget(after(50), 10), 1);
    assert.equal(await statuses.forget(after(50), 10), 0);
    const left = await statuses.ofInvoice('inv_1');
    assert.deepEqual(left.map(({ id }) => id).sort(), ['late', 'waits']);
    assert.equal((await audit.recent({ action: 'status_sent', limit: 10 })).length, 3);
  });
}
