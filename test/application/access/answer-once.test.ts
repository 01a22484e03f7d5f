import assert from 'node:assert/strict';
import { AnswerOnce, type Produced } from '../../../src/application/access/answer-once.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { Caller } from '../../../src/domain/access/caller.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { FakeIds } from '../../fakes/ids.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const MINUTE = 60_000;
const CALLER: Caller = { kind: 'client', keyId: 'key_1', client: 'acme', scopes: ['submit'] };
const CALL = { caller: CALLER, act: 'intake', key: 'k-1', requestHash: 'h'.repeat(64) } as const;
const DONE: Produced = { answer: { status: 202, headers: {}, body: '{}' }, isKept: false };

function setUp() {
  const clock = new FakeClock();
  let isStopped = false;
  const answers = new AnswerOnce({
    admitClient: {
      run: async () => {
        if (isStopped) throw new CallFailed({ kind: 'forbidden', detail: 'suspended' });
        return undefined;
      },
    },
    ...{
      idempotency: memoryStores().idempotency,
      content: new FakeContentStore(),
      ids: new FakeIds(),
      clock,
    },
  });
  return { clock, answers, stop: (is: boolean) => void (isStopped = is) };
}

describe('a call under an Idempotency-Key', () => {
  it('that is refused while an earlier try has no answer leaves what that try has made to the next', async () => {
    const { clock, answers, stop } = setUp();
    const claims: string[] = [];
    const died = new Promise<never>(() => undefined);
    void answers.run(CALL, async ({ claimId }) => {
      claims.push(claimId);
      return died;
    });
    while (claims.length === 0) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(MINUTE);
    stop(true);
    await assert.rejects(
      answers.run(CALL, () => assert.fail('it is refused')),
      CallFailed,
    );
    stop(false);
    await answers.run(CALL, async ({ claimId }) => {
      claims.push(claimId);
      return DONE;
    });
    assert.equal(claims[1], claims[0]);
  });

  it('that is refused first leaves its key unused', async () => {
    const { answers, stop } = setUp();
    stop(true);
    await assert.rejects(
      answers.run(CALL, () => assert.fail('it is refused')),
      CallFailed,
    );
    stop(false);
    const { replayed } = await answers.run({ ...CALL, requestHash: 'i'.repeat(64) }, async () => DONE);
    assert.equal(replayed, false);
  });
});
