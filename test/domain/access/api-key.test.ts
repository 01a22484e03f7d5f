import assert from 'node:assert/strict';
import { keyExpected } from '../../../src/domain/access/api-key.ts';
import type { Environment } from '../../../src/domain/vocabulary/route.ts';
import { english } from '../../support/words.ts';

const HEX = '0'.repeat(48);

const ROWS: readonly (readonly [environment: Environment, sent: string | undefined, detail: RegExp])[] = [
  ['sandbox', undefined, /needs the header Authorization, once: Authorization: Bearer ids_test_…/],
  ['production', undefined, /Authorization: Bearer ids_live_…/],
  [
    'sandbox',
    `ids_live_${HEX}`,
    /begins with ids_live_: it is a live key, and this is the sandbox\. .*Bearer ids_test_…/,
  ],
  [
    'production',
    `ids_test_${HEX}`,
    /begins with ids_test_: it is a sandbox key, and this is production\. .*Bearer ids_live_…/,
  ],
  ['sandbox', `ids_test_${HEX}`, /No key here has this value, or it was revoked\. .*Bearer ids_test_…/],
  ['sandbox', 'secret', /Bearer ids_test_…; 48 letters and digits follow/],
];

describe('what is expected instead of a key that is refused', () => {
  for (const [environment, sent, detail] of ROWS)
    it(`is said in ${environment} of ${sent ?? 'no key'}`, () =>
      assert.match(english(keyExpected(environment, sent)), detail));
});
