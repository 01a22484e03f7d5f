import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Environment } from '../vocabulary/route.ts';
import type { Scope } from './caller.ts';

/** A stored API key: its SHA-256 only (contract 2.7 and part 5). */
export interface ApiKey {
  /** `key_` and 32 hex digits. */
  readonly id: string;
  readonly holder: KeyHolder;
  /** SHA-256 of the whole key, 64 lowercase hex. */
  readonly hash: string;
  readonly label?: string;
  readonly createdAt: Date;
  readonly revokedAt?: Date;
  /** To a minute. */
  readonly lastUsedAt?: Date;
  /** Keys above this one, its maker last: revoking any of them revokes this one. Empty for keys minted out of band. */
  readonly ancestors: readonly string[];
}

export type KeyHolder =
  | { readonly kind: 'client'; readonly client: string; readonly scopes: readonly Scope[] }
  | { readonly kind: 'operator' }
  | { readonly kind: 'operator-read-only' }
  | { readonly kind: 'partner'; readonly partner: string };

/** The middle of a key tells its environment: a key of the other one is recognised without a look-up. */
const SEGMENTS = { sandbox: 'test', production: 'live' } as const satisfies Record<Environment, string>;

const keyPrefix = (environment: Environment): string => `ids_${SEGMENTS[environment]}_`;

/** @param secret 48 lowercase hex digits. */
export const keyValue = (environment: Environment, secret: string): string =>
  `${keyPrefix(environment)}${secret}`;

export const isKeyOf = (environment: Environment, value: string): boolean =>
  value.startsWith(keyPrefix(environment)) && /^[0-9a-f]{48}$/.test(value.slice(9));

/** What is expected instead of this value; it names its environment, and not whether a key has ever had it. */
export function keyExpected(environment: Environment, value: string | undefined): Text {
  const prefix = keyPrefix(environment);
  if (value === undefined) return say('calls.unauthorized.missing', { prefix });
  const other = keyPrefix(environment === 'sandbox' ? 'production' : 'sandbox');
  return value.startsWith(other)
    ? say('calls.unauthorized.other-environment', { prefix, other, environment })
    : say('calls.unauthorized.unknown', { prefix });
}
