import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { components } from '../../client/client.ts';
import { dataOf } from './answer.ts';
import { service } from './session.ts';

type Entry = components['schemas']['CatalogueEntry'];

/** Each code is asked for once; an entry does not change while the page is open. */
const entries = signal<ReadonlyMap<string, Entry | undefined>>(new Map());

/** @param code left out: nothing is asked. */
export function useEntry(code: string | undefined): Entry | undefined {
  useEffect(() => {
    if (code !== undefined && !entries.peek().has(code)) void read(code);
  }, [code]);
  return code === undefined ? undefined : entries.value.get(code);
}

async function read(code: string): Promise<void> {
  keep(code, undefined);
  // A code without an entry is shown as it is.
  const call = service().api.GET('/catalogue/{code}', { params: { path: { code } } });
  const entry = await dataOf(call).catch(() => undefined);
  keep(code, entry);
}

const keep = (code: string, entry: Entry | undefined): void => {
  entries.value = new Map([...entries.peek(), [code, entry]]);
};
