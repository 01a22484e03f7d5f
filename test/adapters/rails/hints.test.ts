import assert from 'node:assert/strict';
import { ALL_STATUSES } from '../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { PEPPOL_STATUSES } from '../../../src/adapters/rails/peppol/status-mappings.ts';
import { KSEF_STATUS_MAPPINGS } from '../../../src/adapters/rails/pl-ksef/status-mappings.ts';
import { ANAF_STATUSES } from '../../../src/adapters/rails/ro-efactura/status-mappings.ts';
import type { StatusMapping } from '../../../src/domain/sending/status-mapping.ts';

/** Rows for which the words of the code are all there is to say, and why. */
const WITHOUT_OWN_HINT: Readonly<Record<string, readonly string[]>> = {
  'the network’s own words name the error': ['invalid file', 'refused'],
  'the reason stands in the log of the access point': ['mlsStatus received_re', 'rejected', 'EBMS handling'],
};

const ROWS: Readonly<Record<string, readonly StatusMapping[]>> = {
  KSeF: Object.values(KSEF_STATUS_MAPPINGS),
  ANAF: Object.values(ANAF_STATUSES),
  'the French platforms': ALL_STATUSES,
  Peppol: Object.values(PEPPOL_STATUSES),
};

const REFUSES = new Set<StatusMapping['meaning']>([
  'refused',
  'refused-since',
  'not-taken-once',
  'unclear-once',
]);

describe('a refusal that the sender can correct', () => {
  for (const [network, rows] of Object.entries(ROWS))
    it(`has a hint for its own status at ${network}, not only that of its code`, () => {
      const missing = rows
        .filter(
          ({ meaning, owner, senderCanFix = owner === 'erp', fixHint }) =>
            REFUSES.has(meaning) && senderCanFix && fixHint === undefined,
        )
        .map(({ networkStatus }) => networkStatus);
      const known = Object.values(WITHOUT_OWN_HINT).flat();
      assert.deepEqual(
        missing.filter((status) => !known.includes(status)),
        [],
      );
      assert.ok(rows.length > 20);
    });
});
