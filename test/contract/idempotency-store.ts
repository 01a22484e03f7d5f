import assert from 'node:assert/strict';
import type { ClaimResult, HeldClaim, IdempotencyClaim } from '../../src/ports/idempotency-store.ts';
import { after, hex, sha256, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const DAY_MS = 86_400_000;

const request = (own: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  space: 'client:acme',
  key: 'key-12345',
  requestHash: sha256('one'),
  claimId: hex(32),
  now: START,
  leaseUntil: after(30_000, own.now),
  expiresAt: after(DAY_MS),
  ...own,
});

function held(result: ClaimResult): HeldClaim {
  assert.ok(result.outcome === 'claimed');
  return result.claim;
}

const ANSWER = { status: 202, headers: { 'content-type': 'application/json' }, body: '{"id":"ü"}' };

export function describesAnIdempotencyStore(open: Open): void {
  const it = on(open);

  it('gives a key to one of many requests at one instant', async ({ idempotency, other }) => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? idempotency : other.idempotency).claim(request())),
    );
    const outcomes = results.map(({ outcome }) => outcome);
    assert.equal(outcomes.filter((outcome) => outcome === 'claimed').length, 1);
    assert.equal(outcomes.filter((outcome) => outcome === 'in-progress').length, 19);
  });

  it('replays the kept answer', async ({ idempotency, other }) => {
    const claim = held(await idempotency.claim(request()));
    const answer = { ...ANSWER, invoiceId: 'inv_1' };
    await idempotency.keep(claim, answer);
    assert.deepEqual(await other.idempotency.claim(request()), { outcome: 'answered', answer });
  });

  it('refuses another request under the key, answered or not', async ({ idempotency }) => {
    const claim = held(await idempotency.claim(request()));
    const different = request({ requestHash: sha256('two') });
    assert.deepEqual(await idempotency.claim(different), { outcome: 'conflict' });
    await idempotency.keep(claim, ANSWER);
    assert.deepEqual(await idempotency.claim(different), { outcome: 'conflict' });
    assert.equal((await idempotency.claim(request({ ...different, space: 'operator' }))).outcome, 'claimed');
    assert.equal((await idempotency.claim(request({ ...different, key: 'key-99999' }))).outcome, 'claimed');
  });

  it('hands the claim of a dead process on, its id kept, and fences the first', async ({
    idempotency,
    other,
  }) => {
    const first = held(await idempotency.claim(request({ leaseUntil: after(1000) })));
    assert.equal((await other.idempotency.claim(request({ now: after(999) }))).outcome, 'in-progress');
    const second = held(await other.idempotency.claim(request({ now: after(1000) })));
    assert.equal(second.claimId, first.claimId);
    assert.notEqual(second.token, first.token);
    await idempotency.keep(first, { ...ANSWER, status: 500 });
    await idempotency.release(first);
    assert.equal((await idempotency.claim(request({ now: after(1001) }))).outcome, 'in-progress');
    await other.idempotency.keep(second, ANSWER);
    assert.deepEqual(await idempotency.claim(request()), { outcome: 'answered', answer: ANSWER });
  });

  it('hands a claim on to one of many', async ({ idempotency, other }) => {
    await idempotency.claim(request({ leaseUntil: START }));
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? idempotency : other.idempotency).claim(request())),
    );
    assert.equal(results.filter(({ outcome }) => outcome === 'claimed').length, 1);
  });

  it('gives a released key to the next try with the same claim id', async ({ idempotency }) => {
    const first = held(await idempotency.claim(request()));
    await idempotency.release(first);
    assert.deepEqual(await idempotency.claim(request({ requestHash: sha256('two') })), {
      outcome: 'conflict',
    });
    assert.equal(held(await idempotency.claim(request())).claimId, first.claimId);
  });

  it('forgets a key after its window, whatever it held', async ({ idempotency }) => {
    const first = held(await idempotency.claim(request()));
    await idempotency.keep(first, ANSWER);
    const next = request({ now: after(DAY_MS), requestHash: sha256('two'), expiresAt: after(2 * DAY_MS) });
    assert.equal((await idempotency.claim({ ...next, now: after(DAY_MS - 1) })).outcome, 'conflict');
    const second = held(await idempotency.claim(next));
    assert.equal(second.claimId, next.claimId);
    assert.equal((await idempotency.claim({ ...next, now: after(DAY_MS + 1) })).outcome, 'in-progress');
  });

  it('forgets every one of many keys that expired together', async ({ idempotency }) => {
    const keys = Array.from({ length: 20 }, (_, n) => `key-of-yesterday-${n}`);
    for (const key of keys) await idempotency.keep(held(await idempotency.claim(request({ key }))), ANSWER);
    for (const key of keys.reverse())
      held(await idempotency.claim(request({ key, requestHash: sha256('two'), now: after(DAY_MS) })));
  });

  it('keeps a key without a window', async ({ idempotency }) => {
    const claim = held(await idempotency.claim(request({ expiresAt: null })));
    await idempotency.keep(claim, ANSWER);
    const late = await idempotency.claim(request({ now: after(900 * DAY_MS), expiresAt: null }));
    assert.equal(late.outcome, 'answered');
  });

  it('forgets every kept answer about one invoice', async ({ idempotency }) => {
    const keys = ['key-cancel', 'key-submit', 'key-another'];
    for (const [n, key] of keys.entries()) {
      const claim = held(await idempotency.claim(request({ key })));
      await idempotency.keep(claim, { ...ANSWER, invoiceId: n < 2 ? 'inv_1' : 'inv_2' });
    }
    await idempotency.forgetAbout('inv_1');
    const outcomes = await Promise.all(
      keys.map(async (key) => (await idempotency.claim(request({ key }))).outcome),
    );
    assert.deepEqual(outcomes, ['claimed', 'claimed', 'answered']);
  });
}
