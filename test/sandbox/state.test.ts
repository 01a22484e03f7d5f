import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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

describe('a transaction of the sandbox', () => {
  const folder = emptyFolder();
  after(() => folder.remove());

  const TRANSACTIONS = 5000;
  const STATE = fileURLToPath(new URL('../../src/sandbox/state.ts', import.meta.url));
  /** A read comes before each write, as in the networks. */
  const PROGRAM = `
    import { State } from ${JSON.stringify(STATE)};
    const state = new State(process.argv[1]);
    for (let n = 0; n < ${TRANSACTIONS}; n += 1)
      state.transaction(() => {
        state.countFor('PL-KSEF', 'calls');
        state.count('PL-KSEF', 'calls');
      });
    state.close();`;

  it('waits for one of another process, instead of failing because the file has changed since it was read', async () => {
    const path = join(folder.path, 'network.db');
    new State(path).close();
    const counting = (): Promise<unknown> =>
      promisify(execFile)(process.execPath, ['--import=tsx', '--input-type=module', '--eval', PROGRAM, path]);
    await Promise.all([counting(), counting()]);
    const state = new State(path);
    assert.equal(state.countFor('PL-KSEF', 'calls'), 2 * TRANSACTIONS);
    state.close();
  });
});
