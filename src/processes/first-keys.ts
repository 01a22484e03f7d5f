import { type KeyHolder, keyValue } from '../domain/access/api-key.ts';
import { SCOPES } from '../domain/access/caller.ts';
import type { Environment } from '../domain/vocabulary/route.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digests } from '../ports/digests.ts';
import type { Ids } from '../ports/ids.ts';
import type { KeyStore } from '../ports/key-store.ts';
import { FIRST_CLIENT, type FirstKeys } from './banner.ts';

interface Ports {
  readonly keys: KeyStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly digests: Digests;
  readonly environment: Environment;
}

/** A new key's value, which is stored nowhere; `limit` if the client has all its live keys. */
type Mint = { readonly minted: string } | 'limit';

/** Mints a key out of band: by the command, or at a first start. */
export async function mintOutOfBand(ports: Ports, holder: KeyHolder, label?: string): Promise<Mint> {
  const { keys, clock, ids, digests, environment } = ports;
  const value = keyValue(environment, digests.newSecret());
  const id = ids.next('key');
  const createdAt = clock.now();
  const client = holder.kind === 'client' ? { client: holder.client } : {};
  const added = await keys.add(
    {
      id,
      holder,
      hash: digests.sha256(value),
      ...(label !== undefined && { label }),
      createdAt,
      ancestors: [],
    },
    { at: createdAt, action: 'key_minted', actor: 'system', subject: id, ...client },
  );
  return added === 'limit' ? 'limit' : { minted: value };
}

/** The keys of an empty sandbox store; undefined if it has keys, or if the operator's comes from the environment. */
export async function mintFirstKeys(ports: Ports, operatorKey?: string): Promise<FirstKeys | undefined> {
  if (ports.environment !== 'sandbox' || operatorKey !== undefined) return undefined;
  if (!(await ports.keys.isEmpty())) return undefined;
  const scopes = [...SCOPES];
  const client = await mintOutOfBand(ports, { kind: 'client', client: FIRST_CLIENT, scopes }, 'first start');
  // Other processes that start at this instant have used up the limit: the store has keys by now.
  if (client === 'limit') return undefined;
  const operator = await mintOutOfBand(ports, { kind: 'operator' }, 'first start');
  if (operator === 'limit') return undefined;
  return { operator: operator.minted, client: client.minted };
}
