import { randomBytes } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { JSON_PAPERWORK } from '../../src/adapters/http/call/reports.ts';
import { sealerOf } from '../../src/adapters/sealing/jose-sealer.ts';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';
import { NodeDigests } from '../../src/adapters/system/node-digests.ts';
import { SealedContent } from '../../src/application/content/sealed-content.ts';
import { buildEvent } from '../../src/application/lifecycle/build-event.ts';
import type { Intake, InvoiceStore } from '../../src/ports/invoice-store.ts';
import { OPERATOR_KEY, PROJECT, type Running, startService } from './service-process.ts';
import { printTable, rounded } from './table.ts';

const INVOICES = Number(process.env['EXPORTED'] ?? 100_000);
const AT_ONCE = 500;
const CLIENT = 'exporting';
const NOW = new Date('2026-03-02T09:00:00.000Z');
/** As many as one call may name (contract 4.10). */
const IN_A_ZIP = Math.min(200, INVOICES);
const GOAL_MB = 300;

const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');
const idOf = (n: number): string => `inv_${hex(n, 24)}`;

/** What exports need of memory, and how fast they leave, against a bare server that sends the same bytes from a file. */
export async function exporting(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-export-'));
  const masterKey = randomBytes(32);
  const path = join(folder, 'ids.db');
  try {
    await fill(path, masterKey);
    const rows: (readonly string[])[] = [];
    for (const [name, count, ask] of asked()) {
      // Each in a process of its own: what V8 keeps of the export before would count.
      const service = await startService(folder, {
        MASTER_KEY: masterKey.toString('base64'),
        ROLE: 'api',
        POOL_THREADS: '1',
      });
      try {
        rows.push(await compared(service, folder, name, count, ask));
      } finally {
        await service.stop();
      }
    }
    printTable(
      `Exports of ${INVOICES.toLocaleString('en')} invoices (goal: at most ${GOAL_MB} MB)`,
      ['', 'rows', 'MB', 'rows/s', 'of bare stream', 'MB before', 'peak MB'],
      rows,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Ask = (url: string) => Promise<Response>;

const HEADERS = { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' };

const dataset =
  (name: string): Ask =>
  (url) =>
    fetch(`${url}/exports/${name}`, { headers: HEADERS });

const asked = (): readonly (readonly [name: string, rows: number, ask: Ask])[] => [
  ['zip of 200 (POST /invoices/export)', IN_A_ZIP, zipOfSome],
  ['invoices, CSV', INVOICES, dataset('invoices')],
  ['events, NDJSON', INVOICES, dataset('events')],
  ['care, CSV', INVOICES, dataset('care')],
  ['archive, zip', INVOICES, dataset('archive')],
];

const zipOfSome: Ask = (url) =>
  fetch(`${url}/invoices/export`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ ids: Array.from({ length: IN_A_ZIP }, (_, n) => idOf(n)) }),
  });

/** Through the store's port, as the service does it. */
async function fill(path: string, masterKey: Uint8Array): Promise<void> {
  const sqlite = openSqlite(path, 'sandbox');
  try {
    const { invoices, sealed } = sqliteStores(sqlite);
    const content = new SealedContent(
      sealed,
      await sealerOf(sealed, { current: masterKey }),
      new NodeDigests(),
    );
    const example = readFileSync(join(PROJECT, 'examples/xrechnung-ubl.xml'), 'utf8');
    await content.seal(CLIENT, new Uint8Array());
    for (let n = 0; n < INVOICES; n += AT_ONCE) await fillSome(invoices, content, example, n);
  } finally {
    sqlite.close();
  }
}

async function fillSome(
  invoices: Pick<InvoiceStore, 'takeIn'>,
  content: SealedContent,
  example: string,
  from: number,
): Promise<void> {
  const length = Math.min(AT_ONCE, INVOICES - from);
  await Promise.all(
    Array.from({ length }, async (_, k) => invoices.takeIn(await delivered(from + k, content, example))),
  );
}

/** An invoice that was delivered, with a document of its own, an event and a care row. */
async function delivered(n: number, content: SealedContent, example: string): Promise<Intake> {
  const bytes = new TextEncoder().encode(`${example}<!-- ${n} -->`);
  const file = await content.seal(CLIENT, bytes);
  const at = new Date(NOW.getTime() + n);
  const record = {
    id: idOf(n),
    client: CLIENT,
    environment: 'sandbox',
    route: 'DE-XRECHNUNG',
    state: 'delivered',
    version: 1,
    invoiceRef: `ref-${n}`,
    invoiceNumber: `RE-2026-${n}`,
    issueDate: '2026-03-02',
    format: 'xrechnung-ubl',
    fingerprint: hex(n, 64),
    intakeKey: hex(n, 32),
    legalId: null,
    buyerStatus: null,
    documentSha256: file.sha256,
    errors: [],
    documents: [{ kind: 'xrechnung-ubl', sha256: file.sha256, size: bytes.length }],
    care: [{ code: 'BR-1', whoActs: 'erp', openedAt: at, handledAt: at }],
    lastSequence: 1,
    failures: 0,
    dueAt: null,
    work: 'check',
    lease: null,
    reachedRail: false,
    createdAt: at,
    updatedAt: at,
  } as const satisfies Intake['record'];
  const facts = {
    eventId: `evt_${hex(n, 24)}`,
    sequence: 1,
    occurredAt: at,
    status: 'received',
    direction: 'out',
  } as const;
  return { record, events: [buildEvent(record, facts, JSON_PAPERWORK)], audit: [], files: [file] };
}

async function compared(
  service: Running,
  folder: string,
  name: string,
  count: number,
  ask: Ask,
): Promise<readonly string[]> {
  const file = join(folder, 'export');
  const before = service.residentMb();
  forgetPeak(service);
  const took = await received(await ask(service.url), file);
  const peak = peakMb(service);
  const bare = await bareServer(file);
  const bareTook = await received(await fetch(bare.url), join(folder, 'again'));
  bare.close();
  const megabytes = statSync(file).size / 1_000_000;
  return [
    name,
    String(count),
    rounded(megabytes, 1),
    rounded(count / took, 0),
    `${rounded((bareTook / took) * 100, 1)} %`,
    rounded(before, 0),
    rounded(peak, 0),
  ];
}

/** @returns seconds. */
async function received(answer: Response, file: string): Promise<number> {
  const began = performance.now();
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`);
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file));
  return (performance.now() - began) / 1000;
}

async function bareServer(file: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_request, response) => void pipeline(createReadStream(file), response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Linux counts the peak of resident memory anew after a 5 (proc(5), clear_refs). */
const forgetPeak = ({ child }: Running): void => writeFileSync(`/proc/${child.pid}/clear_refs`, '5');

const peakMb = ({ child }: Running): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
