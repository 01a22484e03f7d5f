import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { State } from '../../src/sandbox/state.ts';
import { emptyFolder } from '../support/folder.ts';

describe('a secret of the sandbox', () => {
  const folder = emptyFolder();
  const states: State[] = [];
  const opened = (): State => {
    const state = new State(join(folder.path, 'network.db'));
    states.push(state);
    return state;
  };
  after(() => {
    for (const state of states) state.close();
    folder.remove();
  });

  const slow = async (): Promise<string> => {
    await pause(10);
    return randomUUID();
  };

  it('is the same for all simultaneous callers, also from another process', async () => {
    const [one, other] = [opened(), opened()];
    const asked = [one, one, other].map((state) => state.lasting('PL-KSEF', 'key', slow));
    const [first, second, third] = await Promise.all(asked);
    assert.deepEqual([second, third], [first, first]);
    assert.equal(await one.lasting('PL-KSEF', 'key', slow), first);
  });
});
