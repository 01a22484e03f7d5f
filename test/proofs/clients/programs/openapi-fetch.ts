// Types that openapi-typescript generates, with openapi-fetch: an invoice, a file, a batch, a webhook, a list.
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';
import { bytesOf, given, isSigned, show, statusesIn } from './given.js';

const client = createClient<paths>({ baseUrl: given.url, headers: { Authorization: `Bearer ${given.key}` } });
const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } });
const asItIs = (body: unknown) => body;
/** The generator takes a file for text. */
const sent = (path: string) => bytesOf(path) as unknown as string;

const body: components['schemas']['Submission'] = given.submission;
const invoice = await client.POST('/invoices', { params: keyed('fetch-invoice'), body });
const file = await client.POST('/invoices/xml', {
  params: { ...keyed('fetch-file-1'), query: { route: 'DE-XRECHNUNG', invoice_ref: 'fetch-file' } },
  headers: { 'Content-Type': 'application/xml' },
  body: sent(given.xml),
  bodySerializer: asItIs,
});
const batch = await client.POST('/invoices/batch', {
  headers: { 'Content-Type': 'application/x-ndjson' },
  body: sent(given.batch),
  bodySerializer: asItIs,
  parseAs: 'text',
});
const ids = new Set<string>();
for (let page = 1, total = 1; ids.size < total; page += 1) {
  const { data } = await client.GET('/invoices', { params: { query: { page, page_size: 25 } } });
  for (const { id } of data?.data ?? []) ids.add(id);
  total = data?.total ?? 0;
}
show({
  invoice: invoice.data?.state,
  file: file.data?.state,
  batch: statusesIn(batch.data ?? ''),
  listed: ids.size,
  webhook: isSigned(given.delivery),
});
