// An ERP in small: node examples/erp-integration.mjs URL KEY_FILE WEBHOOK_PORT SECRET INVOICE.json…
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { DeliveryService, ServiceProblem, verifyWebhook } from 'invoice-delivery-service/client';

const [url, keyFile, port, secret, ...files] = process.argv.slice(2);
const documents = new Map(); // By invoice_ref. Keep both in your database.
const handled = new Set();

const readKey = async () => (await readFile(keyFile, 'utf8')).trim();

/** The key belongs to this attempt of this document, so it is the same after a restart: nothing is submitted twice. */
async function submit(document) {
  const { submission, attempt } = document;
  for (let key = await readKey(); ;) {
    try {
      const idempotencyKey = `${submission.invoice_ref}-attempt-${attempt}`;
      document.id = (await new DeliveryService({ url, key }).send(submission, { idempotencyKey })).id;
      return console.log('submitted', submission.document.invoice.number, document.id);
    } catch (error) {
      if (!(error instanceof ServiceProblem) || error.status !== 401) throw error;
      const ended = key;
      while ((key = await readKey()) === ended) await pause(1000); // Somebody puts a new key there.
    }
  }
}

/** Of the attempts of a document only the last one counts, and of its events the one with the highest sequence. */
async function take({ event_id, sequence, invoice_ref, invoice_number, status, buyer_status, errors = [] }) {
  const document = documents.get(invoice_ref);
  const { number } = document?.submission.document.invoice ?? {};
  if (handled.has(event_id) || number !== invoice_number || sequence < document.sequence) return;
  handled.add(event_id);
  Object.assign(document, { sequence, status, buyer_status });
  console.log(invoice_number, status, buyer_status ?? '', ...errors.map(({ code }) => code));
  // KSeF holds such an invoice already: it is looked up there, and never submitted again.
  if (status === 'rejected' && !errors.some(({ code }) => code === 'KSEF-440')) await correct(document);
}

/** A person corrects what the findings name. Here the network refuses a number because of its ending. */
async function correct(document) {
  const { invoice } = document.submission.document;
  document.attempt += 1;
  document.sequence = 0;
  invoice.number = invoice.number.replace(/-REJECT$/, '');
  await submit(document);
}

createServer(async (request, response) => {
  try {
    const body = Buffer.concat(await request.toArray());
    const event = await verifyWebhook({ headers: request.headers, body, secret });
    response.writeHead(204).end();
    await take(event);
  } catch (error) {
    if (response.headersSent) throw error;
    response.writeHead(401).end();
  }
}).listen(Number(port), '127.0.0.1');

for (const file of files) {
  const submission = JSON.parse(await readFile(file, 'utf8'));
  documents.set(submission.invoice_ref, { submission, attempt: 1, sequence: 0 });
}
await Promise.all([...documents.values()].map(submit));
