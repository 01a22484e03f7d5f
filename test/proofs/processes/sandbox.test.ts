import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/free-port.ts';
import { BRIEF } from '../../support/service.ts';
import { withNetworkKeys } from '../../support/network-keys.ts';
import { PREPARED_PACKS } from '../../support/prepared-packs.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const START = join(PROJECT, 'scripts/start.mjs');
const IDS = join(PROJECT, 'bin/ids');

/** The programs of `npm start` and `ids sandbox`, as built. */
describe('the simulated networks beside a service', () => {
  let folder: string;
  const started: ChildProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'networks-'));
    symlinkSync(PREPARED_PACKS, join(folder, 'rules'));
    withNetworkKeys(join(folder, 'data/sandbox'));
  });
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const settings = async (simPort: number): Promise<NodeJS.ProcessEnv> => ({
    PATH: process.env['PATH'],
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    ...BRIEF,
    SIM_PORT: String(simPort),
    SIM_STEP_MS: '5',
  });

  async function start(env: NodeJS.ProcessEnv, ...words: readonly string[]) {
    const child = spawn(process.execPath, words.length > 0 ? [IDS, ...words] : [START], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const exit = once(child, 'exit');
    return {
      child,
      printed: () => printed,
      until: async (text: RegExp) => {
        for (let waited = 0; !text.test(printed); waited += 50) {
          assert.ok(waited < 60_000 && child.exitCode === null, printed);
          await pause(50);
        }
      },
      end: async (signal: NodeJS.Signals = 'SIGTERM') => {
        child.kill(signal);
        await exit;
        return child.exitCode;
      },
    };
  }

  const isThere = (port: number): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/control`).then(
      (answer) => answer.ok,
      () => false,
    );

  async function isGone(port: number): Promise<boolean> {
    for (let waited = 0; waited < 10_000; waited += 50) {
      if (!(await isThere(port))) return true;
      await pause(50);
    }
    return false;
  }

  it('do not exist in production, and cannot be started alone there', async () => {
    const env = { ...(await settings(0)), SIM_PORT: '', SIM_STEP_MS: '', ENVIRONMENT: 'production' };
    const service = await start(env);
    await service.until(/Metrics/);
    assert.doesNotMatch(service.printed(), /Simulated/);
    await service.end();
    const { status, stderr } = spawnSync(process.execPath, [IDS, 'sandbox'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /^ENVIRONMENT is production, and production has no simulated networks\.$/m);
  });

  it('stop the start with one sentence if another program uses their port', async () => {
    const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const service = await start(await settings(port));
    await once(service.child, 'exit');
    other.close();
    assert.equal(service.child.exitCode, 1);
    const sentence = `SIM_PORT ${port} is taken by another process. If that is this service, it runs already; else set SIM_PORT to a free port.`;
    assert.deepEqual(service.printed().trim().split('\n').at(-1), sentence);
    assert.doesNotMatch(service.printed(), /Error/);
  });

  it('stop the start with one sentence if other networks use the folder', async () => {
    const [port, otherPort] = [await freePort(), await freePort()];
    const first = await start(await settings(port), 'sandbox');
    await first.until(/Simulated networks/);
    const second = await start(await settings(otherPort));
    await once(second.child, 'exit');
    assert.equal(second.child.exitCode, 1);
    assert.equal(
      second.printed().trim().split('\n').at(-1),
      `SIM_PORT is ${otherPort}, but the simulated networks at http://127.0.0.1:${port} (process ${first.child.pid}) use ` +
        `./data/sandbox; set SIM_PORT=${port} to share them, or start this one in another folder.`,
    );
    assert.equal(await first.end(), 0);
  });

  it('start with the service, print their address, are shared with a second service, and end when their own is killed or stopped', async () => {
    const port = await freePort();
    const whereTheyAre = new RegExp(`^Simulated networks: http://127.0.0.1:${port} `, 'm');
    mkdirSync(join(folder, 'data'), { recursive: true });
    const first = await start(await settings(port));
    await first.until(/Metrics/);
    assert.match(first.printed(), whereTheyAre);
    assert.ok(await isThere(port));
    const second = await start(await settings(port));
    await second.until(/Metrics/);
    assert.doesNotMatch(second.printed(), /Simulated/);
    // The networks have ended with it: only then the second service gets the port.
    assert.equal(await first.end('SIGKILL'), null);
    const killed = performance.now();
    await second.until(whereTheyAre);
    assert.ok(performance.now() - killed < 12_000, 'the networks outlive a service that is killed');
    assert.ok(await isThere(port));
    assert.equal(await second.end(), 0);
    assert.ok(await isGone(port));
  });

  it('run alone, stop on a signal, and remember their calls after a restart and after a kill', async () => {
    const env = await settings(0);
    // As a shell reports a program that Ctrl-C ended.
    const codes = { SIGINT: 130, SIGKILL: null, SIGTERM: 0 } as const;
    for (const [n, signal] of (['SIGINT', 'SIGKILL', 'SIGTERM'] as const).entries()) {
      const alone = await start(env, 'sandbox');
      await alone.until(/Simulated networks/);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(alone.printed())?.[0] ?? '';
      const calls = (await (await fetch(`${url}/control/calls`)).json()) as { data: unknown[] };
      assert.equal(calls.data.length, n);
      assert.equal((await fetch(`${url}/peppol/ap/phase4ping`)).status, 200);
      assert.equal(await alone.end(signal), codes[signal]);
    }
  });
});
