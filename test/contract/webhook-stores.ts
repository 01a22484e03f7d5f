import assert from 'node:assert/strict';
import type { WebhookDelivery } from '../../src/domain/webhooks/delivery.ts';
import type { Webhook } from '../../src/domain/webhooks/webhook.ts';
import { NodeDeliverySigner } from '../../src/adapters/system/node-delivery-signer.ts';
import { SetWebhook } from '../../src/application/webhooks/set-webhook.ts';
import { CallFailed } from '../../src/domain/failures.ts';
import type { WebhookStore } from '../../src/ports/webhook-store.ts';
import { after, hex, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export const aWebhook = (own: Partial<Webhook> = {}): Webhook => ({
  owner: 'acme',
  version: 1,
  url: 'https://erp.example/hook',
  active: true,
  sealedSecret: 'sealed',
  secretRotatedAt: null,
  contactEmail: null,
  startsAfter: '0000000000000000',
  createdAt: START,
  updatedAt: START,
  ...own,
});

export const aDelivery = (own: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: `dlv_${hex(32)}`,
  client: 'acme',
  state: 'pending',
  eventId: `evt_${hex(32)}`,
  occurredAt: START,
  invoiceId: 'inv_1',
  sequence: 1,
  attempts: 0,
  failures: 0,
  dueAt: START,
  work: 'deliver',
  version: 1,
  lease: null,
  createdAt: START,
  updatedAt: START,
  ...own,
});

const audit = { at: START, action: 'webhook_set', actor: 'key_1', client: 'acme' };

export function describesWebhooks(open: Open): void {
  const it = on(open);

  it('are returned unchanged, complete and minimal', async ({ webhooks, other }) => {
    const plain = aWebhook();
    const whole = aWebhook({
      owner: 'other',
      active: false,
      statuses: '["accepted"]',
      sealedPreviousSecret: 'before',
      secretRotatedAt: after(5),
      sealedEarlierSecret: 'first',
      previousRotatedAt: after(4),
      contactEmail: 'it@erp.example',
    });
    for (const one of [plain, whole]) {
      assert.equal(await webhooks.put(one, audit), 'kept');
      assert.deepEqual(await other.webhooks.find(one.owner), one);
    }
    assert.deepEqual(await webhooks.findAll(['acme', 'nobody']), [plain]);
  });

  it('keep one of two simultaneous changes; the next change removes omitted members', async (kept) => {
    const { webhooks, other } = kept;
    await webhooks.put(aWebhook({ statuses: '["accepted"]', sealedPreviousSecret: 'before' }), audit);
    assert.equal(await other.webhooks.put(aWebhook(), audit), 'conflict');
    const results = await Promise.all(
      [webhooks, other.webhooks].map((store) => store.put(aWebhook({ version: 2 }), audit)),
    );
    assert.deepEqual(results.sort(), ['conflict', 'kept']);
    assert.deepEqual(await webhooks.find('acme'), aWebhook({ version: 2 }));
    await kept.invoices.tidyUp();
    assert.equal((await kept.audit.recent({ action: 'webhook_set', limit: 9 })).length, 2);
  });

  it('let one of eight simultaneous rotations win: its secret and the one before it sign', async (kept) => {
    const { webhooks, other } = kept;
    await webhooks.put(aWebhook(), audit);
    const caller = { kind: 'client', client: 'acme', scopes: ['admin'], keyId: 'key_1' } as const;
    let made = 0;
    const rotate = (store: WebhookStore) =>
      new SetWebhook({
        webhooks: store,
        eventFeed: { outboxEnd: async () => '0' },
        content: { sealText: async (_, text) => text, openText: async (_, text) => text },
        signer: Object.assign(new NodeDeliverySigner(), { newSecret: () => `secret ${(made += 1)}` }),
        outbound: { reasonAgainst: async () => undefined },
        clock: { now: () => START },
      })
        .run(caller, { rotateSecret: true }, 'req_1')
        .catch((error: unknown) =>
          error instanceof CallFailed ? error.failure : assert.fail(String(error)),
        );
    const stores = [webhooks, other.webhooks, webhooks, other.webhooks];
    const results = await Promise.all([...stores, ...stores].map(rotate));
    const [won, ...more] = results.flatMap((result) => ('secret' in result ? [result.secret] : []));
    assert.deepEqual(more, []);
    assert.deepEqual(
      results.flatMap((result) => ('kind' in result ? [result.kind] : [])),
      Array.from({ length: 7 }, () => 'secret-rotation-limit'),
    );
    const stored = await webhooks.find('acme');
    assert.deepEqual([stored?.sealedSecret, stored?.sealedPreviousSecret], [won, 'sealed']);
  });

  it('keep the newest delivery, whatever the order of the writes', async ({ webhooks, other }) => {
    await webhooks.put(aWebhook(), audit);
    assert.equal(await webhooks.lastDelivery('acme'), undefined);
    await webhooks.noteDelivery('acme', { at: after(2), httpStatus: 204 });
    await other.webhooks.noteDelivery('acme', { at: after(1), httpStatus: 500 });
    assert.deepEqual(await webhooks.lastDelivery('acme'), { at: after(2), httpStatus: 204 });
    await webhooks.noteDelivery('acme', { at: after(3), httpStatus: null });
    assert.deepEqual(await other.webhooks.lastDelivery('acme'), { at: after(3), httpStatus: null });
  });

  it('let one process notify the contact on a day', async ({ webhooks, other }) => {
    await webhooks.put(aWebhook(), audit);
    const claims = [webhooks, other.webhooks, webhooks].map((store) =>
      store.claimNotice('acme', '2026-11-23'),
    );
    assert.deepEqual((await Promise.all(claims)).sort(), [false, false, true]);
    assert.equal(await webhooks.claimNotice('acme', '2026-11-24'), true);
    assert.equal(await webhooks.claimNotice('nobody', '2026-11-24'), false);
  });

  it('are removed with their deliveries', async ({ webhooks, deliveries }) => {
    await webhooks.put(aWebhook(), audit);
    const [own, foreign] = [aDelivery(), aDelivery({ client: 'other' })];
    await deliveries.enqueue([own, foreign], '1');
    await webhooks.remove('acme');
    assert.equal(await webhooks.find('acme'), undefined);
    assert.equal(await deliveries.find(own.id), undefined);
    assert.deepEqual(await deliveries.find(foreign.id), foreign);
  });
}

