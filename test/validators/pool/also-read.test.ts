import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import checkInThread from '../../../src/adapters/piscina/check-thread.ts';

const order = { layers: [], severities: new Map(), crossCheck: false, layerMs: 1_000, trusted: true };
const bytes = new TextEncoder().encode('<a/>');

describe('samples that a thread only reads', () => {
  const read = (sample: string) =>
    checkInThread({
      ...order,
      rulesDir: 'no rules are read',
      bytes,
      alsoRead: [new TextEncoder().encode(sample)],
    });

  it('are in no answer', async () => {
    assert.deepEqual(withEnglish((await read('<b><c/></b>')).layers), []);
  });

  it('are read: one that cannot be is a fault of ours', async () => {
    await assert.rejects(read('<b><c></b>'), /end-tag/);
  });
});
