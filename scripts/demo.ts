import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, parse, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { argumentsOf } from './command-line.ts';
import { freePort } from './free-port.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const EXAMPLES = join(PROJECT, 'examples');
const END_STATES = new Set([
  'ready',
  'delivered',
  'validation_failed',
  'dead_letter',
  'rejected',
  'cancelled',
  'source_error',
]);

const USAGE = `npm run demo [-- --url URL --key KEY]

Sends every invoice of examples/ to the service, follows its events, saves its documents and says what became of it.
Without --url and --key it starts a service of its own under data/demo and stops it again.`;

interface Api {
  readonly url: string;
  readonly key: string;
}

/** What became of one example. */
interface Fate {
  readonly example: string;
  readonly state: string;
  readonly timeline: string;
  readonly remarks: readonly string[];
  readonly files: number;
}

const call = (api: Api, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(api.url + path, { ...init, headers: { Authorization: `Bearer ${api.key}`, ...init.headers } });

interface Finding {
  readonly code: string;
  readonly field?: string;
  readonly message?: string;
}
interface Invoice {
  readonly state: string;
  readonly errors: readonly Finding[];
  readonly documents: readonly { readonly kind: string; readonly href: string }[];
}

/** How an example is handed in, by its file's ending. */
const HANDED_IN: Readonly<
  Record<string, { readonly path: (reference: string) => string; readonly type: string }>
> = {
  '.json': { path: () => '/invoices', type: 'application/json' },
  '.xml': {
    path: (reference) => `/invoices/xml?route=DE-XRECHNUNG&invoice_ref=${reference}`,
    type: 'application/xml',
  },
};

async function deliver(api: Api, file: string, folder: string): Promise<Fate> {
  const { name: example, ext } = parse(file);
  const { path, type } = HANDED_IN[ext] ?? HANDED_IN['.json']!;
  const answer = await call(api, path(example), {
    method: 'POST',
    headers: { 'Content-Type': type, 'Idempotency-Key': randomUUID() },
    body: await readFile(file),
  });
  const body = (await answer.json()) as { id?: string; title?: string; errors?: readonly Finding[] };
  if (answer.status !== 202 || !body.id)
    return {
      example,
      state: `${answer.status}`,
      timeline: 'refused at once',
      remarks: (body.errors ?? []).map(remark),
      files: 0,
    };
  const invoice = await settled(api, body.id);
  const events = (await (await call(api, `/invoices/${body.id}/events`)).json()) as {
    data: { status: string }[];
  };
  await mkdir(join(folder, example), { recursive: true });
  for (const { kind, href } of invoice.documents) await save(api, href, join(folder, example), kind);
  return {
    example,
    state: invoice.state,
    timeline: events.data.map((event) => event.status).join(' → '),
    remarks: invoice.errors.map(remark),
    files: invoice.documents.length,
  };
}

const remark = ({ code, field, message }: Finding): string =>
  [code, field && `at ${field}`, message].filter(Boolean).join(' ');

async function settled(api: Api, id: string): Promise<Invoice> {
  const until = Date.now() + 60_000;
  for (;;) {
    const invoice = (await (await call(api, `/invoices/${id}`)).json()) as Invoice;
    if (END_STATES.has(invoice.state) || Date.now() > until) return invoice;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function save(api: Api, href: string, folder: string, kind: string): Promise<void> {
  const answer = await call(api, href);
  const ending = answer.headers.get('content-type')?.includes('json') ? 'json' : 'xml';
  await writeFile(join(folder, `${kind}.${ending}`), Buffer.from(await answer.arrayBuffer()));
}

/** A service of its own, with an empty store; its client key is read off the first start's lines. */
async function ownService(folder: string): Promise<{ api: Api; process: ChildProcess }> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const port = String(await freePort());
  const child = spawn(process.execPath, [join(PROJECT, 'scripts/start.mjs')], {
    cwd: PROJECT,
    env: {
      ...process.env,
      PORT: port,
      METRICS_PORT: String(await freePort()),
      SIM_PORT: String(await freePort()),
      STORE_URL: `sqlite:${join(folder, 'ids.db')}`,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const listen = (chunk: Buffer): void => void (printed += chunk.toString());
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  for (;;) {
    const key = /demo\s+(ids_test_[0-9a-f]{48})/.exec(printed)?.[1];
    if (key && printed.includes('curl'))
      return { api: { url: `http://localhost:${port}`, key }, process: child };
    if (child.exitCode !== null) throw new Error(printed);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function print(fates: readonly Fate[]): void {
  const width = Math.max(...fates.map((fate) => fate.example.length)) + 2;
  for (const { example, state, timeline, remarks, files } of fates) {
    console.log(
      `${example.padEnd(width)}${state.padEnd(19)}${timeline}${files > 0 ? `  (${files} files)` : ''}`,
    );
    for (const line of remarks) console.log(`${' '.repeat(width)}${line}`);
  }
}

/** One line that is written over; nothing where nobody watches. */
const progress = (line: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
};

async function demo(): Promise<void> {
  const { values } = argumentsOf({ options: { url: { type: 'string' }, key: { type: 'string' } } }, USAGE);
  if ((values.url === undefined) !== (values.key === undefined)) {
    console.error(USAGE);
    process.exit(2);
  }
  const files = (await readdir(EXAMPLES)).filter((name) => parse(name).ext in HANDED_IN).sort();
  const folder = join(PROJECT, 'data/demo');
  if (!values.url) console.log('Starting a service of its own …');
  const own = values.url ? undefined : await ownService(folder);
  const api = own?.api ?? { url: values.url ?? '', key: values.key ?? '' };
  const documents = join(folder, 'documents');
  try {
    const fates: Fate[] = [];
    for (const file of files) {
      progress(`sending ${file} …`);
      fates.push(await deliver(api, join(EXAMPLES, file), documents));
    }
    progress('');
    print(fates);
    if (existsSync(documents))
      console.log(`\nDocuments, reports and manifests: ${relative(process.cwd(), documents)}/`);
  } finally {
    own?.process.kill('SIGTERM');
    if (own) await once(own.process, 'exit');
  }
}

await demo();
