import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { awaitKeyRelease } from '../../../src/application/operation/await-key-release.ts';
import { forkBuilt } from '../../support/built.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
import { openStores } from '../../support/open-stores.ts';
import { until } from '../../support/until.ts';

/** More than a frozen process could be late by. */
const LOOKS = 4;

describeOnEachStore('the deletion of a client asks the live processes', (open) => {
  let store: StoreInUse;
  let stores: Awaited<ReturnType<typeof openStores>>;
  let children: ChildProcess[];
  const realClock = { now: () => new Date() };

  beforeEach(async () => {
    children = [];
    store = open();
    const { STORE_URL: url = '' } = store.env;
    if (url.startsWith('sqlite')) {
      mkdirSync(join(store.folder, 'data'));
      writeEmptyStore(url.replace(/^sqlite:/, ''));
    }
    stores = await openStores(url);
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await stores.close();
    store.remove();
  });

  async function begin(id: string): Promise<ChildProcess> {
    const child = forkBuilt('support/live-process.ts', [store.env['STORE_URL']!, id]);
    children.push(child);
    await once(child, 'message');
    return child;
  }

  /** The wait for them, with what it has seen so far. */
  function release(maxSilenceMs?: number) {
    const seen = { looks: 0, isOver: false };
    const processes = {
      seenSince: (since: Date) => {
        seen.looks += 1;
        return stores.processes.seenSince(since);
      },
    };
    const ended = awaitKeyRelease({ processes, realClock }, maxSilenceMs);
    void ended.finally(() => (seen.isOver = true)).catch(() => undefined);
    return { seen, ended };
  }

  it('waits for a frozen one until it goes on, and not for the other', async () => {
    const [, frozen] = [await begin('prc_live'), await begin('prc_frozen')];
    frozen.kill('SIGSTOP');
    const { seen, ended } = release(600_000);
    await until(() => seen.looks >= LOOKS, 'it has looked again and again');
    assert.equal(seen.isOver, false);
    frozen.kill('SIGCONT');
    assert.deepEqual(await ended, []);
  });

  it('waits for none that has ended', async () => {
    const leaving = await begin('prc_leaving');
    leaving.kill('SIGSTOP');
    const { seen, ended } = release(600_000);
    await until(() => seen.looks >= LOOKS, 'it waits');
    leaving.send('leave');
    leaving.kill('SIGCONT');
    assert.deepEqual(await ended, []);
  });

  it('names those that stay silent', async () => {
    const [killed] = [await begin('prc_killed'), await begin('prc_live')];
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    assert.deepEqual(
      (await release(3_000).ended).filter(({ id }) => id === 'prc_killed').map(({ id }) => id),
      ['prc_killed'],
    );
  });

  it('waits for nothing where no process is', async () => {
    const { seen, ended } = release();
    assert.deepEqual(await ended, []);
    assert.equal(seen.looks, 1);
  });
});
