import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonReportWriter } from '../../src/adapters/http/call/reports.ts';
import { english } from '../docs/english.ts';
import { sealerOf } from '../../src/adapters/sealing/jose-sealer.ts';
import { NodeDigests } from '../../src/adapters/system/node-digests.ts';
import { SealedContent } from '../../src/application/content/sealed-content.ts';
import { buildEvent } from '../../src/application/lifecycle/build-event.ts';
import type { Intake, InvoiceStore } from '../../src/ports/invoice-store.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { hex, numberedInvoice } from './numbered-invoice.ts';
import { PROJECT } from './service-process.ts';

const AT_ONCE = 500;
const CLIENT = 'exporting';
const NOW = new Date('2026-03-02T09:00:00.000Z');

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
      invoices.takeIn(await deliver(from + k, content, example)),
    ),
  );
}

/** An invoice that was delivered, with a document of its own, an event and a care row. */
async function deliver(n: number, content: SealedContent, example: string): Promise<Intake> {
  const bytes = new TextEncoder().encode(`${example}<!-- ${n} -->`);
  const file = await content.seal(CLIENT, bytes);
  const at = new Date(NOW.getTime() + n);
  const record = numberedInvoice(n, {
    id: idOf(n),
    client: CLIENT,
    route: 'DE-XRECHNUNG',
    state: 'delivered',
    documentSha256: file.sha256,
    documents: [{ kind: 'xrechnung-ubl', sha256: file.sha256, size: bytes.length }],
    care: [{ code: 'BR-1', whoActs: 'erp', openedAt: at, handledAt: at }],
    lastSequence: 1,
    dueAt: null,
    createdAt: at,
  });
  const facts = {
    eventId: `evt_${hex(n, 24)}`,
    sequence: 1,
    occurredAt: at,
    status: 'received',
    direction: 'out',
  } as const;
  return {
    record,
    events: [buildEvent(record, facts, jsonReportWriter({ text: english }))],
    audit: [],
    files: [file],
  };
}
