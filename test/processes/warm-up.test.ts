import assert from 'node:assert/strict';
import type { PoolValidator } from '../../src/adapters/piscina/pool-validator.ts';
import { warmUp } from '../../src/processes/warm-up.ts';
import { DOCUMENTS } from '../support/documents.ts';

describe('the threads of a start', () => {
  let asked: [kinds: number, times: number][];
  const warm = (rounds: number) => {
    asked = [];
    const pool = {
      warmUp: async (samples: readonly unknown[], times: number) => void asked.push([samples.length, times]),
    };
    return warmUp(pool as unknown as PoolValidator, DOCUMENTS, rounds);
  };

  it('judge each sample once before the first answer, and 100 times behind it', async () => {
    const { ready, done } = warm(100);
    await ready;
    assert.deepEqual(asked[0], [2, 1]);
    await done;
    assert.deepEqual(asked[1], [2, 100]);
  });

  it('judge nothing where no warm-up is wanted', async () => {
    await warm(0).done;
    assert.deepEqual(asked, []);
  });
});
