import { type FieldsOf, listOfTexts, oneOf, optional, sha256, text, time } from '../vocabulary/fields.ts';
import type { KeyHolder } from './api-key.ts';
import type { Scope } from './caller.ts';

/** A person at the console: a key was exchanged for it, or a provider of identities has signed the person in. */
export interface BrowserSession {
  /** `ses_` and 32 hex digits. */
  readonly id: string;
  /** SHA-256 of the secret in the cookie; the secret itself is stored nowhere. */
  readonly hash: string;
  /** The key that was exchanged: what it may do, and whether it still works, is asked at each call. */
  readonly keyId?: string;
  /** As the audit log names the person; absent if a key was exchanged. */
  readonly person?: string;
  /** The provider's own name of the person (`sub`). */
  readonly subject?: string;
  /** Of the key or the person. */
  readonly client?: string;
  // What the person may do, by the table of roles and the claims of the last answer.
  readonly kind?: PersonHolder['kind'];
  readonly scopes?: readonly Scope[];
  readonly sealedRefreshToken?: string;
  /** The provider is asked again from then on. */
  readonly askAt?: Date;
  /** Until then the provider's last answer counts. */
  readonly confirmedUntil?: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt?: Date;
}

export const BROWSER_SESSION_FIELDS: FieldsOf<BrowserSession> = {
  id: text,
  hash: sha256,
  keyId: optional(text),
  person: optional(text),
  subject: optional(text),
  kind: optional(oneOf(['client', 'operator', 'operator-read-only'])),
  client: optional(text),
  scopes: optional(listOfTexts),
  sealedRefreshToken: optional(text),
  askAt: optional(time),
  confirmedUntil: optional(time),
  createdAt: time,
  expiresAt: time,
  endedAt: optional(time),
};

/** What a person may be; partners have keys only. */
export type PersonHolder = Exclude<KeyHolder, { readonly kind: 'partner' }>;

/** A working day with its evening. */
export const SESSION_MS = 12 * 3_600_000;

const PERSON = 'person:';

/** No id of a key begins so: whatever a provider calls a person, the audit log shows it as a person. */
export const personName = (claim: string): string => `${PERSON}${claim}`;

export const isPerson = (actor: string): boolean => actor.startsWith(PERSON);
