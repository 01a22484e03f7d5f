import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { basename, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import ts from 'typescript';
import { API } from './bodies.ts';
import { RunningApi } from './harness.ts';
import { CATALOGUE_ENTRY } from './world.ts';

/** A call of /docs/openapi.json. */
interface Described {
  readonly operationId: string;
  readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly source: string }[];
}

/** What a reader of a sample has already. */
const PRELUDE = `declare const submissions: import('invoice-delivery-service/client').Submission[];
`;

/** Errors that TypeScript finds in files that exist here only; they import the client library by its name. */
function typeErrors(sources: ReadonlyMap<string, string>): readonly string[] {
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, types: ['node'] },
    paths: { 'invoice-delivery-service/client': [resolve('src/client/client.ts')] },
  };
  const host = ts.createCompilerHost(options);
  const files = new Map([...sources].map(([name, source]) => [resolve('src', name), PRELUDE + source]));
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, ...more) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile(name, ...more)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ESNext);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${basename(name)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

/** A reader of one page after another: the limit of calls without a key counts by the clock of the world. */
function visit(api: RunningApi, path: string): ReturnType<RunningApi['call']> {
  api.world.clock.advance(20);
  return api.call('GET', path);
}

describe('the reference at /docs', () => {
  let api: RunningApi;

  before(async () => {
    api = await RunningApi.start();
  });
  after(() => api.stop());

  it('is where the address of the service leads', async () => {
    const { status, headers } = await fetch(`http://127.0.0.1:${api.port}/`, { redirect: 'manual' });
    assert.deepEqual([status, headers.get('location')], [302, '/docs']);
  });

  it('runs only scripts of this service, and none inline', async () => {
    const { status, text, headers } = await api.call('GET', '/docs');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    const policy = Object.fromEntries(
      (headers.get('content-security-policy') ?? '').split(';').map((part) => part.split(/ (.*)/)),
    ) as Record<string, string>;
    assert.deepEqual(
      [policy['default-src'], policy['script-src'], policy['connect-src']],
      ["'none'", "'self'", "'self'"],
    );
    const scripts = [...text.matchAll(/<script([^>]*)>([^<]*)</g)].map(([, where, inside]) => [
      where,
      inside,
    ]);
    assert.deepEqual(scripts, [
      [' src="/docs/scalar.js"', ''],
      [' src="/docs/start.js"', ''],
    ]);
  });

  it('tells Scalar to leave out fonts, telemetry, assistant and proxy of other hosts', async () => {
    const { text } = await api.call('GET', '/docs/start.js');
    const options = JSON.parse(/^const options = (.*);$/m.exec(text)?.[1] ?? '') as Record<string, unknown>;
    const { withDefaultFonts, telemetry, agent, mcp, persistAuth, proxyUrl } = options;
    assert.deepEqual(
      { withDefaultFonts, telemetry, agent, mcp, persistAuth, proxyUrl },
      {
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        persistAuth: false,
        proxyUrl: undefined,
      },
    );
  });

  it('serves its script compressed, and plain to a caller that cannot inflate', async () => {
    const read = (accept: string) =>
      new Promise<{ readonly coding: string | undefined; readonly bytes: Buffer }>((resolve, reject) => {
        const headers = { 'accept-encoding': accept };
        const sent = request({ port: api.port, path: '/docs/scalar.js', headers }, (answer) => {
          const coding = answer.headers['content-encoding'];
          buffer(answer).then((bytes) => resolve({ coding, bytes }), reject);
        });
        sent.on('error', reject).end();
      });
    const [packed, plain] = [await read('gzip, br'), await read('identity')];
    assert.deepEqual([packed.coding, plain.coding], ['gzip', undefined]);
    assert.ok(packed.bytes.length < plain.bytes.length / 3);
    assert.ok(gunzipSync(packed.bytes).equals(plain.bytes));
  });

  it('has a sample in JavaScript for each call that an ERP makes, and each can be parsed', async () => {
    const { json } = await api.call('GET', '/docs/openapi.json');
    const calls = Object.values(json.paths as Record<string, Record<string, Described>>).flatMap((item) =>
      Object.values(item).filter((call) => typeof call === 'object' && 'operationId' in call),
    );
    assert.equal(calls.length, API.operations.all.length);
    const without = calls.filter((call) => !call['x-codeSamples']).map(({ operationId }) => operationId);
    assert.deepEqual(without, ['hearFrenchPlatform', 'hearAccessPoint']);
    for (const { operationId, 'x-codeSamples': samples = [] } of calls)
      for (const { source } of samples) {
        const { diagnostics } = ts.transpileModule(source, { reportDiagnostics: true });
        assert.deepEqual(diagnostics, [], `${operationId}: ${source}`);
      }
  });

  it('has samples that fit the types of the client library', async () => {
    const { json } = await api.call('GET', '/docs/openapi.json');
    const calls = Object.values(json.paths as Record<string, Record<string, Described>>).flatMap((item) =>
      Object.values(item).filter((call) => typeof call === 'object' && 'operationId' in call),
    );
    const samples = calls.flatMap(({ operationId, 'x-codeSamples': all = [] }) =>
      all.map(({ source }) => [`${operationId}.mts`, source] as const),
    );
    const right = samples.find(([name]) => name === 'listInvoices.mts')?.[1] ?? '';
    const wrong = right.replace("'rejected'", "'refused'");
    const errors = typeErrors(new Map([...samples, ['wrong.mts', wrong]]));
    assert.deepEqual(
      errors.filter((error) => !error.startsWith('wrong.mts: ')),
      [],
    );
    assert.ok(errors.length > 0, 'a state that does not exist is found');
  });

  it('leads to each type of problem and each page', async () => {
    const { json } = await api.call('GET', '/docs/openapi.json');
    const { description } = json.info as { description: string };
    const links = [...description.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path]) => path ?? '');
    assert.ok(links.includes('/problems/busy') && links.includes('/docs/webhooks.md'));
    for (const path of links) assert.equal((await visit(api, path)).status, 200, path);
  });
});

