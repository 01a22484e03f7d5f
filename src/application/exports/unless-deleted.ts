import type { ClientStore } from '../../ports/client-store.ts';

/** @throws Error if one of the clients is deleted meanwhile: the rest would look like the whole. */
export async function* unlessDeleted<Part>(
  clients: readonly string[],
  parts: AsyncIterable<Part>,
  { clients: store }: { readonly clients: Pick<ClientStore, 'find'> },
): AsyncGenerator<Part> {
  const isDeleted = async (client: string) => (await store.find(client))?.deletedAt !== undefined;
  const present: string[] = [];
  for (const client of clients) if (!(await isDeleted(client))) present.push(client);
  yield* parts;
  for (const client of present)
    if (await isDeleted(client))
      throw new Error(`client ${client} was deleted while its invoices were exported`);
}
