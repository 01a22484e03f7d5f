import assert from 'node:assert/strict';
import { ahead, AHEAD, hex } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export function describesRegistrations(open: Open): void {
  const it = on(open);
  const [somebody, another] = [hex(64), hex(64)];

  it('are found in every process until they expire', async ({ registrations, other }) => {
    await registrations.keep({ name: somebody, registered: 'yes', expiresAt: ahead(1000) }, AHEAD);
    await registrations.keep({ name: another, registered: 'no', expiresAt: ahead(500) }, AHEAD);
    assert.deepEqual(await other.registrations.find(somebody, ahead(999)), {
      name: somebody,
      registered: 'yes',
      expiresAt: ahead(1000),
    });
    assert.equal(await other.registrations.find(somebody, ahead(1000)), undefined);
    assert.equal((await other.registrations.find(another, AHEAD))?.registered, 'no');
    assert.equal(await other.registrations.find(hex(64), AHEAD), undefined);
  });

  it('have the row that was written last', async ({ registrations, other }) => {
    await registrations.keep({ name: somebody, registered: 'no', expiresAt: ahead(1000) }, AHEAD);
    await other.registrations.keep({ name: somebody, registered: 'yes', expiresAt: ahead(3000) }, ahead(500));
    assert.equal((await registrations.find(somebody, ahead(2000)))?.registered, 'yes');
  });
}
