import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSON_PAPERWORK } from '../../src/adapters/http/call/reports.ts';
import { sealerOf } from '../../src/adapters/sealing/jose-sealer.ts';
import { NodeDigests } from '../../src/adapters/system/node-digests.ts';
import { SealedContent } from '../../src/application/content/sealed-content.ts';
import { buildEvent } from '../../src/application/lifecycle/build-event.ts';
import type { Intake, InvoiceStore } from '../../src/ports/invoice-store.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { PROJECT } from './service-process.ts';

const AT_ONCE = 500;
const CLIENT = 'exporting';
const NOW = new Date('2026-03-02T09:00:00.000Z');

const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');
export const idOf = (n: number): string => `inv_${hex(n, 24)}`;

/** Through the store's port, as the service does it. */
export async function fill(
  { invoices, sealed }: Pick<Stores, 'invoices' | 'sealed'>,
  masterKey: Uint8Array,
  count: number,
): Promise<void> {
  const content = new SealedContent(
    sealed,
    await sealerOf(sealed, { current: masterKey }),
    new NodeDigests(),
  );
  const example = readFileSync(join(PROJECT, 'examples/xrechnung-ubl.xml'), 'utf8');
  await content.seal(CLIENT, new Uint8Array());
  for (let n = 0; n < count; n += AT_ONCE)
    await fillSome(invoices, content, example, [n, Math.min(n + AT_ONCE, count)]);
}

async function fillSome(
  invoices: Pick<InvoiceStore, 'takeIn'>,
  content: SealedContent,
  example: string,
  [from, to]: readonly [from: number, to: number],
): Promise<void> {
  await Promise.all(
    Array.from({ length: to - from }, async (_, k) =>
      invoices.takeIn(await delivered(from + k, content, example)),
    ),
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
