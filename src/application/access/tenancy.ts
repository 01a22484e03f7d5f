import { type Caller, LOCAL_CLIENT } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';

/** For whom a call acts: a client key for its own client, the operator for the one it names, else for its own. */
export function actingFor(caller: Caller, named: string | undefined): string {
  if (caller.kind !== 'client') return named ?? LOCAL_CLIENT;
  if (named !== undefined && named !== caller.client)
    throw new CallFailed({ kind: 'forbidden', detail: 'This key acts for its own client only.' });
  return caller.client;
}

/** Whose rows a list shows; undefined means everyone's. Another client's list does not exist for a client key. */
export function listedClient(caller: Caller, named: string | undefined): string | undefined {
  if (caller.kind !== 'client') return named;
  if (named !== undefined && named !== caller.client)
    throw new CallFailed({ kind: 'not-found', detail: 'No such client.' });
  return caller.client;
}

/**
 * Another client's object is answered like one that does not exist.
 * @param found what was looked for; undefined when there is none.
 * @param detail that there is none, said to the caller.
 * @throws CallFailed `not-found`
 */
export function owned<T extends { readonly client: string }>(
  caller: Caller,
  found: T | undefined,
  detail: string,
): T {
  if (!found || !mayRead(caller, found.client)) throw new CallFailed({ kind: 'not-found', detail });
  return found;
}

export const mayRead = (caller: Caller, client: string): boolean =>
  caller.kind === 'operator' ||
  caller.kind === 'operator-read-only' ||
  (caller.kind === 'client' && caller.client === client);
