import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { components } from '../../client/client.ts';
import { dataOf } from './answer.ts';
import { service } from './session.ts';
import { language } from './words.ts';

type Entry = components['schemas']['CatalogueEntry'];

/** By language and code. Each is asked for once; an entry does not change while the page is open. */
const entries = signal<ReadonlyMap<string, Entry | undefined>>(new Map());

/** @param code left out: nothing is asked. */
export function useEntry(code: string | undefined): Entry | undefined {
  const name = `${language.value} ${code}`;
  useEffect(() => {
    if (code !== undefined && !entries.peek().has(name)) void read(code, name);
  }, [name]);
  return code === undefined ? undefined : entries.value.get(name);
}

async function read(code: string, name: string): Promise<void> {
  keep(name, undefined);
  // A code without an entry is shown as it is.
  const call = service().api.GET('/catalogue/{code}', { params: { path: { code } } });
  const entry = await dataOf(call).catch(() => undefined);
  keep(name, entry);
}

const keep = (name: string, entry: Entry | undefined): void => {
  entries.value = new Map([...entries.peek(), [name, entry]]);
};
