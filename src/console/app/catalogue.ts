import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type components, ServiceProblem } from '../../client/client.ts';
import { askAfterWait, dataOf } from './answer.ts';
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
  try {
    keep(name, await dataOf(service().api.GET('/catalogue/{code}', { params: { path: { code } } })));
  } catch (error) {
    // A code without an entry is shown as it is. After another error the next page that shows it asks.
    if (!isUnknown(error)) entries.value = new Map([...entries.peek()].filter(([each]) => each !== name));
    askAfterWait(error, () => void read(code, name));
  }
}

const keep = (name: string, entry: Entry | undefined): void => {
  entries.value = new Map([...entries.peek(), [name, entry]]);
};

const isUnknown = (error: unknown): boolean => error instanceof ServiceProblem && error.status === 404;
