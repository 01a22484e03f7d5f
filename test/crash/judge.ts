import type { Service } from '../support/service.ts';
import { type Order, pause, read } from './plan.ts';

interface Row {
  readonly id: string;
  readonly invoice_ref: string;
  readonly state: string;
  readonly document_sha256?: string;
}
interface Page {
  readonly data: readonly Row[];
  readonly total: number;
}

/** What an ERP sees when the dust has settled: faults in words, none when all is well. */
export async function faultsOf(
  service: Service,
  keys: ReadonlyMap<string, string>,
  orders: readonly Order[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const [client, key] of keys) {
    const mine = orders.filter((order) => order.client === client);
    const rows = await settledRows(service, key, mine.length);
    for (const order of mine) {
      const held = rows.filter((row) => row.invoice_ref === order.invoiceRef);
      if (held.length !== 1) faults.push(`${order.invoiceRef} is held ${held.length} times`);
      if (order.ids.size !== 1) faults.push(`${order.invoiceRef} was answered with ${order.ids.size} ids`);
      for (const id of order.ids)
        if (!held.some((row) => row.id === id)) faults.push(`${id} was accepted and is unknown`);
    }
    if (rows.length !== mine.length) faults.push(`${client} sent ${mine.length} and has ${rows.length}`);
    for (const row of rows) faults.push(...(await faultsOfOne(service, key, row)));
  }
  return faults;
}

async function settledRows(service: Service, key: string, expected: number): Promise<Row[]> {
  const until = Date.now() + 180_000;
  for (;;) {
    const rows: Row[] = [];
    for (let page = 1; ; page++) {
      const answer = await read<Page>(service, key, `/invoices?page_size=200&sort=oldest&page=${page}`);
      rows.push(...answer.data);
      if (page * 200 >= answer.total) break;
    }
    const done = rows.length >= expected && rows.every((row) => row.state === 'ready');
    if (done || Date.now() > until) return rows;
    await pause(500);
  }
}

async function faultsOfOne(service: Service, key: string, row: Row): Promise<string[]> {
  const faults: string[] = [];
  if (row.state !== 'ready') faults.push(`${row.id} ended as ${row.state}`);
  const events = await read<{ data: { sequence: number; status: string }[] }>(
    service,
    key,
    `/invoices/${row.id}/events`,
  );
  const told = events.data.map((event) => `${event.sequence} ${event.status}`).join(', ');
  if (told !== '1 received, 2 validated, 3 ready') faults.push(`${row.id} has the events ${told}`);
  const manifest = await read<{ sha256: string }>(service, key, `/invoices/${row.id}/documents/manifest`);
  if (manifest.sha256 !== row.document_sha256) faults.push(`${row.id}: the manifest names another document`);
  return faults;
}
