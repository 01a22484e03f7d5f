import type { ApiKey } from '../../domain/access/api-key.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyStore } from '../../ports/key-store.ts';

interface Tools {
  readonly keys: Pick<KeyStore, 'find' | 'revoke'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly clock: Clock;
}

export class RevokeKey {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /**
   * Revokes the key and every key made under it, at once; again, it changes nothing.
   * @throws CallFailed `not-found`, for a key that is not the caller's client's too.
   */
  async run(
    caller: Caller,
    id: string,
    requestId: string,
  ): Promise<{ readonly key: ApiKey; readonly alsoRevoked: readonly string[] }> {
    const { keys, audit, clock } = this.#tools;
    const known = await keys.find(id);
    const revoked = known && maySee(caller, known) ? await keys.revoke(id, clock.now()) : undefined;
    if (!known || !revoked) throw new CallFailed({ kind: 'not-found', detail: 'No such key.' });
    if (!known.revokedAt)
      await audit.write({
        at: clock.now(),
        action: 'key_revoked',
        actor: caller.keyId,
        ...(known.holder.kind === 'client' && { client: known.holder.client }),
        subject: id,
        requestId,
        details: { also_revoked: revoked.alsoRevoked.length },
      });
    return revoked;
  }
}

const maySee = (caller: Caller, { holder }: ApiKey): boolean =>
  caller.kind === 'operator' ||
  (caller.kind === 'client' && holder.kind === 'client' && holder.client === caller.client);
