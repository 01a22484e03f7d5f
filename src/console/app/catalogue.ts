import { type components, ServiceProblem } from '../../client/client.ts';
import { dataOf, useAnswer } from './answer.ts';
import { service } from './session.ts';
import { language } from './words.ts';

type Entry = components['schemas']['CatalogueEntry'];

/** By language and code. Each is asked for once; an entry does not change while the page is open. */
const entries = new Map<string, Promise<Entry | undefined>>();

/** @param code left out: nothing is asked. */
export function useEntry(code: string | undefined): Entry | undefined {
  const read = async () => ({ code, entry: code === undefined ? undefined : await entryOf(code) });
  const { data } = useAnswer(read, [code]);
  return data?.code === code ? data?.entry : undefined;
}

function entryOf(code: string): Promise<Entry | undefined> {
  const name = `${language.peek()} ${code}`;
  const entry = entries.get(name) ?? readEntry(code, name);
  entries.set(name, entry);
  return entry;
}

async function readEntry(code: string, name: string): Promise<Entry | undefined> {
  try {
    return await dataOf(service().api.GET('/catalogue/{code}', { params: { path: { code } } }));
  } catch (error) {
    // A code without an entry is shown as it is. After another error the next page that shows it asks.
    if (error instanceof ServiceProblem && error.status === 404) return undefined;
    entries.delete(name);
    throw error;
  }
}
