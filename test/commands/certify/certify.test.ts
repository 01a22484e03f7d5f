import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/free-port.ts';
import { DeliveryService, type Submission } from '../../../src/client/client.ts';
import { SCENARIOS } from '../../../src/commands/certify/scenarios.ts';
import type { JudgedScenario, Scorecard } from '../../../src/commands/certify/scorecard.ts';
import { builtIds } from '../../support/built.ts';
import { example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { until } from '../../support/until.ts';
import { jsonOf, runIds } from '../run-ids.ts';
import { CertifyWorld, FAST } from './certify-world.ts';
import { runForgetfulErp } from './forgetful-erp.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${PROJECT}docs/certify.md`, 'utf8');
/** Of the command line alone: URL, file of the key, invoice, Idempotency-Key. */
const CURL = `
call() { curl -s --retry 5 --retry-all-errors -H "Authorization: Bearer $key" "$@"; }
key=$(cat "$2")
id=$(call "$1/invoices" -H "Idempotency-Key: $4-key" -H 'Content-Type: application/json' --data-binary @"$3" |
  sed -E 's/.*"id":"(inv_[^"]+)".*/\\1/')
until call "$1/invoices/$id" | grep -q '"state":"delivered"'; do sleep 0.3; done`;

describe('ids certify', function () {
  const programs: ChildProcess[] = [];
  let world: CertifyWorld;

  before(async () => (world = await CertifyWorld.start()));
  after(async () => {
    for (const program of programs) program.kill();
    await world?.stop();
  });

  const at = (name: string): string => world.path(name);
  const named = ({ scenarios }: Scorecard, name: string): JudgedScenario =>
    scenarios.find((scenario) => scenario.name === name)!;
  const notMet = ({ expectations }: JudgedScenario) => expectations.filter(({ result }) => result !== 'met');

  /** The commands of docs/certify.md, on ports and in a folder of this test. */
  async function ofThePage() {
    const [kit, webhook] = [await freePort(), await freePort()];
    const blocks = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) =>
      block
        .replaceAll('npx ids', `'${process.execPath}' '${builtIds()}'`)
        .replaceAll('http://localhost:8080', world.service.url)
        .replaceAll('127.0.0.1:8099', `127.0.0.1:${kit}`)
        .replaceAll('127.0.0.1:9000', `127.0.0.1:${webhook}`)
        .replace(/^node (\S+)(.*) 9000 /m, `exec '${process.execPath}' '${PROJECT}$1'$2 ${webhook} `)
        .replace('ids_test_…', OPERATOR_KEY)
        .replace(/ certify run .*/, `$& --port ${kit} --clock ${world.service.metricsUrl} ${FAST.join(' ')}`),
    );
    const start = (block: string) => {
      const child = spawn('bash', ['-ec', block], { cwd: world.cwd, env: { ...process.env, ...world.env } });
      programs.push(child);
      let printed = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      return { printed: () => printed, ended: once(child, 'close') as Promise<[number]> };
    };
    return { blocks, start };
  }

  it('passes the example integration in every scenario, by the commands of docs/certify.md', async () => {
    const { blocks, start } = await ofThePage();
    const [starting, kit, erp, verifying, ...more] = blocks;
    assert.equal(starting, 'CLOCK_CONTROL=1 npm start\n', 'as the service of this test runs');
    assert.deepEqual(more, []);
    const running = start(kit!);
    await until(() => running.printed().includes('C13'), running.printed(), 60_000);
    const integration = start(erp!);
    const [code] = await running.ended;
    assert.equal(code, 0, running.printed() + integration.printed());
    assert.match(running.printed(), /^passed: 13 of 13 scenarios passed\.$/m);
    const verified = start(verifying!);
    assert.deepEqual(await verified.ended, [0, null], verified.printed());
    assert.match(verified.printed(), /The signature holds\. Example 1\.0: passed\./);
    assert.equal(
      readFileSync(at('verified.html'), 'utf8'),
      readFileSync(at('scorecard/scorecard.html'), 'utf8'),
    );
  });

  it('signs the scorecard, so that a changed one is refused', async () => {
    const [header, payload, signature] = readFileSync(at('scorecard/scorecard.jws'), 'utf8').split('.') as [
      string,
      string,
      string,
    ];
    const card = Buffer.from(payload, 'base64url').toString();
    assert.deepEqual(JSON.parse(card), JSON.parse(readFileSync(at('scorecard/scorecard.json'), 'utf8')));
    const changed = Buffer.from(card.replace('"Example 1.0"', '"Example 2.0"')).toString('base64url');
    writeFileSync(at('changed.jws'), [header, changed, signature].join('.'));
    const refused = await runIds(['certify', 'verify', at('changed.jws'), '--keys', at('keys.json')]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /Refused\. The signature is not valid/);
  });

  it('lists the scenarios as docs/certify.md does', async () => {
    const rows = jsonOf<readonly Record<string, string | null>[]>(
      await runIds(['certify', 'list', '--json']),
    );
    const listed = rows.map(({ name, number_ending: ending, situation }) => [
      `\`${name}\``,
      `\`${ending}\``,
      situation,
    ]);
    const written = [...page.matchAll(/^\| (`[\w-]+`) +\| (`-C[^`]+`) +\| [^|]+ \| (.*?) +\|$/gm)];
    assert.deepEqual(
      written.map(([, ...cells]) => cells),
      listed,
    );
  });

  it('passes curl, which repeats calls by itself', async () => {
    const names = ['ordinary', 'answer-503', 'answer-none', 'rate-limit', 'slow-answer'];
    const files = await world.invoices(names, 'curl');
    const { code, card, err } = await world.run(
      'curl',
      ['--only', ...names, '--unsigned'],
      (url, keyFile) => {
        for (const file of files)
          world.program('bash', ['-ec', CURL, 'curl', url, keyFile, file, basename(file)]);
      },
    );
    assert.deepEqual(card.scenarios.filter(({ result }) => result !== 'left_out').flatMap(notMet), [], err);
    assert.equal(code, 0);
  });

  it('passes an ERP that reads events by calls, and passes batches on', async () => {
    const [file] = await world.invoices(['ordinary'], 'reads');
    const submission = JSON.parse(readFileSync(file!, 'utf8')) as Submission;
    const sent: (string | undefined)[] = [];
    const erp = async (url: string, keyFile: string): Promise<void> => {
      const service = new DeliveryService({ url, key: readFileSync(keyFile, 'utf8').trim() });
      const batch = ['BATCH-1', 'BATCH-2'].map((invoice_ref) => ({
        submission: { ...submission, invoice_ref },
      }));
      for await (const answer of service.sendBatch(batch))
        sent.push('intake' in answer ? 'taken' : 'refused');
      await service.send(numbered(example('plain'), 'READS-C01') as Submission);
      for await (const { event } of service.events())
        if (event.invoice_number === 'READS-C01' && event.status === 'ready') return;
    };
    const { code, err } = await world.run('reads', ['--only', 'ordinary', '--unsigned'], erp);
    assert.deepEqual([code, sent], [0, ['taken', 'taken']], err);
  });

  it('names the port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const words = ['--client', 'taken', '--unsigned', '--port', String(port), '--out', at('taken')];
    const ran = await runIds(['certify', 'run', ...words], world.env);
    other.close();
    assert.equal(ran.code, 2);
    assert.match(ran.err, new RegExp(`port ${port} \\(EADDRINUSE\\)`));
  });

  it('fails an integration that resends without its Idempotency-Key, and says so in words', async () => {
    const names = ['ordinary', 'answer-503', 'answer-none', 'rate-limit'];
    const files = await world.invoices(names, 'forgetful');
    const words = ['--only', ...names, '--unsigned'];
    const { code, err, card } = await world.run('forgetful', words, (url, keyFile) =>
      runForgetfulErp(url, readFileSync(keyFile, 'utf8').trim(), files),
    );
    assert.deepEqual([code, card.result], [1, 'failed'], err);
    assert.equal(named(card, 'ordinary').result, 'passed', err);
    for (const name of ['answer-503', 'answer-none']) {
      const [broken, ...more] = notMet(named(card, name));
      assert.deepEqual(more, []);
      assert.equal(broken?.expected, 'Each repetition has the same Idempotency-Key and the same body.');
      assert.match(broken.seen, /^It made 2 calls with 2 keys: [\w-]{36}, [\w-]{36}\.$/);
    }
    const [early, key] = notMet(named(card, 'rate-limit'));
    assert.match(early?.expected ?? '', /not before the 2 seconds of Retry-After are over/);
    assert.match(key?.seen ?? '', /2 calls with 2 keys/);
    assert.match(err, /^failed +answer-none .*\n +Expected: Each repetition has .* Seen: It made 2 calls/m);
    assert.equal(card.counts.left_out, SCENARIOS.length - names.length);
  });

  it('leaves nothing of a run behind: both keys of the ERP are revoked', async () => {
    const answer = await fetch(`${world.service.url}/keys?client=demo`, {
      headers: { Authorization: `Bearer ${OPERATOR_KEY}` },
    });
    const { data } = (await answer.json()) as { data: { label?: string; revoked_at?: string }[] };
    const own = data.filter(({ label }) => label === 'ids certify');
    assert.ok(own.length === 2 && own.every(({ revoked_at: at }) => at !== undefined), JSON.stringify(own));
    assert.equal(existsSync(at('scorecard/erp.key')), false);
  });

  it('does not begin if it could not sign at the end', async () => {
    const words = ['certify', 'run', '--client', 'demo', '--out', at('unsigned')];
    const none = await runIds(words, { ...world.env, STORE_URL: `sqlite:${at('other.db')}` });
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
      ...world.env,
      IDS_URL: url,
    });
    production.close();
    assert.equal(ran.code, 2);
    assert.match(ran.err, /This service is no sandbox/);
  });
});
