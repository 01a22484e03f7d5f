import { afterLimits } from '../../scripts/after-limits.ts';
import type { Service } from './service.ts';

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const read = async <T>(service: Pick<Service, 'url'>, key: string, path: string): Promise<T> =>
  JSON.parse(await readText(service, key, path)) as T;

export async function readText(service: Pick<Service, 'url'>, key: string, path: string): Promise<string> {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await afterLimits(() => fetch(service.url + path, { headers }));
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return text;
}
