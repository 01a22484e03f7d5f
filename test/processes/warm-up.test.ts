import assert from 'node:assert/strict';
import type { PoolValidator } from '../../src/adapters/piscina/pool-validator.ts';
import { samplesToRead, tryThreads, warmUp } from '../../src/processes/warm-up.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { CheckedFile } from 'en16931-rules/pool/checked-file.ts';
import { DOCUMENTS } from '../support/documents.ts';
import { exampleBytes } from '../support/example-file.ts';

describe('the threads of a start', () => {
  for (const rounds of [0, 100])
    it(`check an invoice before the first answer, then it and a credit note ${rounds} times`, async () => {
      const asked: [kinds: number, times: number, read: number][] = [];
      const pool = {
        warmUp: async (samples: readonly unknown[], times: number, alsoRead: readonly unknown[] = []) =>
          void asked.push([samples.length, times, alsoRead.length]),
      };
      await tryThreads(pool as unknown as PoolValidator, DOCUMENTS);
      assert.deepEqual(asked, [[1, 1, 0]]);
      await warmUp(pool as unknown as PoolValidator, DOCUMENTS, rounds);
      assert.deepEqual(asked[1], [2, rounds, 1]);
    });

  it('read an invoice in CII that has the names and most paths of a usual one', async () => {
    const usual = exampleBytes('xrechnung-cii.xml');
    const vocabulary = new Vocabulary();
    for (const sample of await samplesToRead(DOCUMENTS)) new CheckedFile(sample, vocabulary, true).document();
    const { count, path, vocabulary: own } = new CheckedFile(usual, vocabulary).document();
    const unknown = path.subarray(1, count).filter((one) => one >= own.paths.offset);
    assert.equal(own.names.size, own.names.offset);
    assert.ok(unknown.length < count / 10, `${unknown.length} of ${count}`);
  });
});
