// A client that @hey-api/openapi-ts generates: an invoice, a file, a batch, a webhook, a list.
import { listInvoices, submitBatch, submitFile, submitInvoice } from './client/index.js';
import { client } from './client/client.gen.js';
import { bytesOf, given, isSigned, show, statusesIn } from './given.js';

client.setConfig({ baseUrl: given.url, auth: () => given.key, throwOnError: true });
const throwOnError = true;
const keyed = (key: string) => ({ 'Idempotency-Key': key });

const invoice = await submitInvoice({ body: given.submission, headers: keyed('hey-invoice'), throwOnError });
const file = await submitFile({
  body: bytesOf(given.xml),
  headers: keyed('hey-file-1'),
  query: { route: 'DE-XRECHNUNG', invoice_ref: 'hey-file' },
  throwOnError,
});
const batch = await submitBatch({ body: bytesOf(given.batch), parseAs: 'text', throwOnError });
const ids = new Set<string>();
for (let page = 1, total = 1; ids.size < total; page += 1) {
  const { data } = await listInvoices({ query: { page, page_size: 25 }, throwOnError });
  for (const { id } of data.data) ids.add(id);
  total = data.total;
}
show({
  invoice: invoice.data.state,
  file: file.data.state,
  batch: statusesIn(batch.data),
  listed: ids.size,
  webhook: isSigned(given.delivery),
});
