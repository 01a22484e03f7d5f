import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import type { InstantRoute } from './instant-routes/instant-route.ts';
import { PROJECT, type Running } from './service-process.ts';

export const CALLERS = 8;

interface Example {
  readonly document: { readonly invoice: { readonly number: string } };
}
let sent = 0;

/** @returns invoices per second, from the first call to the last answer of the route. */
export async function deliver(
  services: readonly Pick<Running, 'url'>[],
  keys: readonly string[],
  count: number,
  route: InstantRoute,
  callers = CALLERS,
): Promise<number> {
  const before = route.countAnswers();
  const started = performance.now();
  await handOver(services, keys, count, route, callers);
  while (route.countAnswers() < before + count) await pause(5);
  return count / ((performance.now() - started) / 1000);
}

/** Several callers at once, each at one of the processes, clients in turn. */
export async function handOver(
  services: readonly Pick<Running, 'url'>[],
  keys: readonly string[],
  count: number,
  { example: file, ofClient = (document) => document }: Pick<InstantRoute, 'example' | 'ofClient'>,
  callers = CALLERS,
): Promise<void> {
  const example = JSON.parse(readFileSync(join(PROJECT, 'examples', file), 'utf8')) as Example;
  const agent = new Agent({ connections: callers, pipelining: 1 });
  let next = 0;
  const caller = async ({ url }: Pick<Running, 'url'>): Promise<void> => {
    while (next < count) {
      const client = next++ % keys.length;
      const number = `D-${(sent += 1)}`;
      const invoice = { ...example.document.invoice, number };
      const document = ofClient({ ...example.document, invoice }, client);
      const answer = await agent.request({
        origin: url,
        path: '/invoices',
        method: 'POST',
        headers: {
          authorization: `Bearer ${keys[client]}`,
          'content-type': 'application/json',
          'idempotency-key': `bench-delivery-${number}`,
        },
        body: JSON.stringify({ ...example, invoice_ref: number, document }),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, at) => caller(services[at % services.length]!)));
  await agent.close();
}
