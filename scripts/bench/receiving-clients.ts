import { afterLimits } from '../after-limits.ts';
import { OPERATOR_KEY, type Running } from './service-process.ts';

/** @returns a key of each client, whose webhook is set. */
export async function clientsWithReceivers(
  service: Pick<Running, 'url'>,
  clients: number,
  url: (client: number) => string,
): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let client = 0; client < clients; client += 1) {
    const scopes = ['submit', 'read', 'admin'];
    const minted = await called(service, OPERATOR_KEY, 'POST', '/keys', { client: `hook-${client}`, scopes });
    keys.push((minted as { key: string }).key);
    await called(service, keys[client]!, 'PUT', '/webhook', { url: url(client) });
  }
  return keys;
}

export async function called(
  service: Pick<Running, 'url'>,
  key: string,
  method: string,
  path: string,
  body: object,
): Promise<unknown> {
  const answer = await afterLimits(() =>
    fetch(service.url + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  const json: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
  return json;
}
