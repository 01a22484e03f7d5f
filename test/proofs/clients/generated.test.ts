import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { examplePath } from '../../support/example-file.ts';
import { emptyFolder } from '../../support/folder.ts';
import { findJudge, itWith } from '../../support/judges.ts';
import { type Service, startService } from '../../support/service.ts';
import { aDelivery } from './a-delivery.ts';

const folderOf = (judge: string): string => findJudge(judge).folder;
const JAR = join(folderOf('openapi-generator'), 'openapi-generator-cli-7.23.0.jar');
const JARS = join(folderOf('generated-java'), '*');

const DESCRIPTION = join(projectFolder(), 'openapi.yaml');
const PROGRAMS = fileURLToPath(new URL('programs', import.meta.url));
const XML = examplePath('xrechnung-ubl.xml');
const resolve = (name: string): string => createRequire(import.meta.url).resolve(name);
const TSX = resolve('tsx/cli');

/** The strictest options of a caller's compiler; the generated code is checked, too. */
const STRICT = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: false, module: 'nodenext', target: 'es2022' },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'] },
    typeRoots: ['./node_modules/@types'],
  },
  include: ['*'],
};

/** openapi-python-client knows these as bytes only. Of several media types with bytes it would name the last in every call. */
const PYTHON_CONFIG = `content_type_overrides:
  application/xml: application/octet-stream
  application/x-ndjson: application/octet-stream
`;

type Command = readonly [program: string, ...words: string[]];

interface Generator {
  /** The generator, and what its clients use. */
  readonly judges: readonly [string, ...string[]];
  /** Generated, compiled and run in a folder of its own that has the programs. */
  readonly commands: (folder: string) => readonly Command[];
  /** Files that it reads. */
  readonly files?: Readonly<Record<string, string>>;
}

const openApiGenerator = (language: string, ...options: readonly string[]): Command => [
  ...(['java', '-jar', JAR, 'generate', '-i', DESCRIPTION, '-g', language, '-o', 'generated'] as const),
  ...options,
];
const TYPESCRIPT_FILES = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': JSON.stringify(STRICT),
};
const compiledAndRun = (program: string): readonly Command[] => [
  [process.execPath, resolve('typescript/bin/tsc'), '-p', '.'],
  [process.execPath, TSX, program],
];

const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript, with openapi-fetch': {
    judges: ['openapi-typescript'],
    files: TYPESCRIPT_FILES,
    commands: () => [
      [
        process.execPath,
        join(folderOf('openapi-typescript'), 'node_modules/openapi-typescript/bin/cli.js'),
        DESCRIPTION,
        '-o',
        'schema.ts',
      ],
      ...compiledAndRun('openapi-fetch.ts'),
    ],
  },
  '@hey-api/openapi-ts': {
    judges: ['hey-api'],
    // It looks for a tsconfig.json above its own folder, which is a cache: so the extension is named.
    files: {
      ...TYPESCRIPT_FILES,
      'openapi-ts.config.json': JSON.stringify({
        input: DESCRIPTION,
        output: { path: 'client', module: { extension: '.js' } },
        plugins: ['@hey-api/client-fetch'],
      }),
    },
    commands: () => [
      [process.execPath, join(folderOf('hey-api'), 'node_modules/@hey-api/openapi-ts/bin/run.js')],
      ...compiledAndRun('hey-api.ts'),
    ],
  },
  'openapi-python-client': {
    judges: ['openapi-python-client'],
    files: { 'config.yml': PYTHON_CONFIG },
    commands: () => [
      [
        ...[
          join(folderOf('openapi-python-client'), 'bin/openapi-python-client'),
          'generate',
          '--path',
          DESCRIPTION,
        ],
        ...['--config', 'config.yml', '--meta', 'none', '--output-path', 'invoice_delivery_service_client'],
      ] as unknown as Command,
      [join(folderOf('openapi-python-client'), 'bin/python'), 'program.py'],
    ],
  },
  'openapi-generator, in Java': {
    judges: ['openapi-generator', 'generated-java'],
    commands: () => [
      // Otherwise it sends an empty list or object for each that is left out, and a call has its members by place.
      openApiGenerator(
        'java',
        '--additional-properties',
        'containerDefaultToNull=true,useSingleRequestParameter=true',
      ),
      [
        'sh',
        '-c',
        `javac -nowarn -d classes -cp '${JARS}' $(find generated/src/main -name '*.java') Program.java`,
      ],
      ['java', '-cp', `classes:${JARS}`, 'Program'],
    ],
  },
  'openapi-generator, in PHP': {
    judges: ['openapi-generator', 'generated-php'],
    commands: () => [openApiGenerator('php'), ['php', 'program.php']],
  },
};

/** Handed in before, so that the list has two pages of 25. */
const BEFORE = 24;

describe('a client generated from openapi.yaml', function () {
  const data = emptyFolder();
  let service: Service;

  before(async () => {
    service = await startService({ cwd: data.path, env: { OPERATOR_KEY } });
  });
  after(async () => {
    await service?.stop();
    data.remove();
  });

  for (const [name, { judges, commands, files = {} }] of Object.entries(GENERATORS)) {
    const title = `by ${name} submits an invoice, a file and a batch, verifies a webhook and reads a list`;
    itWith(judges, title, async () => {
      const words = `by-${name.replaceAll(/\W+/g, '-')}`;
      const { path: folder, remove } = emptyFolder();
      after(remove);
      const modules = join(folderOf(judges[0]), 'node_modules');
      if (existsSync(modules)) symlinkSync(modules, join(folder, 'node_modules'));
      const used = commands(folder);
      const program = used.at(-1)?.at(-1) ?? '';
      for (const file of readdirSync(PROGRAMS))
        if (file.startsWith(program) || (file === 'given.ts' && program.endsWith('.ts')))
          cpSync(join(PROGRAMS, file), join(folder, file));
      for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
      const env = { ...process.env, CLIENT: 'generated', GIVEN: await givenTo(words, folder) };
      let printed = '';
      for (const [command, ...rest] of used) {
        const { status, stdout, stderr } = spawnSync(command, rest, { cwd: folder, encoding: 'utf8', env });
        assert.equal(status, 0, `${command} ${rest.join(' ')}\n${stdout}\n${stderr}`.slice(0, 5000));
        printed = stdout;
      }
      const done = {
        invoice: 'queued',
        file: 'queued',
        batch: [202, 202],
        listed: BEFORE + 4,
        webhook: true,
      };
      assert.deepEqual(JSON.parse(printed), done);
    });
  }

  /** A client of its own with some invoices, and the path of what its program reads. */
  async function givenTo(client: string, folder: string): Promise<string> {
    const { key } = await Erp.of(service, client);
    const line = (number: string): string =>
      JSON.stringify({ idempotency_key: `key-of-${number}`, body: numbered(example('plain'), number) });
    const before = Array.from({ length: BEFORE }, (_, n) => line(`BEFORE-${n}`)).join('\n');
    const answer = await fetch(`${service.url}/invoices/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/x-ndjson' },
      body: before,
    });
    assert.equal((await answer.text()).trim().split('\n').length, BEFORE);
    const batch = join(folder, 'batch.ndjson');
    writeFileSync(batch, `${line('BATCH-1')}\n${line('BATCH-2')}\n`);
    const { secret, body, headers } = await aDelivery();
    const delivery = { secret, body, signature: headers['X-Service-Signature'] };
    const submission = numbered(example('plain'), 'ONE');
    const path = join(folder, 'given.json');
    writeFileSync(path, JSON.stringify({ url: service.url, key, submission, xml: XML, batch, delivery }));
    return path;
  }
});
