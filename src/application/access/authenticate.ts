import { type ApiKey, isKeyOf, keyExpected } from '../../domain/access/api-key.ts';
import { type Caller, ENVIRONMENT_OPERATOR_KEY_ID } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import type { Digests } from '../../ports/digests.ts';
import type { KeyStore } from '../../ports/key-store.ts';

interface Ports {
  readonly keys: Pick<KeyStore, 'findByHash'>;
  readonly digests: Digests;
  readonly environment: Environment;
  /** `OPERATOR_KEY` of the process, when it is set. */
  readonly operatorKey?: string;
}

/** Identifies the caller by the SHA-256 of the key; the key itself is stored nowhere. */
export class Authenticate {
  private readonly operatorHash: string | undefined;

  constructor(private readonly ports: Ports) {
    const { digests, operatorKey } = ports;
    this.operatorHash = operatorKey === undefined ? undefined : digests.sha256(operatorKey);
  }

  /** @throws CallFailed `unauthorized`: no key, an unknown or revoked one, or one of the other environment. */
  async run(key: string | undefined): Promise<Caller> {
    const { keys, digests, environment } = this.ports;
    const detail = keyExpected(environment, key);
    if (key === undefined) throw new CallFailed({ kind: 'unauthorized', detail });
    const hash = digests.sha256(key);
    if (this.operatorHash !== undefined && digests.same(hash, this.operatorHash))
      return { kind: 'operator', keyId: ENVIRONMENT_OPERATOR_KEY_ID };
    const matchingKey = isKeyOf(environment, key) ? await keys.findByHash(hash) : undefined;
    if (!matchingKey || matchingKey.revokedAt) throw new CallFailed({ kind: 'unauthorized', detail });
    return callerOf(matchingKey);
  }
}

/** The caller of a key that works. */
export function callerOf({ id: keyId, holder }: ApiKey): Caller {
  return { ...holder, keyId };
}
