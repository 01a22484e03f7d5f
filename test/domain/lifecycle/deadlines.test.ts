import assert from 'node:assert/strict';
import { deadlineFor } from '../../../src/domain/lifecycle/deadlines.ts';

describe('the deadline of an invoice', () => {
  // 1 October 2026 is a Thursday.
  const ROWS: [route: 'RO-EFACTURA' | 'PL-KSEF', issued: string, deadline: string][] = [
    ['PL-KSEF', '2026-10-01', '2026-10-02T23:59:59.999Z'],
    ['PL-KSEF', '2026-10-02', '2026-10-05T23:59:59.999Z'],
    ['PL-KSEF', '2026-10-03', '2026-10-05T23:59:59.999Z'],
    ['PL-KSEF', '2026-10-04', '2026-10-05T23:59:59.999Z'],
    ['PL-KSEF', '2026-12-31', '2027-01-01T23:59:59.999Z'],
    ['RO-EFACTURA', '2026-10-01', '2026-10-08T23:59:59.999Z'],
    ['RO-EFACTURA', '2026-10-03', '2026-10-09T23:59:59.999Z'],
    ['RO-EFACTURA', '2026-10-05', '2026-10-12T23:59:59.999Z'],
    ['RO-EFACTURA', '2028-02-28', '2028-03-06T23:59:59.999Z'],
  ];
  for (const [route, issued, deadline] of ROWS)
    it(`is ${deadline} on ${route} for the issue date ${issued}`, () =>
      assert.equal(deadlineFor(route, issued)?.toISOString(), deadline));

  it('does not exist on other routes', () => {
    for (const route of ['DE-XRECHNUNG', 'PEPPOL', 'FR-PA'] as const)
      assert.equal(deadlineFor(route, '2026-10-01'), undefined);
  });
});
