import assert from 'node:assert/strict';
import { emptyFolder } from '../../support/folder.ts';
import { deliver } from './delivery-run.ts';
import { countsOf } from './summary.ts';
import type { SwapName } from './swaps.ts';

/**
 * Some invoices never end, so all of it passes. Enough for the leases of killed processes: the run moves its clock only after some seconds
 * in which no invoice has ended.
 */
const SHORT_MS = 20_000;

/** A judge that has never found a fault may be blind. */
describe('the judge of the deliveries', () => {
  const wrongs: Readonly<
    Record<
      Exclude<SwapName, 'nothing' | 'the mark of a batch is forgotten'>,
      { at: string; says: RegExp; patienceMs: number }
    >
  > = {
    'a call that was cut off is not asked about': {
      at: 'send: the call, after',
      says: /ended as rejected, not delivered/,
      patienceMs: SHORT_MS,
    },
    'the reference is stored after the call': {
      at: 'send: the call, after',
      says: /the network has .* 2 times, not 1/,
      // All invoices end, however long a busy machine takes.
      patienceMs: 60_000,
    },
    'a lost job is not swept': {
      at: 'intake: its job is made, before',
      says: /ended as queued, not/,
      patienceMs: SHORT_MS,
    },
  };
  for (const [swap, { at, says, patienceMs }] of Object.entries(wrongs))
    it(`finds that ${swap}`, async () => {
      const { path, remove } = emptyFolder();
      try {
        const { faults } = await deliver({
          storeUrl: `sqlite:${path}/data/ids.db`,
          folder: path,
          seed: 1,
          legs: [{ roles: ['all'], kills: 3 }],
          patienceMs,
          only: [at],
          // A network that recognises an invoice by its number prevents what the others do not.
          routes: ['PEPPOL'],
          swap: swap as SwapName,
        });
        assert.match(faults.join('\n'), says);
      } finally {
        remove();
      }
    });
});

describe('what a delivery run has counted', () => {
  it('is kills by store, and invoices by store and route', () => {
    const routes = ['RO-EFACTURA', 'PEPPOL', 'RO-EFACTURA'];
    const deaths = new Map([
      ['send: the call, before', 2],
      ['any moment', 3],
    ]);
    assert.deepEqual(countsOf('sqlite', { deaths, routes }), [
      { of: 'sqlite', unit: 'kills', count: 5 },
      { of: 'sqlite, PEPPOL', unit: 'invoices delivered once', count: 1 },
      { of: 'sqlite, RO-EFACTURA', unit: 'invoices delivered once', count: 2 },
    ]);
    const [kills] = countsOf('sqlite', { deaths, routes }, ['PEPPOL']);
    assert.equal(kills?.of, 'sqlite, PEPPOL');
  });
});
