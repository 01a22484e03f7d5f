import type { Service } from './service.ts';

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const read = async <T>(service: Pick<Service, 'url'>, key: string, path: string): Promise<T> =>
  JSON.parse(await readText(service, key, path)) as T;

/** With whenBusy: waits after 429 and asks again. */
export async function readText(service: Pick<Service, 'url'>, key: string, path: string): Promise<string> {
  for (;;) {
    const answer = await fetch(service.url + path, { headers: { Authorization: `Bearer ${key}` } });
    const text = await answer.text();
    if (answer.ok) return text;
    if (answer.status !== 429) throw new Error(`${path}: ${answer.status} ${text}`);
    await pause(1000);
  }
}
