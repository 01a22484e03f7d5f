import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { service } from '../../app/session.ts';

type Entry = components['schemas']['CatalogueEntry'];

/** Each code is asked for once; an entry does not change while the page is open. */
const entries = signal<ReadonlyMap<string, Entry | undefined>>(new Map());

export function useEntry(code: string): Entry | undefined {
  useEffect(() => {
    if (!entries.peek().has(code)) void read(code);
  }, [code]);
  return entries.value.get(code);
}

export const useTitle = (code: string): string | undefined => useEntry(code)?.title;

async function read(code: string): Promise<void> {
  keep(code, undefined);
  // A code that the catalogue has not is shown as it is.
  const call = service().api.GET('/catalogue/{code}', { params: { path: { code } } });
  const entry = await dataOf(call).catch(() => undefined);
  keep(code, entry);
}

const keep = (code: string, entry: Entry | undefined): void => {
  entries.value = new Map([...entries.peek(), [code, entry]]);
};
