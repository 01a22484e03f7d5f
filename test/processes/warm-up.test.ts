import assert from 'node:assert/strict';
import type { PoolValidator } from '../../src/adapters/piscina/pool-validator.ts';
import { warmUp } from '../../src/processes/warm-up.ts';
import { DOCUMENTS } from '../support/documents.ts';

describe('the threads of a start', () => {
  for (const rounds of [0, 100])
    it(`check an invoice before the first answer, then it and a credit note ${rounds} times`, async () => {
      const asked: [kinds: number, times: number][] = [];
      const pool = {
        warmUp: async (samples: readonly unknown[], times: number) =>
          void asked.push([samples.length, times]),
      };
      const { ready, done } = warmUp(pool as unknown as PoolValidator, DOCUMENTS, rounds);
      await ready;
      assert.deepEqual(asked, [[1, 1]]);
      await done;
      assert.deepEqual(asked[1], [2, rounds]);
    });
});
