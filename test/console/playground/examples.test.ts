import assert from 'node:assert/strict';
import { type Example, wishesFor } from '../../../src/console/pages/playground/examples.ts';
import { example } from '../../support/erp.ts';

const NAMES = ['plain', 'over-peppol', 'over-pl-ksef', 'over-ro-efactura', 'over-fr-pa'] as const;

const numberAt = (name: string, at: string): string =>
  wishesFor(example(name) as unknown as Example, new Date(at)).number;

describe('the number of an invoice in the playground', () => {
  for (const name of NAMES)
    it(`is another one a millisecond later, for ${name}`, () => {
      const one = numberAt(name, '2026-11-26T21:50:29.228Z');
      assert.match(one, /\d$/);
      assert.notEqual(one, numberAt(name, '2026-11-26T21:50:29.229Z'));
    });

  // Both examples have numbers RE-2026-…, and the number is the idempotency key.
  it('is no number that an example of another route got in the same second', () => {
    assert.notEqual(
      numberAt('plain', '2026-11-26T21:50:29.228Z'),
      numberAt('over-peppol', '2026-11-26T21:50:29.911Z'),
    );
  });
});
