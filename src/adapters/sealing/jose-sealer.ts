import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';
import { CallFailed } from '../../domain/failures.ts';
import { Newest } from '../../domain/newest.ts';
import type { SealedRows } from '../../ports/sealed-rows.ts';
import type { Sealer } from '../../ports/sealer.ts';
import { StoreRefused } from '../../ports/store-refused.ts';

const KEY_BYTES = 32;
/** RFC 7518, 5.3: 96 bits, drawn anew for each content. */
const IV_BYTES = 12;
/** The protected header of content as it stands in the compact form, which is also what A256GCM authenticates. */
const CONTENT_HEADER = Buffer.from(
  Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url'),
  'latin1',
);
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
  readonly #dataKeys = new Newest<Uint8Array>(KEPT_KEYS);

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

  // RFC 7516 in its direct form is this short, and made in one go: jose goes through the thread pool twice, which takes three
  // times as long for an invoice, and POST /invoices waits for it. What is sealed here, jose opens.
  async seal(wrappedKey: string, bytes: Uint8Array): Promise<Uint8Array> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', await this.#dataKey(wrappedKey), iv);
    cipher.setAAD(CONTENT_HEADER);
    const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
    const parts = [iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'));
    return Buffer.from(`${CONTENT_HEADER.toString('latin1')}..${parts.join('.')}`, 'latin1');
  }

  async open(wrappedKey: string, sealed: Uint8Array): Promise<Uint8Array> {
    const { plaintext } = await compactDecrypt(sealed, await this.#dataKey(wrappedKey), ONLY);
    return plaintext;
  }

  async #dataKey(wrapped: string): Promise<Uint8Array> {
    const known = this.#dataKeys.get(wrapped);
    const key = known ?? (await compactDecrypt(wrapped, this.#master(), ONLY)).plaintext;
    this.#dataKeys.set(wrapped, key);
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
export const fingerprintOf = (masterKey: Uint8Array): string =>
  createHmac('sha256', masterKey).update('fingerprint of the master key').digest('hex').slice(0, 32);