describe('the pages of docs/', () => {
  let api: RunningApi;

  before(async () => {
    api = await RunningApi.start();
  });
  after(() => api.stop());

  it('are served as Markdown, byte for byte', async () => {
    const names = readdirSync('docs', { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((one) => one.endsWith('.md'))) {
      const { status, text, headers } = await visit(api, `/docs/${name}`);
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/markdown; charset=utf-8'], name);
      assert.equal(text, readFileSync(`docs/${name}`, 'utf8'));
    }
  });

  for (const path of [
    '/docs/none.md',
    '/docs/alerts.yml',
    '/docs/%2e%2e/README.md',
    '/docs/..%2fREADME.md',
    '/docs/routes/..%2f..%2fREADME.md',
    '/docs/',
  ])
    it(`are the only files: ${path} answers 404`, async () => {
      assert.equal((await api.call('GET', path)).status, 404);
    });

  it('are listed by llms.txt, which leads nowhere else', async () => {
    const { status, text } = await api.call('GET', '/llms.txt');
    assert.equal(status, 200);
    assert.match(text, /^# Invoice delivery service\n\n> .+\n\n## /);
    const links = [...text.matchAll(/\]\(http:\/\/localhost:8080([^)]+)\)/g)].map(([, path]) => path ?? '');
    assert.ok(links.includes('/docs/webhooks.md') && links.includes('/openapi.yaml'), text);
    assert.equal(links.length, text.split('](').length - 1, 'each address is whole');
    for (const path of links) assert.equal((await visit(api, path)).status, 200, path);
  });
});

describe('the search for a code', () => {
  let api: RunningApi;

  before(async () => {
    api = await RunningApi.start();
  });
  after(() => api.stop());

  it('finds a code by a part of its name or by words about it', async () => {
    const { code, title } = CATALOGUE_ENTRY;
    for (const asked of [code.toLowerCase(), code.slice(0, -1), title.split(' ').toReversed().join(' ')]) {
      const { status, text } = await api.call('GET', `/codes?q=${encodeURIComponent(asked)}`);
      assert.equal(status, 200);
      assert.ok(text.includes(`href="/codes/${code}"`), asked);
    }
  });

  it('says so if no code fits, and shows the words as text', async () => {
    const { text } = await api.call('GET', '/codes?q=%3Cscript%3E');
    assert.ok(text.includes('<h1>No code fits “&lt;script&gt;”</h1>') && !text.includes('<script'));
  });

  it('is a form on every page', async () => {
    for (const path of ['/docs', '/problems/busy', '/codes', '/codes?q=&q=']) {
      const { status, text } = await api.call('GET', path);
      assert.equal(status, 200);
      assert.match(text, /<form action="\/codes" role="search">.*<main/s, path);
    }
  });
});

describe('the icon', () => {
  it('is served under both names that browsers ask for', async () => {
    const api = await RunningApi.start();
    for (const path of ['/favicon.svg', '/favicon.ico']) {
      const { status, text, headers } = await api.call('GET', path);
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/svg+xml; charset=utf-8']);
      assert.match(text, /^<svg xmlns=/);
    }
    await api.stop();
  });
});
