import assert from 'node:assert/strict';
import type { SigningKey } from '../../src/domain/proof/signing-key.ts';
import { after } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const key = (number: number, more: Partial<SigningKey> = {}): SigningKey => ({
  number,
  kid: `kid-${number}`,
  publicKey: `x-${number}`,
  sealedKey: `sealed-${number}`,
  createdAt: after(number),
  ...more,
});

const row = (number: number) => ({
  at: after(number),
  action: 'signing_key_made',
  actor: 'system',
  subject: `kid-${number}`,
});

export function describesSigningKeys(open: Open): void {
  const it = on(open);

  it('are listed oldest first and unchanged', async ({ signingKeys, other }) => {
    assert.deepEqual(await signingKeys.all(), []);
    for (let number = 1; number <= 11; number += 1)
      assert.equal(await signingKeys.add(key(number), row(number)), true);
    assert.deepEqual(
      await other.signingKeys.all(),
      Array.from({ length: 11 }, (_, n) => key(n + 1)),
    );
  });

  it('have each number once, from any process, with a row of the audit log for each added key', async ({
    signingKeys,
    other,
  }) => {
    const added = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        (n % 2 ? signingKeys : other.signingKeys).add(key(1, { kid: `of process ${n}` }), row(n)),
      ),
    );
    assert.deepEqual(added.filter(Boolean), [true]);
    const [kept, ...more] = await signingKeys.all();
    const winner = added.indexOf(true);
    assert.deepEqual([kept?.kid, more], [`of process ${winner}`, []]);
    assert.deepEqual(await other.audit.recent({ limit: 10 }), [row(winner)]);
  });
}