export function describesDeliveries(open: Open): void {
  const it = on(open);

  it('are returned with their tries', async ({ deliveries, other }) => {
    const tries = [
      { at: START, tookMs: 12, httpStatus: 500, error: 'HTTP 500', nextAt: after(60_000) },
      { at: after(60_000), tookMs: 3, httpStatus: 204 },
    ];
    const delivery = aDelivery({ tries, attempts: 2 });
    await deliveries.enqueue([delivery], '1');
    assert.deepEqual(await other.deliveries.find(delivery.id), delivery);
  });

  const lease = (token: string, n = 60_000) => ({ token, until: after(n) });

  it('exist once for an event that is read twice; the cursor never moves back', async (kept) => {
    const { deliveries, other } = kept;
    assert.equal(await deliveries.cursor(), undefined);
    const [first, second] = [aDelivery(), aDelivery()];
    await deliveries.enqueue([first], '0000000000000001');
    await Promise.all([
      deliveries.enqueue([first, second], '0000000000000002'),
      other.deliveries.enqueue([second, first], '0000000000000002'),
    ]);
    await other.deliveries.enqueue([], '0000000000000001');
    assert.equal(await deliveries.cursor(), '0000000000000002');
    assert.equal((await deliveries.list({ owner: 'acme', limit: 9 })).length, 2);
    assert.deepEqual(await other.deliveries.find(first.id), first);
  });

  it('belong to one worker at a time, and a commit under a lost lease is refused', async (kept) => {
    const { deliveries, other } = kept;
    const one = aDelivery();
    await deliveries.enqueue([one], '1');
    const leases = await Promise.all([
      deliveries.lease(one.id, lease('a'), START),
      other.deliveries.lease(one.id, lease('b'), START),
    ]);
    const [held] = leases.filter((record) => record !== undefined);
    assert.equal(leases.filter((record) => record !== undefined).length, 1);
    const { token } = held!.lease!;
    const done = { ...held!, version: 2, state: 'delivered' as const, dueAt: null, lease: null, attempts: 1 };
    const change = { record: done, events: [], audit: [], files: [] };
    assert.equal(await other.deliveries.commit({ ...change, lease: 'c' }), 'conflict');
    assert.equal(await deliveries.renewLease(one.id, lease(token, 90_000)), true);
    assert.equal(await deliveries.commit({ ...change, lease: token }), 'committed');
    assert.deepEqual(await other.deliveries.find(one.id), done);
    assert.equal(await deliveries.lease(one.id, lease('d'), START), undefined, 'nothing is due');
  });

  it('are found if they are due and have no lease', async ({ deliveries }) => {
    const [late, later, held, done] = [
      aDelivery({ dueAt: START }),
      aDelivery({ dueAt: after(1000) }),
      aDelivery({ dueAt: START }),
      aDelivery({ dueAt: null, state: 'delivered' }),
    ];
    await deliveries.enqueue([late, later, held, done], '1');
    await deliveries.lease(held.id, lease('a'), START);
    assert.deepEqual(await deliveries.listNeglected(after(500), after(500), 9), [late.id]);
    assert.deepEqual(await deliveries.listNeglected(after(2000), after(2000), 1), [late.id]);
  });

  it('are found in order however often they have failed', async ({ deliveries }) => {
    const [third, first, fourth, second] = [
      { dueAt: after(30), failures: 1 },
      { dueAt: after(10), failures: 27 },
      { dueAt: after(40), failures: 60 },
      { dueAt: after(20), failures: 70 },
    ].map((own) => aDelivery({ ...own, firstFailureAt: START, attempts: own.failures }));
    const ids = [first, second, third, fourth].map((delivery) => delivery!.id);
    await deliveries.enqueue([third!, first!, fourth!, second!], '1');
    const failed = { owner: 'acme', failed: true };
    assert.deepEqual(await deliveries.due(failed, after(50), 9), { ids, nextAt: undefined });
    assert.deepEqual(await deliveries.due(failed, after(20), 9), {
      ids: ids.slice(0, 2),
      nextAt: after(30),
    });
    assert.deepEqual(await deliveries.due(failed, after(50), 3), {
      ids: ids.slice(0, 3),
      nextAt: undefined,
    });
  });

  it('are found for one receiver and lane, the earliest first, with the time of the next one', async (kept) => {
    const { deliveries, other } = kept;
    const failed = { failures: 2, firstFailureAt: START, attempts: 2 };
    const [second, first, third, later, held, again] = [
      aDelivery({ dueAt: after(20) }),
      aDelivery({ dueAt: after(10), occurredAt: after(5) }),
      aDelivery({ dueAt: after(20), occurredAt: after(6) }),
      aDelivery({ dueAt: after(900) }),
      aDelivery({ dueAt: after(1) }),
      aDelivery({ dueAt: after(2), ...failed }),
    ] as const;
    const rows = [second, first, third, later, held, again];
    const foreign = aDelivery({ dueAt: after(3), client: 'other' });
    const ended = aDelivery({ dueAt: null, state: 'delivered' });
    await deliveries.enqueue([...rows, foreign, ended], '1');
    await deliveries.lease(held.id, lease('a'), after(2));
    const acme = { owner: 'acme', failed: false };
    const due = [first.id, second.id, third.id];
    assert.deepEqual(await other.deliveries.due(acme, after(50), 9), { ids: due, nextAt: after(900) });
    assert.deepEqual(await deliveries.due(acme, after(50), 2), { ids: due.slice(0, 2), nextAt: undefined });
    assert.deepEqual(await deliveries.due(acme, after(5), 9), { ids: [], nextAt: after(10) });
    const repeated = { owner: 'acme', failed: true };
    assert.deepEqual(await deliveries.due(repeated, after(50), 9), { ids: [again.id], nextAt: undefined });
    assert.deepEqual(await deliveries.due(repeated, START, 9), { ids: [], nextAt: after(2) });
    const all = [again.id, ...due];
    assert.deepEqual(await deliveries.due({ owner: 'acme' }, after(50), 9), { ids: all, nextAt: after(900) });
    assert.deepEqual(await deliveries.due({ owner: 'acme' }, after(50), 2), {
      ids: all.slice(0, 2),
      nextAt: undefined,
    });
    assert.deepEqual(await deliveries.due({ owner: 'acme' }, after(5), 9), {
      ids: [again.id],
      nextAt: after(10),
    });
  });

  it('are found for a receiver if they became due because the clock was set back', async ({ deliveries }) => {
    const ahead = aDelivery({ dueAt: after(7_200_000), updatedAt: after(7_200_000) });
    await deliveries.enqueue([ahead], '1');
    for (const receiver of [{ owner: 'acme', failed: false }, { owner: 'acme' }])
      assert.deepEqual((await deliveries.due(receiver, START, 9)).ids, [ahead.id]);
  });

  it('are listed by webhook, newest attempt first, without attempt last', async ({ deliveries }) => {
    const rows = [
      aDelivery({ lastAttemptAt: after(1), state: 'dead', dueAt: null, lastError: 'HTTP 500' }),
      aDelivery({}),
      aDelivery({ lastAttemptAt: after(2), failures: 1, firstFailureAt: after(2) }),
      aDelivery({ client: '~operator' }),
    ];
    await deliveries.enqueue(rows, '1');
    const ids = async (query: object) =>
      (await deliveries.list({ owner: 'acme', limit: 9, ...query })).map(({ id }) => id);
    assert.deepEqual(await ids({}), [rows[2]!.id, rows[0]!.id, rows[1]!.id]);
    assert.deepEqual(await ids({ state: 'dead' }), [rows[0]!.id]);
    assert.deepEqual(await ids({ limit: 1 }), [rows[2]!.id]);
    assert.deepEqual(await ids({ owner: '~operator' }), [rows[3]!.id]);
  });

  it('are listed in pages: each begins after the last one of the page before', async ({ deliveries }) => {
    const rows = [
      ...[1, 2, 2, 3].map((n) => aDelivery({ lastAttemptAt: after(n) })),
      ...[aDelivery(), aDelivery(), aDelivery({ client: 'other' })],
    ];
    await deliveries.enqueue(rows, '1');
    const whole = await deliveries.list({ owner: 'acme', limit: 9 });
    assert.equal(whole.length, 6);
    const paged: WebhookDelivery[] = [];
    for (let last: WebhookDelivery | undefined; ; last = paged.at(-1)) {
      const page = await deliveries.list({ owner: 'acme', limit: 1, ...(last && { after: last }) });
      if (page.length === 0) break;
      paged.push(...page);
    }
    assert.deepEqual(paged, whole);
  });

  it('can be made pending again with a new schedule, except one under way', async (kept) => {
    const { deliveries } = kept;
    const ended = { state: 'dead', dueAt: null, attempts: 9, failures: 8, firstFailureAt: START } as const;
    const ours = { crashes: 2, uncalled: 1, inactiveSince: START };
    const [dead, under, before, foreign] = [
      aDelivery({ ...ended, ...ours, lastError: 'HTTP 500', lastAttemptAt: after(9) }),
      aDelivery(),
      aDelivery({ ...ended, occurredAt: after(-1000) }),
      aDelivery({ ...ended, client: 'other' }),
    ];
    await deliveries.enqueue([dead, under, before, foreign], '1');
    await deliveries.lease(under.id, lease('a'), START);
    const span = { owner: 'acme', from: START, to: after(10), updatedBefore: after(20) };
    assert.deepEqual(await deliveries.replay(span, after(20), 9), [dead.id]);
    assert.deepEqual(await deliveries.replay(span, after(20), 9), [], 'the delivery was made pending again');
    const { firstFailureAt: _, lastError: _1, crashes: _2, uncalled: _3, inactiveSince: _4, ...rest } = dead;
    assert.deepEqual(await deliveries.find(dead.id), {
      ...rest,
      ...{ state: 'pending', failures: 0, dueAt: after(20), updatedAt: after(20), version: 2 },
    });
    const one = { owner: 'acme', eventId: before.eventId };
    assert.deepEqual(await deliveries.replay(one, after(30), 9), [before.id]);
    assert.equal((await deliveries.find(foreign.id))?.state, 'dead');
  });

  it('are counted if they wait or are dead, and removed long after their end', async ({ deliveries }) => {
    assert.deepEqual(await deliveries.tally(START), { pending: 0, oldestPendingAt: null, dead: 0 });
    const old = aDelivery({ state: 'delivered', dueAt: null });
    const dead = aDelivery({ state: 'dead', dueAt: null, updatedAt: after(10) });
    await deliveries.enqueue(
      [old, dead, aDelivery({ occurredAt: after(3) }), aDelivery({ occurredAt: after(2) })],
      '1',
    );
    assert.deepEqual(await deliveries.tally(START), { pending: 2, oldestPendingAt: after(2), dead: 1 });
    assert.equal(await deliveries.forget(after(5), 9), 1);
    assert.equal(await deliveries.find(old.id), undefined);
    assert.equal(await deliveries.forget(after(5), 9), 0);
  });
}
