import assert from 'node:assert/strict';
import { after, hex, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

export function describesRegistrations(open: Open): void {
  const it = on(open);
  const [somebody, another] = [hex(64), hex(64)];

  it('are found in every process until they expire', async ({ registrations, other }) => {
    await registrations.keep(somebody, { registered: 'yes', until: after(1000) }, START);
    await registrations.keep(another, { registered: 'no', until: after(500) }, START);
    assert.deepEqual(await other.registrations.find(somebody, after(999)), {
      registered: 'yes',
      until: after(1000),
    });
    assert.equal(await other.registrations.find(somebody, after(1000)), undefined);
    assert.equal((await other.registrations.find(another, START))?.registered, 'no');
    assert.equal(await other.registrations.find(hex(64), START), undefined);
  });

  it('have the row that was written last', async ({ registrations, other }) => {
    await registrations.keep(somebody, { registered: 'no', until: after(1000) }, START);
    await other.registrations.keep(somebody, { registered: 'yes', until: after(3000) }, after(500));
    assert.equal((await registrations.find(somebody, after(2000)))?.registered, 'yes');
  });
}
