import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/free-port.ts';
import { SCENARIOS } from '../../../src/commands/certify/scenarios.ts';
import type { JudgedScenario, Scorecard } from '../../../src/commands/certify/scorecard.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { jsonOf, type Ran, runIds } from '../run-ids.ts';
import { runForgetfulErp } from './forgetful-erp.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/erp-integration.mjs', import.meta.url));
const SECRET = `whsec_${Buffer.alloc(24).toString('base64')}`;
const FAST = ['--slow', '1', '--quiet', '2', '--within', '1.5'];

describe('ids certify', function () {
  this.timeout(240_000);
  const folder = emptyFolder();
  const programs: ChildProcess[] = [];
  let networks: TestSandbox;
  let service: Service;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    networks = await aSandbox({ stepMs: 50 });
    const settings = { OPERATOR_KEY, CLOCK_CONTROL: '1', SIM_PORT: String(networks.port) };
    service = await startService({ cwd: folder.path, env: settings });
    const store = `sqlite:${join(folder.path, 'data/ids.db')}`;
    env = { IDS_URL: service.url, IDS_KEY: OPERATOR_KEY, STORE_URL: store, CLOCK_CONTROL: '1' };
  });
  after(async () => {
    for (const program of programs) program.kill();
    await service?.stop();
    await networks?.stop();
    folder.remove();
  });

  const at = (name: string): string => join(folder.path, name);
  const invoices = async (name: string): Promise<readonly string[]> =>
    (await runIds(['certify', 'invoices', at(name)], env)).out.trim().split('\n');

  /** Runs the kit, and the ERP as soon as the kit waits for it. */
  async function certified(
    out: string,
    words: readonly string[],
    erp: (url: string, keyFile: string) => unknown,
  ): Promise<Ran & { readonly card: Scorecard }> {
    const port = await freePort();
    const options = [
      '--client',
      'demo',
      '--port',
      String(port),
      '--clock',
      service.metricsUrl,
      '--out',
      at(out),
    ];
    const running = runIds(['certify', 'run', ...options, ...FAST, ...words, '--json'], env);
    const keyFile = join(at(out), 'erp.key');
    await Promise.race([
      running,
      until(() => existsSync(keyFile), 'the key of the ERP', 30_000).then(() => reached(port)),
    ]);
    const working = erp(`http://127.0.0.1:${port}`, keyFile);
    const ran = await running;
    await working;
    return { ...ran, card: jsonOf<Scorecard>(ran) };
  }

  const reached = (port: number) =>
    until(
      async () => (await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined))?.ok === true,
      'the kit, in place of the service',
    );

  const named = ({ scenarios }: Scorecard, name: string): JudgedScenario =>
    scenarios.find((scenario) => scenario.name === name)!;
  const notMet = ({ expectations }: JudgedScenario) => expectations.filter(({ result }) => result !== 'met');

  it('passes the example integration in every scenario, and signs the scorecard', async () => {
    const files = await invoices('all');
    const port = await freePort();
    const webhook = ['--webhook', `http://127.0.0.1:${port}/`, '--secret', SECRET];
    const { code, err, card } = await certified(
      'passed',
      [...webhook, '--erp', 'Example 1'],
      (url, keyFile) => {
        const words = [EXAMPLE, url, keyFile, String(port), SECRET, ...files];
        programs.push(spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] }));
      },
    );
    assert.deepEqual(card.scenarios.flatMap(notMet), [], err);
    assert.deepEqual([code, card.result, card.counts.passed], [0, 'passed', SCENARIOS.length], err);
    await assertVerifies('passed', card);
  });

  async function assertVerifies(out: string, card: Scorecard): Promise<void> {
    const keys = await (await fetch(`${service.url}/.well-known/jwks.json`)).text();
    writeFileSync(at('keys.json'), keys);
    const signed = join(at(out), 'scorecard.jws');
    const words = ['--keys', at('keys.json'), '--page', at('verified.html')];
    const verified = await runIds(['certify', 'verify', signed, ...words, '--json']);
    assert.equal(verified.code, 0, verified.err);
    assert.deepEqual(jsonOf<Scorecard>(verified), card);
    assert.equal(
      readFileSync(at('verified.html'), 'utf8'),
      readFileSync(join(at(out), 'scorecard.html'), 'utf8'),
    );
    const [header, payload, signature] = readFileSync(signed, 'utf8').split('.') as [string, string, string];
    const changed = Buffer.from(payload, 'base64url').toString().replace('"Example 1"', '"Example 2"');
    writeFileSync(signed, [header, Buffer.from(changed).toString('base64url'), signature].join('.'));
    const refused = await runIds(['certify', 'verify', signed, '--keys', at('keys.json')]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /Refused\. The signature is not that of this statement and key/);
  }

  it('fails an integration that resends without its Idempotency-Key, and says so in words', async () => {
    const names = ['ordinary', 'answer-503', 'answer-none', 'rate-limit'];
    const files = (await invoices('some')).filter((file) =>
      names.some((name) => file.endsWith(`${name}.json`)),
    );
    const { code, err, card } = await certified('failed', ['--only', ...names], (url, keyFile) =>
      runForgetfulErp(url, readFileSync(keyFile, 'utf8').trim(), files),
    );
    assert.deepEqual([code, card.result], [1, 'failed'], err);
    assert.equal(named(card, 'ordinary').result, 'passed', err);
    for (const name of ['answer-503', 'answer-none']) {
      const [broken, ...more] = notMet(named(card, name));
      assert.deepEqual(more, []);
      assert.equal(broken?.expected, 'Each repetition has the same Idempotency-Key and the same body.');
      assert.match(broken.seen, /^It made 2 calls with 2 keys: [\w-]+…, [\w-]+…\.$/);
    }
    const [early, key] = notMet(named(card, 'rate-limit'));
    assert.match(early?.expected ?? '', /not before the 2 seconds of Retry-After are over/);
    assert.match(key?.seen ?? '', /2 calls with 2 keys/);
    assert.match(err, /^failed +answer-none .*\n +Expected: Each repetition has .* Seen: It made 2 calls/m);
    assert.equal(card.counts.left_out, SCENARIOS.length - names.length);
  });

  it('leaves nothing of a run behind: both keys of the ERP are revoked', async () => {
    const answer = await fetch(`${service.url}/keys?client=demo`, {
      headers: { Authorization: `Bearer ${OPERATOR_KEY}` },
    });
    const { data } = (await answer.json()) as { data: { label?: string; revoked_at?: string }[] };
    const own = data.filter(({ label }) => label === 'ids certify');
    assert.ok(own.length >= 4 && own.every(({ revoked_at: at }) => at !== undefined), JSON.stringify(own));
    assert.equal(existsSync(join(at('passed'), 'erp.key')), false);
  });

  it('does not begin if it could not sign at the end', async () => {
    const words = ['certify', 'run', '--client', 'demo', '--out', at('unsigned')];
    const none = await runIds(words, { ...env, STORE_URL: `sqlite:${at('other.db')}` });
    assert.equal(none.code, 2, none.out);
    assert.match(none.err, /other\.db is no store of a service.*--unsigned/s);
    assert.equal(existsSync(at('other.db')), false);
  });

  it('refuses a service that is no sandbox', async () => {
    const production = createServer((_, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ status: 'ok', version: '1', environment: 'production', checks: {} }));
    }).listen(0, '127.0.0.1');
    await once(production, 'listening');
    const url = `http://127.0.0.1:${(production.address() as AddressInfo).port}`;
    const ran = await runIds(['certify', 'run', '--client', 'demo', '--out', at('none')], {
      ...env,
      IDS_URL: url,
    });
    production.close();
    assert.equal(ran.code, 2);
    assert.match(ran.err, /This service is no sandbox/);
  });
});
