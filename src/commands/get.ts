import { mkdir, writeFile } from 'node:fs/promises';
import { fileStem } from '../domain/vocabulary/file-name.ts';
import { join } from 'node:path';
import type { DeliveryService, Invoice, StatusEvent } from '../client/client.ts';
import { type CallOptions, withConnection } from './frame/connection.ts';
import { printEvents, printInvoice } from './frame/events.ts';
import { printFinding } from './frame/findings.ts';
import type { Define, Frame } from './frame/frame.ts';
import { eventsOf } from './frame/invoice-events.ts';
import { findInvoice } from './frame/find-invoice.ts';
import { NotRun } from './frame/endings.ts';

interface GetOptions extends CallOptions {
  readonly all?: string;
  readonly document?: string;
}

export const get: Define = (command, frame) => {
  withConnection(command)
    .argument('<id>', 'the id of the invoice, or its invoice_ref')
    .option('--all <folder>', 'write all documents and the events into a folder')
    .option('--document <kind>', 'print one document, as canonical or validation-report')
    .option('--json', 'print JSON')
    .action(frame.act((id: string, options: GetOptions) => show(id, options, frame)));
};

async function show(name: string, options: GetOptions, frame: Frame): Promise<void> {
  if (options.all !== undefined && options.document !== undefined)
    throw new NotRun('--all and --document exclude each other.');
  const service = frame.service(options);
  const invoice = await findInvoice(service, name);
  const { terminal } = frame;
  if (options.document !== undefined) {
    const { bytes } = await fetchDocument(service, invoice.id, options.document);
    return terminal.bytes(bytes);
  }
  const events = await eventsOf(service, invoice.id);
  const files = options.all === undefined ? undefined : await writeAll(service, invoice, events, options.all);
  if (options.json) return terminal.json({ invoice, events, ...(files && { files }) });
  print(invoice, events, frame);
  for (const file of files ?? []) terminal.line(`  ${file}`);
}

function print(invoice: Invoice, events: readonly StatusEvent[], { terminal }: Frame): void {
  const { legal_id: number, buyer_status: buyer } = invoice;
  const {
    deadline_at,
    deadline_local: deadline = deadline_at,
    documents,
    errors = [],
    warnings = [],
  } = invoice;
  printInvoice(terminal, invoice);
  if (number) terminal.line(`  The route knows it as ${number}.`);
  if (buyer) terminal.line(`  The buyer: ${buyer}.`);
  if (deadline) terminal.line(`  To be filed until ${deadline}.`);
  printEvents(terminal, events);
  for (const finding of [...errors, ...warnings]) printFinding(terminal, finding);
  if (documents.length > 0)
    terminal.prose(`Documents: ${documents.map(({ kind }) => kind).join(', ')}`, '  ');
}

async function fetchDocument(service: DeliveryService, id: string, kind: string) {
  const { data, response } = await service.api.GET('/invoices/{id}/documents/{kind}', {
    params: { path: { id, kind } },
    parseAs: 'arrayBuffer',
  });
  const bytes = new Uint8Array(data as unknown as ArrayBuffer);
  return { bytes, mediaType: response.headers.get('Content-Type') ?? '' };
}

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/json/, 'json'],
  [/xml/, 'xml'],
  [/pdf/, 'pdf'],
  [/zip/, 'zip'],
];

async function writeAll(
  service: DeliveryService,
  { id, documents }: Invoice,
  events: readonly StatusEvent[],
  folder: string,
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const { kind } of documents) {
    const { bytes, mediaType } = await fetchDocument(service, id, kind);
    const ending = ENDINGS.find(([form]) => form.test(mediaType))?.[1] ?? 'bin';
    const file = join(folder, `${fileStem(kind)}.${ending}`);
    await writeFile(file, bytes);
    files.push(file);
  }
  const file = join(folder, 'events.json');
  await writeFile(file, `${JSON.stringify(events, undefined, 2)}\n`);
  return [...files, file];
}
