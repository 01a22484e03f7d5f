import assert from 'node:assert/strict';
import { capOn } from '../../../src/domain/lifecycle/caps.ts';
import { WORKS } from '../../../src/domain/lifecycle/work.ts';
import { ROUTES } from '../../../src/domain/vocabulary/route.ts';

const windowsOf = (...of: Parameters<typeof capOn>): string | undefined =>
  capOn(...of)
    ?.windows.map(({ limit, seconds }) => `${limit} in ${seconds}`)
    .join(', ');

describe('caps on calls to routes', () => {
  const SEND = '10 in 1.5, 30 in 60.5, 180 in 3600.5';
  const STATUS = '30 in 1.5, 120 in 60.5, 1200 in 3600.5';

  for (const [route, work, windows] of [
    ['PL-KSEF', 'send', SEND],
    ['PL-KSEF', 'poll', STATUS],
    ['PL-KSEF', 'settle', STATUS],
    ['RO-EFACTURA', 'send', '1000 in 60.5'],
    ['RO-EFACTURA', 'receipt', '1000 in 60.5'],
  ] as const)
    it(`are ${windows}, half a second for the way included, on ${work} over ${route}`, () =>
      assert.equal(windowsOf(route, work, 'acme'), windows));

  it('are none on other routes', () => {
    for (const route of ROUTES.filter((one) => one !== 'PL-KSEF' && one !== 'RO-EFACTURA'))
      for (const work of WORKS) assert.equal(capOn(route, work, 'acme'), undefined);
  });

  it('count by client, sends apart from status reads in Poland, all together in Romania', () => {
    const keyOf = (...of: Parameters<typeof capOn>) => capOn(...of)!.key;
    assert.notEqual(keyOf('PL-KSEF', 'send', 'acme'), keyOf('PL-KSEF', 'send', 'local'));
    assert.notEqual(keyOf('PL-KSEF', 'send', 'acme'), keyOf('PL-KSEF', 'poll', 'acme'));
    assert.equal(keyOf('PL-KSEF', 'settle', 'acme'), keyOf('PL-KSEF', 'poll', 'acme'));
    assert.equal(keyOf('RO-EFACTURA', 'send', 'acme'), keyOf('RO-EFACTURA', 'poll', 'acme'));
  });
});
