// Receives events: node examples/webhook-receiver.mjs 9000 whsec_…
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const [port, secret] = process.argv.slice(2);
const handled = new Set(); // Keep it in your database: a retry can bring the same event again.

// Of a header each character is one byte: in UTF-8 a foreign one is two, and timingSafeEqual throws.
const matches = (signature, expected) =>
  signature.length === expected.length &&
  timingSafeEqual(Buffer.from(signature, 'latin1'), Buffer.from(expected));

createServer(async (request, response) => {
  // The bytes as they came: parsed and written again they may differ. A caller that breaks off has none.
  const body = Buffer.concat(await request.toArray().catch(() => []));
  const parts = (request.headers['x-service-signature'] ?? '').split(',').map((part) => part.split('='));
  const t = parts.find(([name]) => name === 't')?.[1];
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
  const isSigned = parts.some(([name, value = '']) => name === 'v1' && matches(value, expected));
  if (!isSigned || Math.abs(Date.now() / 1000 - Number(t)) > 300) return response.writeHead(401).end();
  const event = JSON.parse(body);
  if (!handled.has(event.event_id)) console.log(event.status, event.invoice_ref ?? event.event_id);
  handled.add(event.event_id);
  response.writeHead(204).end();
}).listen(Number(port), '127.0.0.1', function () {
  console.log(`listening on ${this.address().port}`);
});
