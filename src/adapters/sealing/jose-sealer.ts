import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader } from 'jose';
import { CallFailed } from '../../domain/failures.ts';
import { MAX_KEY_AGE_MS } from '../../domain/lifecycle/leased-keys.ts';
import type { SealedRows } from '../../ports/sealed-rows.ts';
import type { Sealer } from '../../ports/sealer.ts';
import { StoreRefused } from '../../ports/store-refused.ts';

const KEY_BYTES = 32;
/** RFC 7518, 5.3: 96 random bits, new for each content. */
const IV_BYTES = 12;
/** The same: 128 bits, no fewer. */
const TAG_BYTES = 16;
/** The protected header of content in compact form, which A256GCM also authenticates. */
const CONTENT_HEADER = Buffer.from(
  Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url'),
  'latin1',
);
/** Nothing else is opened, whatever a header says. */
const ONLY = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
/** The size of content that is opened synchronously. Larger content goes through the thread pool, as in jose. */
const IN_ONE_GO = 64 * 1024;
/** More unwrapped data keys than this are unwrapped again. */
const MAX_KEYS = 1000;

/** Derives the key of hashes, which must not be the one that seals. */
const HASHING_KEY = 'key of the blind index';
/** 64 bits: of a million words two share a hash once in forty million times. */
const HASH_DIGITS = 16;

interface UnwrappedKey {
  readonly key: Uint8Array;
  /** By CLOCK_MONOTONIC, which runs on while the process is stopped and is not set. */
  readonly since: number;
}

/** The fingerprint of the master key that wraps the store's data keys now. */
type CurrentKey = () => Promise<string>;

/**
 * Seals as JWE (RFC 7516) in compact form, `dir` with A256GCM: content under its client's data key, data keys under a master
 * key. The header of a wrapped key names its master key by fingerprint, so two can be in use during a rotation.
 */
export class JoseSealer implements Sealer {
  readonly #masterKeys: ReadonlyMap<string, Uint8Array>;
  readonly #current: CurrentKey;
  /** By wrapped form, the oldest first. */
  readonly #dataKeys = new Map<string, UnwrappedKey>();
  #dropping: NodeJS.Timeout | undefined;

  /**
   * @param masterKeys 32 bytes each; without one every call fails with `no-master-key`.
   * @param current is called before a data key is wrapped; the default is the first master key.
   */
  constructor(masterKeys: readonly Uint8Array[], current?: CurrentKey) {
    if (masterKeys.some(({ length }) => length !== KEY_BYTES))
      throw new TypeError('a master key has 32 bytes');
    this.#masterKeys = new Map(masterKeys.map((key) => [fingerprintOf(key), key]));
    const [first = ''] = this.#masterKeys.keys();
    this.#current = current ?? (() => Promise.resolve(first));
  }

  async newDataKey(): Promise<string> {
    return this.#wrapped(randomBytes(KEY_BYTES), await this.#current());
  }

  /**
   * The same data key, wrapped under another of the master keys.
   * @throws Error if none of them has wrapped it.
   */
  async rewrap(wrapped: string, fingerprint: string): Promise<string> {
    return this.#wrapped(await this.#unwrapped(wrapped), fingerprint);
  }

  #wrapped(dataKey: Uint8Array, fingerprint: string): Promise<string> {
    return new CompactEncrypt(dataKey)
      .setProtectedHeader(headerOf(fingerprint))
      .encrypt(this.#masterKey(fingerprint));
  }

  // The direct form of RFC 7516 is this short, and is made and opened synchronously. jose goes through the thread pool twice,
  // which takes three times as long for an invoice, and POST /invoices waits for it. jose opens what is sealed here, and the
  // other way round.
  async seal(wrappedKey: string, bytes: Uint8Array): Promise<Uint8Array> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', await this.#dataKey(wrappedKey), iv);
    cipher.setAAD(CONTENT_HEADER);
    const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
    const parts = [iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'));
    return Buffer.from(`${CONTENT_HEADER.toString('latin1')}..${parts.join('.')}`, 'latin1');
  }

