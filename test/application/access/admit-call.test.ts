import assert from 'node:assert/strict';
import { AdmitCall, RATE_LIMITS } from '../../../src/application/access/admit-call.ts';
import type { Caller } from '../../../src/domain/access/caller.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { FakeAuditLog } from '../../fakes/audit-log.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeRateCounters } from '../../fakes/rate-counters.ts';

const client = (client: string, keyId = 'key_c'): Caller => ({ kind: 'client', keyId, client, scopes: [] });
const partner = (partner: string, keyId = 'key_p'): Caller => ({ kind: 'partner', keyId, partner });
const operator = (keyId: string): Caller => ({ kind: 'operator', keyId });

const ROWS: readonly (readonly [it: string, one: Caller, other: Caller, shared: boolean])[] = [
  ['two keys of a client share it', client('a', 'key_1'), client('a', 'key_2'), true],
  ['two keys of a partner share it', partner('a', 'key_1'), partner('a', 'key_2'), true],
  ['two keys of the operator share it', operator('key_1'), operator('key_2'), true],
  ['two clients do not', client('a'), client('b'), false],
  ['two partners do not', partner('a'), partner('b'), false],
  ['a partner and a client of one name do not', partner('a'), client('a'), false],
  [
    'the operator and its read-only keys do not',
    operator('key_1'),
    { kind: 'operator-read-only', keyId: 'key_2' },
    false,
  ],
];

describe('the rate of a caller', () => {
  for (const [sentence, one, other, shared] of ROWS)
    it(sentence, async () => {
      const audit = new FakeAuditLog();
      const admit = new AdmitCall({ rates: new FakeRateCounters(audit), audit, clock: new FakeClock() });
      const call = (caller: Caller) => admit.run({ caller, operation: 'o', requestId: 'r' }, 'submit');
      for (let sent = 0; sent < RATE_LIMITS.submit[0]!.limit; sent += 1) await call(one);
      const isRefused = await call(other).then(
        () => false,
        (error: unknown) => error instanceof CallFailed && error.failure.kind === 'rate-limited',
      );
      assert.equal(isRefused, shared);
    });
});
