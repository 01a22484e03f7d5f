import assert from 'node:assert/strict';
import { FolderInUse } from '../../src/sandbox/folder-owner.ts';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { emptyFolder } from '../support/folder.ts';
import { withNetworkKeys } from '../support/network-keys.ts';

describe('the folder of the simulated networks', () => {
  const folder = emptyFolder();
  const running: RunningSandbox[] = [];
  before(() => withNetworkKeys(folder.path));
  after(async () => {
    for (const each of running.splice(0)) await each.stop();
    folder.remove();
  });

  const started = async (patienceMs: number): Promise<RunningSandbox> => {
    const sandbox = await startSandbox({
      host: '127.0.0.1',
      port: 0,
      folder: folder.path,
      stepMs: 5,
      rulesDir: folder.path,
      limits: 'off',
      patienceMs,
    });
    running.push(sandbox);
    return sandbox;
  };

  it('belongs to one sandbox: a second one names the first and its process, and does not start', async () => {
    const first = await started(0);
    await assert.rejects(started(0), (error) => {
      assert.ok(error instanceof FolderInUse);
      assert.deepEqual(error.owner, { url: first.url, process: process.pid });
      return true;
    });
    assert.equal((await fetch(`${first.url}/control`)).status, 200);
  });

  it('goes to the next one once the first has ended', async () => {
    const waiting = started(5000);
    await running.shift()!.stop();
    const second = await waiting;
    assert.equal((await fetch(`${second.url}/control/calls`)).status, 200);
  });
});
