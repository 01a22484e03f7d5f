import { isPerson } from '../../domain/access/browser-session.ts';
import { ENVIRONMENT_OPERATOR_KEY_ID } from '../../domain/access/caller.ts';
import { endsLink } from '../../domain/clients/client-record.ts';
import type { Share } from '../../domain/shares/share.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyStore } from '../../ports/key-store.ts';

export interface LiveSharePorts {
  readonly keys: Pick<KeyStore, 'find'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly clock: Clock;
  readonly operatorKey?: string | undefined;
}

export interface LiveShare extends Share {
  /** Of the key that made it. */
  readonly label?: string;
}

/**
 * Those of the links that still work. A link ends at its time, when it is revoked, with the key that made it, and when its client is
 * suspended, closed or deleted. That of a person who signed in ends at its time: who has left is not known here before the next question.
 */
export async function liveShares(
  { keys, clients, clock, operatorKey }: LiveSharePorts,
  shares: readonly Share[],
): Promise<readonly LiveShare[]> {
  const makers = await byId(
    shares.map(({ madeBy }) => madeBy),
    (id) => keys.find(id),
  );
  const records = await byId(
    shares.map(({ client }) => client),
    (client) => clients.find(client),
  );
  const now = clock.now();
  return shares.flatMap((share) => {
    const { client, madeBy, createdAt, expiresAt, revokedAt } = share;
    const maker = makers.get(madeBy);
    const hasMaker =
      madeBy === ENVIRONMENT_OPERATOR_KEY_ID
        ? operatorKey !== undefined
        : isPerson(madeBy) || (maker && !maker.revokedAt);
    if (!hasMaker || revokedAt || expiresAt <= now || endsLink(records.get(client), createdAt)) return [];
    return [{ ...share, ...(maker?.label !== undefined && { label: maker.label }) }];
  });
}

async function byId<T>(
  ids: readonly string[],
  find: (id: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  return new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, await find(id)] as const)));
}
