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

/** Waits after a 429. */
export async function called(
  service: Pick<Running, 'url'>,
  key: string,
  method: string,
  path: string,
  body: object,
): Promise<unknown> {
  for (;;) {
    const answer = await fetch(service.url + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const json: unknown = await answer.json();
    if (answer.ok) return json;
    if (answer.status !== 429) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
