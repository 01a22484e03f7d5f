import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { builtIds } from '../../support/built.ts';
import { Erp, example, OPERATOR_KEY } from '../../support/erp.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { type Service, spawnService, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { PREPARED_PACKS } from '../../support/prepared-packs.ts';

const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));

const RULES = PREPARED_PACKS;

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** The program of `npm start`. */
const START = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url));
const IDS = fileURLToPath(new URL('../../../bin/ids', import.meta.url));

describe('a start', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'start-'));
    symlinkSync(EXAMPLES, join(folder, 'examples'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('of production without a master key logs that, and answers 503 to calls that need content', async () => {
    const env = { ENVIRONMENT: 'production', OPERATOR_KEY };
    const service = await startService({ cwd: folder, env });
    assert.match(service.printed(), /MASTER_KEY is not set/);
    assert.doesNotMatch(service.printed(), /ids_live_/, 'production mints nothing by itself');
    const operator = new Erp(service, OPERATOR_KEY);
    const { status, json, headers } = await operator.submit(example('plain'));
    assert.deepEqual(
      [status, json],
      [503, { ...json, type: `http://localhost:${new URL(service.url).port}/problems/no-master-key` }],
    );
    assert.match(headers.get('retry-after') ?? '', /^[0-9]+$/);
    assert.equal((await operator.get<{ total: number }>('/invoices')).json.total, 0);
    const health = await operator.get<{ checks: { master_key: string } }>('/health');
    assert.match(health.json.checks.master_key, /^missing/);
    assert.equal(await service.stop(), 0);
  });

  it('and an end are logged, and every line of the log is JSON', async () => {
    const file = join(folder, 'log');
    const env = { OPERATOR_KEY, LOG_LEVEL: 'info' };
    const output = openSync(file, 'w');
    const service = await startService({ cwd: folder, env, output });
    assert.equal(await service.stop(), 0);
    closeSync(output);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const said = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    assert.deepEqual(
      said.filter((msg) => ['started', 'draining', 'stopped'].includes(msg)),
      ['started', 'draining', 'stopped'],
    );
    assert.equal(said.at(-1), 'stopped');
  });

  it('with a pack of the program removed reports in /health which checks do not run', async () => {
    const rules = join(folder, 'rules');
    cpSync(RULES, rules, { recursive: true });
    for (const name of readdirSync(rules))
      if (name.startsWith('cius-ro-')) rmSync(join(rules, name), { recursive: true });
    const service = await startService({ cwd: folder, env: { OPERATOR_KEY } });
    const { json } = await new Erp(service, OPERATOR_KEY).get<{ checks: { rule_packs: string } }>('/health');
    assert.match(json.checks.rule_packs, /^ok; not installed: cius-ro;/);
    assert.equal(await service.stop(), 0);
  });

  for (const role of ['api', 'worker'])
    it(`as ${role} alone runs and ends`, async () => {
      const service = await startService({ cwd: folder, env: { ROLE: role } });
      const health = await fetch(`${service.url}/health`).then(
        (answer) => answer.status,
        () => 'not listening',
      );
      assert.equal(health, role === 'api' ? 200 : 'not listening');
      assert.equal(await service.stop(), 0);
    });

  /** Starts that fail: one sentence with the name of the setting, exit code 1, no stack trace. */
  async function refusal(env: Record<string, string>, port?: number): Promise<string> {
    const service = await spawnService({ cwd: folder, env, ...(port === undefined ? {} : { port }) });
    // A start that is not refused would run for ever.
    const late = setTimeout(() => service.process.kill('SIGKILL'), 20_000);
    await once(service.process, 'close');
    clearTimeout(late);
    assert.equal(service.process.exitCode, 1, service.printed());
    const text = service.printed().trim();
    assert.doesNotMatch(text, /\n\s+at /);
    const isOneSentence = text
      .split('\n')
      .slice(1)
      .every((line) => line.startsWith('  rule pack '));
    assert.ok(isOneSentence, text);
    return text;
  }

  it('on a used port names PORT and makes no keys; the first prints them, and a curl line that works when pasted; a later one prints how to mint', async () => {
    const port = await freePort();
    const other = createServer().listen(port);
    await once(other, 'listening');
    assert.match(await refusal({}, port), /^PORT \d+ is taken/);
    other.close();

    const first = await startService({ cwd: folder });
    const key = /demo\s+(ids_test_[0-9a-f]{48})/.exec(first.printed())?.[1];
    assert.ok(key, first.printed());
    assert.match(first.printed(), /operator {3}ids_test_[0-9a-f]{48}/);
    const curl = /^ {2}npx ids example \w+ \| curl .*\\\n.*\n/m;
    await until(() => curl.test(first.printed()), 'the whole line is printed');
    const line = curl
      .exec(first.printed())![0]
      .replace(/localhost:\d+/, new URL(first.url).host)
      .replace('npx ids', `'${process.execPath}' '${builtIds()}'`);
    const answer = JSON.parse(execFileSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8' })) as {
      id: string;
      state: string;
    };
    assert.match(answer.id, /^inv_/);
    assert.equal(answer.state, 'queued');
    assert.equal(await first.stop(), 0);

    const second = await startService({ cwd: folder });
    assert.doesNotMatch(second.printed(), /ids_test_/);
    assert.match(second.printed(), /ids keys mint --client/);
    const known = await fetch(`${second.url}/invoices/${answer.id}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    assert.equal(known.status, 200);
    assert.equal(await second.stop(), 0);
  });

  it('on an address of another machine names HOST or METRICS_HOST', async () => {
    assert.match(
      await refusal({ HOST: '203.0.113.1' }),
      /^HOST 203\.0\.113\.1 is no address of this machine/,
    );
    assert.match(await refusal({ METRICS_HOST: 'no.such.invalid' }), /^METRICS_HOST no\.such\.invalid is no/);
  });

  it('on one address listens only there', async function () {
    // Only Linux has all of 127/8.
    if (process.platform !== 'linux') return this.skip();
    const service = await spawnService({
      cwd: folder,
      env: { HOST: '127.0.0.2', METRICS_HOST: '127.0.0.3' },
    });
    const listeners = [
      [service.url, '127.0.0.2', '/health'],
      [service.metricsUrl, '127.0.0.3', '/metrics'],
    ] as const;
    while (!service.printed().includes('Metrics') && service.process.exitCode === null) await pause(50);
    for (const [url, host, path] of listeners) {
      const own = url.replace('127.0.0.1', host);
      assert.equal((await fetch(`${own}${path}`)).status, 200);
      assert.ok(service.printed().includes(own), service.printed());
      await assert.rejects(fetch(`${url}${path}`));
    }
    assert.equal(await service.stop(), 0);
  });

  it('in a folder that cannot be written names STORE_URL', async () => {
    // Root may write everywhere: a file stands in the place of the folder.
    writeFileSync(join(folder, 'data'), '');
    assert.match(await refusal({}), /^STORE_URL /);
  });

  for (const path of ['/proc/ids.db', '/proc/data/ids.db', '/proc/deep/data/ids.db'])
    it(`in a folder that cannot be made names STORE_URL (${path})`, async function () {
      if (!existsSync('/proc/self')) return this.skip();
      assert.match(
        await refusal({ STORE_URL: `sqlite:${path}` }),
        /^STORE_URL names \/proc\/.* cannot be opened/,
      );
    });

  it('without a rule pack, or without one for the chosen engine, prints the command to run', async () => {
    assert.match(
      await refusal({ RULES_DIR: join(folder, 'none') }),
      /^RULES_DIR .* holds no rule pack; run ids packs/,
    );
    assert.match(await refusal({ RULE_ENGINE: 'saxon' }), /^RULE_ENGINE needs SaxonJS, .* run ids packs/);
    assert.match(await refusal({ CROSS_CHECK: '0.1' }), /^CROSS_CHECK needs SaxonJS, .* run ids packs/);
    writeFileSync(join(folder, 'no-folder'), '');
    assert.match(
      await refusal({ RULES_DIR: join(folder, 'no-folder') }),
      /^RULES_DIR .* cannot be read \(ENOTDIR\)\.$/,
    );
  });

  it('with XSD_ENGINE=java and no Java reports that', async () => {
    assert.match(
      await refusal({ XSD_ENGINE: 'java', JAVA_HOME: join(folder, 'none') }),
      /^XSD_ENGINE java cannot be used: its helper cannot be compiled \(there is no javac\)\.$/,
    );
  });

  it('with XSD_ENGINE=java gives the same verdicts', async function () {
    if (spawnSync('javac', ['-version']).status !== 0) this.skip();
    const service = await startService({ cwd: folder, env: { XSD_ENGINE: 'java', OPERATOR_KEY } });
    const erp = await Erp.of(service, 'java');
    const { json } = await erp.post<{ layers: { layer: string; outcome: string }[] }>(
      '/validate',
      example('plain'),
    );
    assert.equal(await service.stop(), 0);
    assert.equal(json.layers.find(({ layer }) => layer === 'xsd')?.outcome, 'valid');
    assert.ok(json.layers.every(({ outcome }) => outcome === 'valid'));
  });

  describe('with a rules folder of its own', () => {
    let home: string;
    let rules: string;
    let service: Service | undefined;
    before(() => {
      home = mkdtempSync(join(tmpdir(), 'start-'));
      rules = join(home, 'some-rules');
      cpSync(RULES, rules, { recursive: true });
    });
    after(async () => {
      await service?.stop();
      rmSync(home, { recursive: true, force: true });
    });

    it('in which a pack is damaged is refused, and ids packs compile repairs it', async () => {
      const named = (start: string) => readdirSync(rules).find((name) => name.startsWith(start)) ?? '';
      const [pack, other] = [named('xrechnung-'), named('en16931-')];
      for (const name of [pack, other]) writeFileSync(join(rules, name, 'source/ubl.sch'), '');
      const [head, ...packs] = (await refusal({ RULES_DIR: rules })).split('\n');
      assert.match(head ?? '', /^RULES_DIR .* cannot be used\. Run ids packs compile, or remove it:$/);
      assert.deepEqual(
        packs.toSorted(),
        [other, pack].map((name) => `  rule pack ${name}: source/ubl.sch was changed`),
      );
      const env = { PATH: process.env['PATH'], RULES_DIR: rules };
      const compile = [IDS, 'packs', 'compile'];
      const { stderr } = spawnSync(process.execPath, compile, { cwd: home, env, encoding: 'utf8' });
      assert.match(stderr, new RegExp(`^xrechnung \\S+ \\(built-in\\): ${join(rules, pack)}$`, 'm'));
    });

    it('that was repaired, and with an OPERATOR_KEY, mints no key', async () => {
      const env = { RULES_DIR: rules, OPERATOR_KEY };
      service = await startService({ cwd: home, env });
      assert.doesNotMatch(service.printed(), /ids_test_/);
      const keys = await new Erp(service, OPERATOR_KEY).get<{ data: unknown[] }>('/keys');
      assert.deepEqual(keys.json.data, []);
    });

    it('is followed by a failing health as soon as a pack cannot be loaded', async () => {
      const { url, printed } = service!;
      const pack = readdirSync(rules).find((name) => name.startsWith('ubl-')) ?? '';
      const schema = join(rules, pack, 'source/UBL-Invoice.xsd');
      const bytes = readFileSync(schema);
      const health = async (): Promise<{ status: string; checks: { rule_packs: string } }> =>
        (await fetch(`${url}/health`)).json() as never;
      const until = async (status: string): Promise<void> => {
        for (const late = Date.now() + 10_000; (await health()).status !== status; await pause(100))
          assert.ok(Date.now() < late, `the health does not become ${status}`);
      };
      await until('ok');
      rmSync(schema);
      await until('failing');
      assert.equal((await health()).checks.rule_packs, 'failing');
      writeFileSync(schema, bytes);
      await until('ok');
      assert.match(printed(), /UBL-Invoice\.xsd cannot be read \(ENOENT\)/);
      assert.equal(await service!.stop(), 0);
    });
  });

  it('of npm with a rules folder that cannot be used names it', () => {
    writeFileSync(join(folder, 'file'), '');
    const env = { PATH: process.env['PATH'], RULES_DIR: join(folder, 'file/rules') };
    const { status, stderr } = spawnSync(process.execPath, [START], { cwd: folder, env, encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^RULES_DIR \S+ cannot be used \(ENOTDIR\)\.\nThe rule packs could not be compiled\.\n$/m,
    );
    assert.doesNotMatch(stderr, /\n\s+at /);
  });

  it('of npm ends with npm, although the shell between them does not pass the signal on', async () => {
    const env = {
      PATH: process.env['PATH'],
      RULES_DIR: RULES,
      STORE_URL: `sqlite:${join(folder, 'ids.db')}`,
    };
    const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()), SIM_PORT: '0' };
    const npm = spawn('npm', ['start'], { cwd: PROJECT, env: { ...env, ...ports }, stdio: 'ignore' });
    const answers = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${ports.PORT}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(answers, 'it answers', 60_000, 100);
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    await ended;
    await until(async () => !(await answers()), 'the service has ended', 60_000, 100);
  });

  it('on a file that is not a store names STORE_URL', async () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(
      join(folder, 'data/ids.db'),
      'this is not a database, although its name says so'.repeat(100),
    );
    assert.match(await refusal({}), /^STORE_URL /);
  });

  describe('on an existing store', () => {
    let made: string;
    before(async () => {
      made = mkdtempSync(join(tmpdir(), 'start-'));
      await (await startService({ cwd: made })).stop();
    });
    beforeEach(() => cpSync(join(made, 'data'), join(folder, 'data'), { recursive: true }));
    after(() => rmSync(made, { recursive: true, force: true }));

    it('with another master key names MASTER_KEY', async () => {
      assert.match(await refusal({ MASTER_KEY: Buffer.alloc(32, 5).toString('base64') }), /^MASTER_KEY /);
    });

    it('without its master key names MASTER_KEY and creates no other', async () => {
      const key = join(folder, 'data/master.key');
      renameSync(key, join(folder, 'kept.key'));
      assert.match(await refusal({}), /^MASTER_KEY_FILE is gone from \S*master\.key; put back/);
      assert.ok(!existsSync(key));
      renameSync(join(folder, 'kept.key'), key);
      await (await startService({ cwd: folder })).stop();
    });

    it('of the other environment names ENVIRONMENT or STORE_URL', async () => {
      assert.match(await refusal({ ENVIRONMENT: 'production' }), /^(ENVIRONMENT|STORE_URL) /);
    });
  });

  it('with a wrong setting names it', async () => {
    assert.match(await refusal({ POOL_THREADS: 'many' }), /^POOL_THREADS must be a whole number/);
  });

  it('of production with a switch of the sandbox names it, also a switch that nothing reads yet', async () => {
    for (const name of ['CLOCK_CONTROL', 'SIM_PORT'])
      assert.match(
        await refusal({ ENVIRONMENT: 'production', [name]: '1' }),
        new RegExp(`^${name} is for the sandbox`),
      );
  });

  it('with a master key file that cannot be read names it', async () => {
    const path = join(folder, 'key');
    mkdirSync(path);
    chmodSync(path, 0o700);
    assert.match(await refusal({ MASTER_KEY_FILE: path }), /^MASTER_KEY_FILE cannot be read/);
  });
});
