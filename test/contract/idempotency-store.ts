import assert from 'node:assert/strict';
import type { ClaimResult, HeldClaim } from '../../src/ports/idempotency-store.ts';
import { aClaim, ahead, AHEAD, sha256 } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const DAY_MS = 86_400_000;

function claimed(result: ClaimResult): HeldClaim {
  assert.ok(result.outcome === 'claimed');
  return result.claim;
}

const ANSWER = { status: 202, headers: { 'content-type': 'application/json' }, body: '{"id":"ü"}' };

export function describesAnIdempotencyStore(open: Open): void {
  const it = on(open);

  it('gives a key to one of many simultaneous requests', async ({ idempotency, other }) => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? idempotency : other.idempotency).claim(aClaim())),
    );
    const outcomes = results.map(({ outcome }) => outcome);
    assert.equal(outcomes.filter((outcome) => outcome === 'claimed').length, 1);
    assert.equal(outcomes.filter((outcome) => outcome === 'in-progress').length, 19);
  });

  it('replays the stored answer', async ({ idempotency, other }) => {
    const claim = claimed(await idempotency.claim(aClaim()));
    const answer = { ...ANSWER, invoiceId: 'inv_1', sealedFor: 'acme' };
    await idempotency.keep(claim, answer);
    assert.deepEqual(await other.idempotency.claim(aClaim()), { outcome: 'answered', answer });
  });

  it('refuses another request under the key, answered or not', async ({ idempotency }) => {
    const claim = claimed(await idempotency.claim(aClaim()));
    const different = aClaim({ requestHash: sha256('two') });
    assert.deepEqual(await idempotency.claim(different), { outcome: 'conflict' });
    await idempotency.keep(claim, ANSWER);
    assert.deepEqual(await idempotency.claim(different), { outcome: 'conflict' });
    assert.equal((await idempotency.claim(aClaim({ ...different, space: 'operator' }))).outcome, 'claimed');
    assert.equal((await idempotency.claim(aClaim({ ...different, key: 'key-99999' }))).outcome, 'claimed');
  });

  it('passes on the claim of a dead process with its id, and fences the dead one', async ({
    idempotency,
    other,
  }) => {
    const first = claimed(await idempotency.claim(aClaim({ leaseUntil: ahead(1000) })));
    assert.equal((await other.idempotency.claim(aClaim({ now: ahead(999) }))).outcome, 'in-progress');
    const second = claimed(await other.idempotency.claim(aClaim({ now: ahead(1000) })));
    assert.equal(second.claimId, first.claimId);
    assert.notEqual(second.token, first.token);
    await idempotency.keep(first, { ...ANSWER, status: 500 });
    await idempotency.release(first);
    assert.equal((await idempotency.claim(aClaim({ now: ahead(1001) }))).outcome, 'in-progress');
    await other.idempotency.keep(second, ANSWER);
    assert.deepEqual(await idempotency.claim(aClaim()), { outcome: 'answered', answer: ANSWER });
  });

  it('passes a claim on to one of many', async ({ idempotency, other }) => {
    await idempotency.claim(aClaim({ leaseUntil: AHEAD }));
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? idempotency : other.idempotency).claim(aClaim())),
    );
    assert.equal(results.filter(({ outcome }) => outcome === 'claimed').length, 1);
  });

  it('gives a released key to the next try with the same claim id', async ({ idempotency }) => {
    const first = claimed(await idempotency.claim(aClaim()));
    await idempotency.release(first);
    assert.deepEqual(await idempotency.claim(aClaim({ requestHash: sha256('two') })), {
      outcome: 'conflict',
    });
    assert.equal(claimed(await idempotency.claim(aClaim())).claimId, first.claimId);
  });

  it('frees the key of a malformed request, unless another try has it', async ({ idempotency, other }) => {
    const first = claimed(await idempotency.claim(aClaim({ leaseUntil: ahead(1000) })));
    const second = claimed(await other.idempotency.claim(aClaim({ now: ahead(1000) })));
    await idempotency.abandon(first);
    assert.equal((await idempotency.claim(aClaim({ now: ahead(1001) }))).outcome, 'in-progress');
    await other.idempotency.abandon(second);
    const corrected = aClaim({ requestHash: sha256('two'), claimId: 'req_two' });
    const third = claimed(await idempotency.claim(corrected));
    assert.equal(third.claimId, corrected.claimId);
    await idempotency.keep(third, ANSWER);
    await idempotency.abandon(third);
    assert.deepEqual(await other.idempotency.claim(corrected), { outcome: 'answered', answer: ANSWER });
  });

  it('removes a key after its window, in any state', async ({ idempotency }) => {
    const first = claimed(await idempotency.claim(aClaim()));
    await idempotency.keep(first, ANSWER);
    const next = aClaim({ now: ahead(DAY_MS), requestHash: sha256('two'), expiresAt: ahead(2 * DAY_MS) });
    assert.equal((await idempotency.claim({ ...next, now: ahead(DAY_MS - 1) })).outcome, 'conflict');
    const second = claimed(await idempotency.claim(next));
    assert.equal(second.claimId, next.claimId);
    assert.equal((await idempotency.claim({ ...next, now: ahead(DAY_MS + 1) })).outcome, 'in-progress');
  });

  it('removes all of many keys that expire together', async ({ idempotency }) => {
    const keys = Array.from({ length: 20 }, (_, n) => `key-of-yesterday-${n}`);
    for (const key of keys) await idempotency.keep(claimed(await idempotency.claim(aClaim({ key }))), ANSWER);
    for (const key of keys.reverse())
      claimed(await idempotency.claim(aClaim({ key, requestHash: sha256('two'), now: ahead(DAY_MS) })));
  });

  it('keeps a key without a window', async ({ idempotency }) => {
    const claim = claimed(await idempotency.claim(aClaim({ expiresAt: null })));
    await idempotency.keep(claim, ANSWER);
    const late = await idempotency.claim(aClaim({ now: ahead(900 * DAY_MS), expiresAt: null }));
    assert.equal(late.outcome, 'answered');
  });

  it('removes every stored answer about one invoice', async ({ idempotency }) => {
    const keys = ['key-cancel', 'key-submit', 'key-another'];
    for (const [n, key] of keys.entries()) {
      const claim = claimed(await idempotency.claim(aClaim({ key })));
      await idempotency.keep(claim, { ...ANSWER, invoiceId: n < 2 ? 'inv_1' : 'inv_2' });
    }
    await idempotency.forgetAbout('inv_1');
    const outcomes = await Promise.all(
      keys.map(async (key) => (await idempotency.claim(aClaim({ key }))).outcome),
    );
    assert.deepEqual(outcomes, ['claimed', 'claimed', 'answered']);
  });
}
