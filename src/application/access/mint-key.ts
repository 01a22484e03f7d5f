import { say } from 'en16931-rules/vocabulary/message.ts';
import { type ApiKey, keyValue } from '../../domain/access/api-key.ts';
import { isPerson } from '../../domain/access/browser-session.ts';
import {
  type Caller,
  ENVIRONMENT_OPERATOR_KEY_ID,
  LIVE_KEYS_PER_CLIENT,
  type Scope,
  SCOPES,
} from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Ids } from '../../ports/ids.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import { actingFor } from './tenancy.ts';

interface KeyWish {
  readonly caller: Caller;
  readonly client?: string;
  readonly scopes: readonly Scope[];
  readonly label?: string;
  readonly requestId: string;
}

interface Ports {
  readonly keys: Pick<KeyStore, 'add' | 'find'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly digests: Digests;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly environment: Environment;
}

export class MintKey {
  constructor(private readonly ports: Ports) {}

  /**
   * @returns the key as kept and its value, which is known only here.
   * @throws CallFailed `forbidden`, `key-limit`; `unauthorized` when the caller's key was revoked meanwhile.
   */
  async run(wish: KeyWish): Promise<{ readonly key: ApiKey; readonly value: string }> {
    const { keys, clients, digests, clock, ids, environment } = this.ports;
    const client = actingFor(wish.caller, wish.client);
    if ((await clients.find(client))?.deletedAt)
      throw new CallFailed({ kind: 'forbidden', detail: say('findings.client-was-deleted', { client }) });
    const scopes = SCOPES.filter((scope) => wish.scopes.includes(scope));
    refuseForeignScopes(wish.caller, scopes);
    const value = keyValue(environment, digests.newSecret());
    const key: ApiKey = {
      id: ids.next('key'),
      holder: { kind: 'client', client, scopes },
      hash: digests.sha256(value),
      ...(wish.label !== undefined && { label: wish.label }),
      createdAt: clock.now(),
      ancestors: await this.ancestors(wish.caller),
    };
    const added = await keys.add(key, {
      at: key.createdAt,
      action: 'key_minted',
      actor: wish.caller.keyId,
      client,
      subject: key.id,
      requestId: wish.requestId,
      details: { scopes: scopes.join(' ') },
    });
    if (added === 'limit') throw new CallFailed({ kind: 'key-limit', limit: LIVE_KEYS_PER_CLIENT });
    if (added === 'maker-revoked') throw new CallFailed({ kind: 'unauthorized' });
    return { key, value };
  }

  /** Keys above the new one: revoking any of them revokes it. A key that a person made outlives the session, as its ERP does. */
  private async ancestors({ keyId }: Caller): Promise<readonly string[]> {
    if (keyId === ENVIRONMENT_OPERATOR_KEY_ID || isPerson(keyId)) return [];
    const maker = await this.ports.keys.find(keyId);
    if (!maker) throw new CallFailed({ kind: 'unauthorized' });
    return [...maker.ancestors, maker.id];
  }
}

function refuseForeignScopes(caller: Caller, scopes: readonly Scope[]): void {
  if (caller.kind !== 'client') return;
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length > 0)
    throw new CallFailed({
      kind: 'forbidden',
      detail: say('calls.this-key-does-not-have-scope-itself', { scope: missing.join(', ') }),
    });
}
