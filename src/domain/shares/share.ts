import { type FieldsOf, optional, sha256, text, time } from '../vocabulary/fields.ts';

/** A link that opens the report and the page of one document without a key. */
export interface Share {
  /** `shr_` and 32 hex digits. */
  readonly id: string;
  readonly client: string;
  /** The invoice or the refusal. */
  readonly subject: string;
  /** SHA-256 of the secret in the link; the secret itself is stored nowhere. */
  readonly hash: string;
  /** The key that made it. */
  readonly madeBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** What its maker tells the reader, sealed under the client's data key: it may quote the invoice. */
  readonly sealedNote?: string;
  readonly revokedAt?: Date;
  /** To a minute. */
  readonly lastReadAt?: Date;
}

export const SHARE_FIELDS: FieldsOf<Share> = {
  id: text,
  client: text,
  subject: text,
  hash: sha256,
  madeBy: text,
  createdAt: time,
  expiresAt: time,
  sealedNote: optional(text),
  revokedAt: optional(time),
  lastReadAt: optional(time),
};

export const MAX_SHARE_DAYS = 7;
