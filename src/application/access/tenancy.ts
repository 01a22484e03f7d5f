import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Overlay } from 'en16931-rules/vocabulary/overlay.ts';
import { type Caller, LOCAL_CLIENT } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { InstalledRules } from '../../ports/rule-packs.ts';

/** The client that a call acts for: the key's own client; for the operator the client that the call names, else its own. */
export function actingFor(caller: Caller, named: string | undefined): string {
  if (caller.kind !== 'client') return named ?? LOCAL_CLIENT;
  if (named !== undefined && named !== caller.client)
    throw new CallFailed({ kind: 'forbidden', detail: say('calls.this-key-acts-for-its-own-client-only') });
  return caller.client;
}

/** The client whose rows a list shows; undefined means all clients. For a client key another client's list does not exist. */
export function listedClient(caller: Caller, named: string | undefined): string | undefined {
  if (caller.kind !== 'client') return named;
  if (named !== undefined && named !== caller.client)
    throw new CallFailed({ kind: 'not-found', detail: say('calls.no-such-client') });
  return caller.client;
}

/**
 * Answers for another client's object as for an absent one.
 * @param record the object; undefined if there is none.
 * @param detail told to the caller if there is none.
 * @param named the client that the call names; any if left out.
 * @throws CallFailed `not-found`
 */
export function requireOwn<T extends { readonly client: string }>(
  caller: Caller,
  record: T | undefined,
  detail: Text,
  named = record?.client,
): T {
  if (!record || !mayRead(caller, record.client) || record.client !== named)
    throw new CallFailed({ kind: 'not-found', detail });
  return record;
}

/** @param client undefined: what only the operator may read. */
export const mayRead = (caller: Caller, client: string | undefined): boolean =>
  caller.kind === 'operator' ||
  caller.kind === 'operator-read-only' ||
  (caller.kind === 'client' && caller.client === client);

/** The packs that a caller may know: own rules of named clients are theirs. What is written and cannot run is no pack. */
export const packsShownTo = (
  caller: Caller,
  installed: readonly InstalledRules[],
): readonly InstalledRules[] =>
  installed.filter(
    ({ clients, checksum }) =>
      checksum !== '' && (clients === undefined || clients.some((client) => mayRead(caller, client))),
  );

/** The overlays that a caller may know, each with no client that is not theirs. */
export const overlaysShownTo = (caller: Caller, overlays: readonly Overlay[]): readonly Overlay[] =>
  overlays.flatMap((overlay) => {
    if (overlay.clients === undefined) return [overlay];
    const clients = overlay.clients.filter((client) => mayRead(caller, client));
    return clients.length > 0 ? [{ ...overlay, clients }] : [];
  });
