import assert from 'node:assert/strict';
import { STATUS_INQUIRY } from '../../../src/domain/routes/route-caps.ts';
import { capOn, nextLook } from '../../../src/domain/lifecycle/caps.ts';
import { profileOf } from '../../../src/domain/routes/all.ts';
import { WORKS } from '../../../src/domain/lifecycle/work.ts';
import type { Work } from '../../../src/domain/lifecycle/work.ts';

const onRoute = (route: string, work: Work, client: string) =>
  capOn({ route, caps: profileOf(route).caps ?? [] }, work, client);
const windowsOf = (...of: Parameters<typeof onRoute>): string | undefined =>
  onRoute(...of)
    ?.windows.map(({ limit, seconds }) => `${limit} in ${seconds}`)
    .join(', ');

describe('caps on calls to routes', () => {
  const SEND = '10 in 1.5, 30 in 60.5, 180 in 3600.5';
  const STATUS = '30 in 1.5, 120 in 60.5, 1200 in 3600.5';

  for (const [route, work, windows] of [
    ['PL-KSEF', 'send', SEND],
    ['PL-KSEF', 'poll', STATUS],
    ['PL-KSEF', STATUS_INQUIRY, STATUS],
    ['RO-EFACTURA', 'send', '1000 in 60.5'],
    ['RO-EFACTURA', 'receipt', '1000 in 60.5'],
  ] as const)
    it(`are ${windows}, including half a second for the transmission, on ${work} over ${route}`, () =>
      assert.equal(windowsOf(route, work, 'acme'), windows));

  it('are absent if a rail has none', () => {
    for (const work of WORKS) assert.equal(capOn({ route: 'PEPPOL', caps: [] }, work, 'acme'), undefined);
    assert.equal(onRoute('PL-KSEF', 'receipt', 'acme'), undefined);
  });

  it('have a key for each client and the works that they count', () => {
    assert.equal(onRoute('PL-KSEF', STATUS_INQUIRY, 'acme')?.key, 'PL-KSEF acme inquire');
  });

  it('are checked again after a second, at the queue position, or after half of a long wait', () => {
    const now = new Date('2026-03-02T09:00:00Z');
    const wait = (ms: number): number => Number(nextLook(new Date(Number(now) + ms), now)) - Number(now);
    assert.deepEqual([-5, 1, 999, 57_000, 300_000].map(wait), [1000, 1000, 1000, 57_000, 300_000]);
    assert.deepEqual([400_000, 600_000, 7_200_000].map(wait), [300_000, 300_000, 3_600_000]);
  });

  it('count by client: sends and status reads separately in Poland, all together in Romania', () => {
    const keyOf = (...of: Parameters<typeof onRoute>) => onRoute(...of)!.key;
    assert.notEqual(keyOf('PL-KSEF', 'send', 'acme'), keyOf('PL-KSEF', 'send', 'local'));
    assert.notEqual(keyOf('PL-KSEF', 'send', 'acme'), keyOf('PL-KSEF', 'poll', 'acme'));
    assert.equal(keyOf('PL-KSEF', STATUS_INQUIRY, 'acme'), keyOf('PL-KSEF', 'poll', 'acme'));
    assert.equal(keyOf('RO-EFACTURA', 'send', 'acme'), keyOf('RO-EFACTURA', 'poll', 'acme'));
  });
});
