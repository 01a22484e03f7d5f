import { say } from 'en16931-rules/vocabulary/message.ts';
import type { ApiKey } from '../../domain/access/api-key.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyStore, RevokeAudit } from '../../ports/key-store.ts';

interface Ports {
  readonly keys: Pick<KeyStore, 'find' | 'revoke'>;
  readonly clock: Clock;
}

export class RevokeKey {
  constructor(private readonly ports: Ports) {}

  /**
   * Revokes the key and every key made under it, at once. Revoking again changes nothing.
   * @throws CallFailed `not-found`, also for a key of another client.
   */
  async run(
    caller: Caller,
    id: string,
    requestId: string,
  ): Promise<{ readonly key: ApiKey; readonly alsoRevoked: readonly string[] }> {
    const { keys, clock } = this.ports;
    const key = await keys.find(id);
    const at = clock.now();
    const revoked =
      key && maySee(caller, key)
        ? await keys.revoke(id, at, key.revokedAt ? undefined : buildAudit(key, { at, caller, requestId }))
        : undefined;
    if (!revoked) throw new CallFailed({ kind: 'not-found', detail: say('calls.no-such-key') });
    return revoked;
  }
}

const buildAudit =
  (
    { id, holder }: ApiKey,
    { at, caller, requestId }: { readonly at: Date; readonly caller: Caller; readonly requestId: string },
  ): RevokeAudit =>
  (alsoRevoked) => ({
    at,
    action: 'key_revoked',
    actor: caller.keyId,
    ...(holder.kind === 'client' && { client: holder.client }),
    subject: id,
    requestId,
    details: { also_revoked: alsoRevoked },
  });

const maySee = (caller: Caller, { holder }: ApiKey): boolean =>
  caller.kind === 'operator' ||
  (caller.kind === 'client' && holder.kind === 'client' && holder.client === caller.client);
