import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/free-port.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { builtIds } from '../../support/built.ts';
import { Erp, OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { findJudge } from '../../support/judges.ts';
import { copyPreparedPacks } from '../../support/prepared-packs.ts';
import { REFERENCE_DATA } from '../../support/reference-data.ts';
import { type Service, startService } from '../../support/service.ts';
import { en16931 } from '../../validators/packs/adopt/made-up-releases.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const SERVICE = fileURLToPath(new URL('../../../dist/src/processes/main.js', import.meta.url));

/** An answer that is a problem or warns, a remark of `ids doctor` that asks for something. */
const TROUBLE = /"type":"[^"]*\/problems\/|"warnings":\[\{|^ +warning |^(?:look|wrong) /m;

/** What has happened before: the checkout of this test. */
const DONE_BEFORE = /^(?:git clone|npm ci)\b/;

/** It ends when its reader stops it. */
const GOES_ON = /^(?:node examples\/webhook-receiver\.mjs|npx ids listen) /;
/** Of the receiver, in the guide. */
const RECEIVER_PORT = 9000;

interface Command {
  readonly text: string;
  readonly code: number;
}

/** The commands of pages that are read one after the other. Their text says which exit code is expected, if it is not 0. */
function commandsOf(pages: readonly string[]): readonly Command[] {
  return pages
    .map((page) => readFileSync(join(PROJECT, page), 'utf8'))
    .flatMap((text) => [...text.matchAll(/```sh\n([\s\S]*?)```/g)])
    .flatMap(([, block = '']) => block.trim().split(/(?<!\\)\n/))
    .filter((command) => !DONE_BEFORE.test(command))
    .map((command) => ({
      text: command,
      code: Number(/# exit code (\d)$/.exec(command)?.[1] ?? 0),
    }));
}

/** The last command first, after those that set a name for the others. */
function inOtherOrder(commands: readonly Command[]): readonly Command[] {
  const setsName = ({ text }: Command): boolean => /^(?:export |[A-Z]+=)/.test(text);
  const others = commands.filter((command) => !setsName(command) && !GOES_ON.test(command.text));
  return [...commands.filter(setsName), ...others.reverse()];
}

interface Ran {
  readonly code: number;
  readonly output: string;
}

const MARK = '@@ended';

/** A folder as a clone is: what the commands name is there, and what they write is not in this project. */
function aClone(path: string): void {
  for (const name of ['examples', 'docs', 'mappings', 'deploy'])
    symlinkSync(join(PROJECT, name), join(path, name));
  copyPreparedPacks(join(path, 'rules'));
}

/** The service of a guide ends with its shell. */
const startsService = (url: string): string =>
  `npm() { ${process.execPath} ${SERVICE} > service.log 2>&1 & trap "kill $!" EXIT; until curl -sf ${url}/health > /dev/null; do sleep 0.2; done; }`;

/** Runs a command beside the others, from its first line to the end of the shell. */
const RUNS = `runs() { local log; log=$(basename $2).log; "$@" > $log 2>&1 & beside="$beside $!"; trap "kill $beside" EXIT; until [ -s $log ]; do sleep 0.1; done; }`;

/** The reader copies the id from the answer, and goes on when the invoice is delivered. */
function firstInvoice(url: string): string {
  const list = `curl -sS '${url}/invoices?route=PEPPOL' -H "Authorization: Bearer $KEY"`;
  return `until ${list} | grep -q delivered; do sleep 0.2; done; ${list} | grep -o 'inv_[A-Za-z0-9]*' | tail -n 1`;
}

/**
 * Runs all commands of pages in one shell, as their reader does.
 * @param env SERVICE_KEY is a key of a service that runs already; without it `npm start` starts the built one.
 */
async function runPages(
  commands: readonly Command[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly Ran[]> {
  const url = `http://localhost:${env['PORT']}`;
  const script = [
    `npx() { shift; ${process.execPath} ${builtIds()} "$@"; }`,
    RUNS,
    'SERVICE_KEY' in env ? 'npm() { :; }' : startsService(url),
    ...commands.flatMap(({ text }) => [
      '{',
      text
        .replaceAll('http://localhost:8080', url)
        .replaceAll('http://localhost:9464', `http://localhost:${env['METRICS_PORT']}`)
        .replaceAll('OPERATOR_KEY=ids_test_…', `OPERATOR_KEY=${OPERATOR_KEY}`)
        .replaceAll('ids_test_…', env['SERVICE_KEY'] ?? '')
        .replaceAll(new RegExp(`\\b${RECEIVER_PORT}\\b`, 'g'), env['RECEIVER_PORT'] ?? '')
        .replaceAll('inv_…', `$(${firstInvoice(url)})`)
        .replace(GOES_ON, 'runs $&')
        .replace('runs npx', `runs ${process.execPath}`)
        .replace(/(?<=^runs \S+) ids(?= listen)/, ` ${builtIds()}`),
      '} 2>&1',
      `printf '\\n${MARK} %s\\n' $?`,
    ]),
  ].join('\n');
  const child = spawn('bash', ['-c', script], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: cwd,
      LOG_LEVEL: 'error',
      POOL_THREADS: '1',
      POOL_WARM_UP: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, 'close');
  return printed.split(new RegExp(`\n${MARK} (\\d+)\n`)).reduce<Ran[]>((all, part, at, parts) => {
    if (at % 2 === 1) all.push({ output: parts[at - 1] ?? '', code: Number(part) });
    return all;
  }, []);
}

/** Each command as a test: all are run first, because each needs those before it. */
function itRuns(pages: readonly string[], run: (pages: readonly string[]) => Promise<readonly Ran[]>): void {
  let ran: readonly Ran[];
  before(async function () {
    ran = await run(pages);
  });
  for (const [at, { text, code }] of commandsOf(pages).entries())
    it(`ends with ${code}: ${text.split('\n')[0]}`, () => {
      assert.ok(ran[at], 'it was not reached');
      assert.equal(ran[at].code, code, ran[at].output);
      if (code === 0) assert.doesNotMatch(ran[at].output, TROUBLE);
    });
}

describe('README.md, then docs/guides/erp-developer.md', () => {
  const PAGES = ['README.md', 'docs/guides/erp-developer.md'];
  const folder = emptyFolder();
  let network: TestSandbox;
  let service: Service;
  let surroundings: Readonly<Record<string, string>>;
  after(async () => {
    await service?.stop();
    await network?.stop();
    folder.remove();
  });

  itRuns(PAGES, async (pages) => {
    aClone(folder.path);
    network = await aSandbox();
    const env = { SIM_PORT: String(network.port), OPERATOR_KEY };
    service = await startService({ cwd: folder.path, env });
    const { key } = await Erp.of(service, 'demo');
    surroundings = {
      ...{ PORT: new URL(service.url).port, METRICS_PORT: new URL(service.metricsUrl).port },
      ...{ SERVICE_KEY: key, RECEIVER_PORT: String(await freePort()) },
    };
    return runPages(commandsOf(pages), folder.path, surroundings);
  });

  it('brings the receiver what follows, signed', () => {
    const taken = readFileSync(join(folder.path, 'webhook-receiver.mjs.log'), 'utf8');
    for (const status of ['rejected', 'accepted'])
      assert.match(taken, new RegExp(`^${status} order-4712$`, 'm'));
  });

  it('leaves no care row but those of the refusals that the guide shows', async () => {
    const { json } = await new Erp(service, OPERATOR_KEY).get<{
      data: readonly { catalogue_code: string }[];
    }>('/care?status=open');
    assert.deepEqual([...new Set(json.data.map(({ catalogue_code: code }) => code))].sort(), [
      'KSEF-450',
      'TX_TVA_ERR',
    ]);
  });

  it('may be followed again, from the end to the beginning', async function () {
    const commands = inOtherOrder(commandsOf(PAGES));
    const ran = await runPages(commands, folder.path, surroundings);
    for (const [at, { text, code }] of commands.entries()) {
      assert.equal(ran[at]?.code, code, `${text}\n${ran[at]?.output}`);
      if (code === 0) assert.doesNotMatch(ran[at].output, TROUBLE, text);
    }
  });

  it('leaves the documents of the invoice with its reader', () => {
    const names = readdirSync(join(folder.path, 'received-files')).map((name) => name.replace(/\.\w+$/, ''));
    for (const name of ['as4-receipt', 'canonical', 'events', 'ubl']) assert.ok(names.includes(name), name);
  });
});

describe('docs/guides/operator.md', () => {
  const folder = emptyFolder();
  after(() => folder.remove());
  const { missing } = findJudge('promtool');

  if (missing === undefined)
    itRuns(['docs/guides/operator.md'], async (pages) => {
      aClone(folder.path);
      return runPages(commandsOf(pages), folder.path, {
        PORT: String(await freePort()),
        METRICS_PORT: String(await freePort()),
      });
    });
  else it.skip(`is run (${missing})`);
});

describe('docs/guides/rule-maintainer.md', () => {
  const folder = emptyFolder();
  after(() => folder.remove());
  const releases = {
    'release-before': join(REFERENCE_DATA, 'official/xrechnung-3.0.2-sch-2.5.0'),
    release: join(REFERENCE_DATA, 'official-2026-11/xrechnung-3.0.2-sch-2.6.0'),
  };

  if (Object.values(releases).every((release) => existsSync(release)))
    itRuns(['docs/guides/rule-maintainer.md'], async (pages) => {
      aClone(folder.path);
      for (const [name, release] of Object.entries(releases))
        cpSync(release, join(folder.path, name), { recursive: true });
      for (const [path, text] of Object.entries(en16931())) {
        const file = join(folder.path, 'next-release', path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      return runPages(commandsOf(pages), folder.path, {});
    });
  else it.skip(`is run (no reference data at ${REFERENCE_DATA})`);
});
