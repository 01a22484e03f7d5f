import { createHmac, randomBytes } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';
import { CallFailed } from '../../domain/failures.ts';
import type { SealedRows } from '../../ports/sealed-rows.ts';
import type { Sealer } from '../../ports/sealer.ts';
import { StoreRefused } from '../../ports/store-refused.ts';

const KEY_BYTES = 32;
/** Nothing else is opened, whatever a header says. */
const ONLY = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
/** Unwrapped data keys that are kept in memory: about one per client seen lately. */
const KEPT_KEYS = 1000;

/**
 * Seals as JWE (RFC 7516) in compact form, `dir` with A256GCM: content under its client's data key, data keys under the
 * master key. The header of a wrapped key names the master key by fingerprint, so a rotation sees what is left to do.
 */
export class JoseSealer implements Sealer {
  readonly #masterKey: Uint8Array | undefined;
  /** By wrapped form, in the order of their last use. */
  readonly #dataKeys = new Map<string, Uint8Array>();

  /** @param masterKey 32 bytes; without it every call fails with `no-master-key`. */
  constructor(masterKey: Uint8Array | undefined) {
    if (masterKey && masterKey.length !== KEY_BYTES) throw new TypeError('a master key has 32 bytes');
    this.#masterKey = masterKey;
  }

  async newDataKey(): Promise<string> {
    const master = this.#master();
    return new CompactEncrypt(randomBytes(KEY_BYTES))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: fingerprintOf(master) })
      .encrypt(master);
  }

  async seal(wrappedKey: string, bytes: Uint8Array): Promise<Uint8Array> {
    const sealed = await new CompactEncrypt(bytes)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(await this.#dataKey(wrappedKey));
    return Buffer.from(sealed, 'latin1');
  }

  async open(wrappedKey: string, sealed: Uint8Array): Promise<Uint8Array> {
    const { plaintext } = await compactDecrypt(sealed, await this.#dataKey(wrappedKey), ONLY);
    return plaintext;
  }

  async #dataKey(wrapped: string): Promise<Uint8Array> {
    const known = this.#dataKeys.get(wrapped);
    const key = known ?? (await compactDecrypt(wrapped, this.#master(), ONLY)).plaintext;
    this.#dataKeys.delete(wrapped);
    this.#dataKeys.set(wrapped, key);
    if (this.#dataKeys.size > KEPT_KEYS) this.#dataKeys.delete(this.#dataKeys.keys().next().value!);
    return key;
  }

  #master(): Uint8Array {
    if (!this.#masterKey) throw new CallFailed({ kind: 'no-master-key' });
    return this.#masterKey;
  }
}

/**
 * The sealer of a store, whose first master key stays the right one.
 * @throws StoreRefused `wrong-master-key`: another key would seal what nobody can open later.
 */
export async function sealerOf(rows: SealedRows, masterKey: Uint8Array | undefined): Promise<JoseSealer> {
  const sealer = new JoseSealer(masterKey);
  if (masterKey) {
    const fingerprint = fingerprintOf(masterKey);
    if ((await rows.masterKeyFingerprint(fingerprint)) !== fingerprint)
      throw new StoreRefused(
        'wrong-master-key',
        'MASTER_KEY (or MASTER_KEY_FILE) is not the key that this store was first used with.',
      );
  }
  return sealer;
}

// Keyed, so that the store tells nothing about the key itself.
const fingerprintOf = (masterKey: Uint8Array): string =>
  createHmac('sha256', masterKey).update('fingerprint of the master key').digest('hex').slice(0, 32);
