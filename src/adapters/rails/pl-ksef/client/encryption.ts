import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';

// What KSeF wants encrypted (CIRFMF/ksef-docs).

/** The key of one session; every invoice in it is encrypted with both values. */
export interface SessionKey {
  /** 32 bytes, base64. */
  readonly key: string;
  /** 16 bytes, base64. */
  readonly iv: string;
}

export const newSessionKey = (): SessionKey => ({
  key: randomBytes(32).toString('base64'),
  iv: randomBytes(16).toString('base64'),
});

/** AES-256-CBC with PKCS#7, without the initialization vector as prefix. */
export function encrypt({ key, iv }: SessionKey, bytes: Uint8Array): Uint8Array {
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'));
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/** What `encrypt` has made, here or at KSeF; undefined if length or padding do not fit. */
export function decrypt({ key, iv }: SessionKey, bytes: Uint8Array): Uint8Array | undefined {
  try {
    const cipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'));
    return Buffer.concat([cipher.update(bytes), cipher.final()]);
  } catch {
    return undefined;
  }
}

/** RSA-OAEP with SHA-256 for both hashes, base64. */
export const wrap = (key: KeyObject, bytes: Uint8Array): string =>
  publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, bytes).toString(
    'base64',
  );

/** SHA-256, base64. */
export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** A hash in hex, as KSeF writes it. */
export const inBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
