import { counted } from 'en16931-rules/vocabulary/counted.ts';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, parse, relative } from 'node:path';
import { argumentsOf } from './command-line.ts';
import { type Api, call, type Finding, RECEIPTS, settle } from './demo/api.ts';
import { faults, scenes } from './demo/faults.ts';
import { ownFolder } from './demo/own-folder.ts';
import { OwnService, PROJECT } from './demo/own-service.ts';
import { leaveWaiting } from './demo/waiting.ts';

const EXAMPLES = join(PROJECT, 'examples');
const USAGE = `npm run demo [-- --url URL --key KEY | --faults]

Sends every invoice of examples/ to the service, follows its events, saves its documents and says what became of it.
In a sandbox it then leaves something for each line of the console's page Now: refused, late, to fetch, to answer.
Without --url and --key it starts a service of its own under data/demo, in a folder of its own, and stops it again.
--faults sends an invoice over Peppol once for each thing that can go wrong on the way, then plays a scene for each thing that
can go wrong around it (credentials, processes, clocks, networks), and shows that each invoice arrives once.`;

/** The outcome of one example. */
interface Fate {
  readonly example: string;
  readonly state: string;
  readonly timeline: string;
  readonly remarks: readonly string[];
  readonly files: number;
  /** The route's number for it, and its saved receipt. */
  readonly proof: string;
}

interface SubmitCall {
  readonly path: (reference: string, body: Buffer) => string;
  readonly type: string;
}

/** How an example is submitted, by its file extension. */
const SUBMIT_CALLS: Readonly<Record<string, SubmitCall>> = {
  '.json': { path: () => '/invoices', type: 'application/json' },
  '.xml': {
    path: (reference, body) => `/invoices/xml?route=${routeOf(body)}&invoice_ref=${reference}`,
    type: 'application/xml',
  },
};

/** FA(3) is for Poland. */
const routeOf = (xml: Buffer): string => (xml.includes('<Faktura') ? 'PL-KSEF' : 'DE-XRECHNUNG');

async function deliver(api: Api, file: string, folder: string): Promise<Fate> {
  const { name: example, ext } = parse(file);
  const { path, type } = SUBMIT_CALLS[ext] ?? SUBMIT_CALLS['.json']!;
  const sent = await readFile(file);
  const answer = await call(api, path(example, sent), {
    method: 'POST',
    headers: { 'Content-Type': type, 'Idempotency-Key': randomUUID() },
    body: sent,
  });
  const body = (await answer.json()) as { id?: string; title?: string; errors?: readonly Finding[] };
  if (answer.status !== 202 || !body.id)
    return {
      example,
      state: `${answer.status}`,
      timeline: 'refused at once',
      remarks: (body.errors ?? []).map(remark),
      files: 0,
      proof: '',
    };
  const invoice = await settle(api, body.id);
  const events = (await (await call(api, `/invoices/${body.id}/events`)).json()) as {
    data: { status: string }[];
  };
  await mkdir(join(folder, example), { recursive: true });
  const receipts: string[] = [];
  for (const { kind, href } of invoice.documents) {
    const saved = await save(api, href, join(folder, example), kind);
    if (RECEIPTS.has(kind)) receipts.push(saved);
  }
  return {
    example,
    state: invoice.state,
    timeline: events.data.map((event) => event.status).join(' → '),
    remarks: invoice.errors.map(remark),
    files: invoice.documents.length,
    proof: [invoice.legal_id, ...receipts].filter(Boolean).join(', '),
  };
}

const remark = ({ code, field, message }: Finding): string =>
  [code, field && `at ${field}`, message].filter(Boolean).join(' ');

/** @returns the name of the file. */
async function save(api: Api, href: string, folder: string, kind: string): Promise<string> {
  const answer = await call(api, href);
  const type = answer.headers.get('content-type') ?? '';
  const ending = ['json', 'zip', 'pdf'].find((one) => type.includes(one)) ?? 'xml';
  const name = `${kind}.${ending}`;
  await writeFile(join(folder, name), Buffer.from(await answer.arrayBuffer()));
  return name;
}

function print(fates: readonly Fate[]): void {
  const width = Math.max(...fates.map((fate) => fate.example.length)) + 2;
  for (const { example, state, timeline, remarks, files, proof } of fates) {
    console.log(
      `${example.padEnd(width)}${state.padEnd(19)}${timeline}${files > 0 ? `  (${counted(files, 'file')})` : ''}`,
    );
    for (const line of [...(proof ? [`proof: ${proof}`] : []), ...remarks])
      console.log(`${' '.repeat(width)}${line}`);
  }
}

/** One line that is overwritten; nothing if the output is not a terminal. */
const progress = (line: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
};

async function isSandbox(api: Api): Promise<boolean> {
  const { environment } = (await (await call(api, '/health')).json()) as { readonly environment?: string };
  return environment === 'sandbox';
}

async function printWaiting(api: Api): Promise<void> {
  progress('leaving something to do …');
  const left = await leaveWaiting(api);
  progress('');
  console.log('\nLeft to do (page Now of the console):');
  for (const { what, state } of left) console.log(`  ${what.padEnd(44)}${state}`);
}

async function demo(): Promise<void> {
  const options = { url: { type: 'string' }, key: { type: 'string' }, faults: { type: 'boolean' } } as const;
  const { values } = argumentsOf({ options }, USAGE);
  if (
    (values.url === undefined) !== (values.key === undefined) ||
    (values.faults && values.url !== undefined)
  ) {
    console.error(USAGE);
    process.exit(2);
  }
  const folder = await ownFolder(join(PROJECT, 'data/demo'));
  if (values.faults) {
    await faults(folder);
    if (!(await scenes())) process.exitCode = 1;
    return;
  }
  const files = (await readdir(EXAMPLES)).filter((name) => parse(name).ext in SUBMIT_CALLS).sort();
  if (!values.url) console.log('Starting a service of its own …');
  const own = values.url ? undefined : await OwnService.start(folder);
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
    if (await isSandbox(api)) await printWaiting(api);
    if (existsSync(documents))
      console.log(`\nDocuments, reports and manifests: ${relative(process.cwd(), documents)}/`);
  } finally {
    await own?.stop('SIGTERM');
  }
}

await demo();
