import assert from 'node:assert/strict';
import { AdmitCall, RATE_LIMITS, ratePolicies } from '../../../src/application/access/admit-call.ts';
import type { Caller } from '../../../src/domain/access/caller.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const client = (client: string, keyId = 'key_c'): Caller => ({ kind: 'client', keyId, client, scopes: [] });
const partner = (partner: string, keyId = 'key_p'): Caller => ({ kind: 'partner', keyId, partner });
const operator = (keyId: string): Caller => ({ kind: 'operator', keyId });

const ROWS: readonly (readonly [it: string, one: Caller, other: Caller, shared: boolean])[] = [
  ['two keys of a client share it', client('a', 'key_1'), client('a', 'key_2'), true],
  ['two keys of a partner share it', partner('a', 'key_1'), partner('a', 'key_2'), true],
  ['two keys of the operator share it', operator('key_1'), operator('key_2'), true],
  ['two clients have separate ones', client('a'), client('b'), false],
  ['two partners have separate ones', partner('a'), partner('b'), false],
  ['a partner and a client of the same name have separate ones', partner('a'), client('a'), false],
  [
    'the operator and its read-only keys have separate ones',
    operator('key_1'),
    { kind: 'operator-read-only', keyId: 'key_2' },
    false,
  ],
];

const keys = { noteUse: async () => undefined };

describe('the rate of a caller', () => {
  for (const [sentence, one, other, shared] of ROWS)
    it(sentence, async () => {
      const rates = memoryStores().rates;
      const admit = new AdmitCall({ rates, keys, clock: new FakeClock() });
      const call = (caller: Caller) => admit.run({ caller, operation: 'o', requestId: 'r' }, 'submit');
      for (let sent = 0; sent < RATE_LIMITS.submit[0]!.limit; sent += 1) await call(one);
      const { waitSeconds } = await call(other);
      assert.equal(waitSeconds > 0, shared);
    });

  it('is not read again while it is used up', async () => {
    const clock = new FakeClock();
    const { audit, rates } = memoryStores();
    const admit = new AdmitCall({ rates, keys, clock });
    const call = () => admit.run({ caller: client('a'), operation: 'o', requestId: 'r' }, 'submit');
    const { limit } = RATE_LIMITS.submit[0]!;
    const policy = { name: 'submit', windows: RATE_LIMITS.submit };
    for (let sent = 0; sent < limit; sent += 1)
      assert.deepEqual(await call(), { waitSeconds: 0, isRecorded: true });
    assert.deepEqual(await call(), { waitSeconds: 1, policy, isRecorded: true });
    for (let sent = 0; sent < 100; sent += 1)
      assert.deepEqual(await call(), { waitSeconds: 1, policy, isRecorded: false });
    assert.equal((await audit.recent({ limit: 1000 })).length, limit + 1);
    clock.advance(1000);
    assert.deepEqual(await call(), { waitSeconds: 0, isRecorded: true });
  });

  it('records a call once that the limit of its operation refuses', async () => {
    const { audit, rates } = memoryStores();
    const admit = new AdmitCall({ rates, keys, clock: new FakeClock() });
    const call = () => admit.run({ caller: client('a'), operation: 'listCare', requestId: 'r' }, 'read');
    const [, policy] = ratePolicies('read', 'listCare');
    const { limit } = policy!.windows[0]!;
    for (let sent = 0; sent < limit; sent += 1) assert.equal((await call()).waitSeconds, 0);
    for (let refused = 0; refused < 3; refused += 1)
      assert.deepEqual(await call(), { waitSeconds: 60, policy, isRecorded: true });
    assert.equal((await audit.recent({ limit: 1000 })).length, limit + 3);
  });

  it('is free again after the clock was set back by more than the longest window', async () => {
    const clock = new FakeClock();
    const admit = new AdmitCall({ rates: memoryStores().rates, keys, clock });
    const call = () => admit.run({ caller: client('a'), operation: 'o', requestId: 'r' }, 'submit');
    for (let sent = 0; sent <= RATE_LIMITS.submit[0]!.limit; sent += 1) await call();
    clock.advance(-3_600_000);
    assert.equal((await call()).waitSeconds, 0);
  });
});