  async open(wrappedKey: string, sealed: Uint8Array): Promise<Uint8Array> {
    const key = await this.#dataKey(wrappedKey);
    const parts = sealed.length <= IN_ONE_GO ? partsOf(sealed) : undefined;
    if (!parts) return (await compactDecrypt(sealed, key, ONLY)).plaintext;
    const cipher = createDecipheriv('aes-256-gcm', key, parts.iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(CONTENT_HEADER).setAuthTag(parts.tag);
    return Buffer.concat([cipher.update(parts.text), cipher.final()]);
  }

  async hashes(wrappedKey: string, texts: readonly string[]): Promise<readonly string[]> {
    const key = createHmac('sha256', await this.#dataKey(wrappedKey))
      .update(HASHING_KEY)
      .digest();
    return texts.map((text) => createHmac('sha256', key).update(text).digest('hex').slice(0, HASH_DIGITS));
  }

  async #dataKey(wrapped: string): Promise<Uint8Array> {
    const recent = this.#dataKeys.get(wrapped);
    if (recent && performance.now() - recent.since < MAX_KEY_AGE_MS) return recent.key;
    const since = performance.now();
    const key = await this.#unwrapped(wrapped);
    this.#dataKeys.delete(wrapped);
    this.#dataKeys.set(wrapped, { key, since });
    const [oldest] = this.#dataKeys.keys();
    if (this.#dataKeys.size > MAX_KEYS && oldest !== undefined) this.#dataKeys.delete(oldest);
    this.#dropLater();
    return key;
  }

  /** Data keys that are in memory now. */
  get unwrappedKeys(): number {
    return this.#dataKeys.size;
  }

  #dropLater(): void {
    const [oldest] = this.#dataKeys.values();
    if (this.#dropping || !oldest) return;
    const waitMs = oldest.since + MAX_KEY_AGE_MS - performance.now();
    this.#dropping = setTimeout(() => {
      this.#dropping = undefined;
      const latest = performance.now() - MAX_KEY_AGE_MS;
      for (const [wrapped, { since }] of this.#dataKeys) if (since <= latest) this.#dataKeys.delete(wrapped);
      this.#dropLater();
    }, waitMs).unref();
  }

  async #unwrapped(wrapped: string): Promise<Uint8Array> {
    const { kid } = decodeProtectedHeader(wrapped);
    return (await compactDecrypt(wrapped, this.#masterKey(kid ?? ''), ONLY)).plaintext;
  }

  /** A master key that this process does not have is missing here: calls that need it wait until it is set. */
  #masterKey(fingerprint: string): Uint8Array {
    const key = this.#masterKeys.get(fingerprint);
    if (!key) throw new CallFailed({ kind: 'no-master-key' });
    return key;
  }
}

/** For content that is sealed here; undefined for any other form, which jose checks. */
function partsOf(sealed: Uint8Array) {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length);
  const start = CONTENT_HEADER.length;
  if (!bytes.subarray(0, start).equals(CONTENT_HEADER) || bytes.toString('latin1', start, start + 2) !== '..')
    return undefined;
  const parts = bytes.toString('latin1', start + 2).split('.');
  // Node ignores letters that are not base64url, and bits that no byte needs.
  const [iv, text, tag, ...more] = parts.map((part) => Buffer.from(part, 'base64url'));
  const isWritten = [iv, text, tag].every((part, n) => part?.toString('base64url') === parts[n]);
  if (!iv || !text || !tag || more.length > 0 || !isWritten) return undefined;
  return iv.length === IV_BYTES && tag.length === TAG_BYTES ? { iv, text, tag } : undefined;
}

/** The master key of a store, and its successor. */
export interface MasterKeys {
  readonly current?: Uint8Array | undefined;
  readonly next?: Uint8Array | undefined;
}

/**
 * The sealer of a store. Its first master key stays the right one until a rotation.
 * @throws StoreRefused `wrong-master-key`: another key would seal content that cannot be opened later, and could not open some.
 */
export async function sealerOf(rows: SealedRows, { current, next }: MasterKeys): Promise<JoseSealer> {
  if (!current) return new JoseSealer([]);
  const keys = next ? [current, next] : [current];
  const fingerprints = keys.map(fingerprintOf);
  const first = fingerprintOf(current);
  if (!fingerprints.includes(await rows.masterKeyFingerprint(first)))
    throw new StoreRefused(
      'wrong-master-key',
      'MASTER_KEY (or MASTER_KEY_FILE) is not the key that this store is used with.',
    );
  const [left] = await rows.dataKeysWithout(fingerprints.map(startUnder), 1);
  if (left)
    throw new StoreRefused(
      'wrong-master-key',
      'MASTER_KEY (or MASTER_KEY_FILE) is not the only key that this store is used with: a rotation is unfinished, so set the key ' +
        'before it as MASTER_KEY, this one as NEW_MASTER_KEY, and run ids rotate-master again.',
    );
  return new JoseSealer(keys, () => rows.masterKeyFingerprint(first));
}

const headerOf = (fingerprint: string) => ({ alg: 'dir', enc: 'A256GCM', kid: fingerprint });

/** The beginning of a data key that is wrapped under a master key. */
export const startUnder = (fingerprint: string): string =>
  `${Buffer.from(JSON.stringify(headerOf(fingerprint))).toString('base64url')}.`;

// Keyed, so that the store reveals nothing about the key itself.
export const fingerprintOf = (masterKey: Uint8Array): string =>
  createHmac('sha256', masterKey).update('fingerprint of the master key').digest('hex').slice(0, 32);
