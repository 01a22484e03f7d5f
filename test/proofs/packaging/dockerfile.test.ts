import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandOf, copyInto, instructions, stages } from './dockerfile.ts';
import { freePort } from '../../../scripts/free-port.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const NOBODY = '65534';

/** No container engine is needed: the file's own lines run in an empty folder, as a user without rights. */
describe('the Dockerfile', function () {
  const root = process.getuid?.() === 0;
  const [build = [], run = []] = stages(instructions(readFileSync(join(PROJECT, 'Dockerfile'), 'utf8')));
  let folder: string;
  let service: ChildProcess | undefined;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'image-'));
    chmodSync(folder, 0o755);
  });
  after(() => {
    service?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** As the user `nobody` if the tests run as root; otherwise as the present user. */
  const unprivileged = (command: readonly string[]): [string, string[]] => {
    const [program = 'true', ...args] = command;
    return root
      ? ['setpriv', ['--reuid', NOBODY, '--regid', NOBODY, '--clear-groups', program, ...args]]
      : [program, args];
  };

  // npm does not call the registry for packages in its cache. Files of other npm processes come and go in its `tmp`.
  function npmCache(): string {
    const own = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
    const copy = join(folder, 'npm-cache');
    const unfinished = join(own, '_cacache', 'tmp');
    const filter = (file: string): boolean => !file.startsWith(unfinished);
    cpSync(join(own, '_cacache'), join(copy, '_cacache'), { recursive: true, filter });
    if (root) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, copy]);
    return copy;
  }

  it('builds, starts as another user than root, answers its health check and ends on SIGTERM', async () => {
    const app = join(folder, 'app');
    const environment = {
      PATH: process.env['PATH'],
      HOME: folder,
      npm_config_cache: npmCache(),
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
    };
    execFileSync('mkdir', ['-p', app]);
    for (const { word, rest } of build) {
      if (word === 'COPY') {
        copyInto(PROJECT, app, rest);
        if (root) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, app]);
      }
      if (word !== 'RUN') continue;
      const [program, args] = unprivileged(['sh', '-c', rest]);
      const done = spawnSync(program, args, { cwd: app, env: environment, encoding: 'utf8' });
      assert.equal(done.status, 0, `RUN ${rest}\n${done.stdout}\n${done.stderr}`);
    }

    const word = (name: string): string => run.find((each) => each.word === name)?.rest ?? '';
    assert.equal(word('USER'), 'node');
    const ports = {
      PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      SIM_PORT: String(await freePort()),
    };
    const running = { PATH: process.env['PATH'], HOME: folder, NODE_ENV: 'production', ...ports };
    const [program, args] = unprivileged(commandOf(word('CMD')));
    service = spawn(program, args, { cwd: app, env: running, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(service, 'exit');

    const check = commandOf(word('HEALTHCHECK').replace(/^.*\bCMD\s+/, ''));
    const healthy = (): boolean => {
      const [asked, how] = unprivileged(check);
      return spawnSync(asked, how, { cwd: app, env: running }).status === 0;
    };
    const until = Date.now() + 60_000;
    while (!healthy()) {
      assert.ok(Date.now() < until && service.exitCode === null, 'the service never became healthy');
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    const networks = (): Promise<Response> => fetch(`http://127.0.0.1:${ports.SIM_PORT}/control`);
    assert.equal((await networks()).status, 200, 'the sandbox has its networks');
    service.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.equal(healthy(), false);
    for (
      const end = Date.now() + 10_000;
      await networks().then(
        () => true,
        () => false,
      );
    ) {
      assert.ok(Date.now() < end, 'the networks outlive the service');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
});
