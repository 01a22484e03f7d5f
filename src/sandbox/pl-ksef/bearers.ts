import type { JWTPayload } from 'jose';
import type { AccessTokens } from '../access-tokens.ts';
import type { Call } from '../network.ts';
import { refuseUnauthorized } from './errors.ts';
import { instant } from './warsaw.ts';

export const CONTEXT_TYPES = ['Nip', 'InternalId', 'NipVatUe', 'PeppolId'] as const;

/** The context of a caller. */
export interface Context {
  readonly type: (typeof CONTEXT_TYPES)[number];
  readonly value: string;
}

export const PERMISSIONS = ['InvoiceRead', 'InvoiceWrite', 'Introspection', 'CredentialsRead'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The caller behind a token. */
export interface Bearer {
  /** Reference of the log-in. */
  readonly operation: string;
  readonly context: Context;
  /** Limits and sessions belong to it. */
  readonly nip: string;
  /** The one who logged in, in any context. */
  readonly subject: string;
  readonly permissions: readonly Permission[];
  /** The part of a receipt about the log-in. */
  readonly proof: { readonly tokenReference: string } | { readonly documentHash: string };
  /** How long access lasts, in seconds. */
  readonly accessSeconds: number;
}

/** For following the log-in, for calls, and for refreshing. */
export type TokenKind = 'authentication' | 'access' | 'refresh';

const AUTHENTICATION_SECONDS = 45 * 60;
export const ACCESS_SECONDS = 15 * 60;
const REFRESH_SECONDS = 7 * 24 * 3600;

/** `TokenInfo` */
interface TokenInfo {
  readonly token: string;
  readonly validUntil: string;
}

/** The three kinds of tokens. A token carries its bearer, so it survives a reset. */
export class Bearers {
  constructor(private readonly tokens: AccessTokens) {}

  async issue(kind: TokenKind, bearer: Bearer): Promise<TokenInfo> {
    const seconds = {
      authentication: AUTHENTICATION_SECONDS,
      access: bearer.accessSeconds,
      refresh: REFRESH_SECONDS,
    }[kind];
    // Computed first, so that the stated end is not later than the token's.
    const validUntil = instant(Math.floor(Date.now() / 1000 + seconds) * 1000);
    const token = await this.tokens.issue(bearer.subject, seconds, { kind, bearer });
    return { token, validUntil };
  }

  /** @throws KsefRefused 401 without a token of these kinds, or with an expired one. */
  async read(call: Pick<Call, 'headers'>, kinds: readonly TokenKind[]): Promise<Bearer> {
    const claims = (await this.tokens.read(call)) as
      (JWTPayload & { kind: TokenKind; bearer: Bearer }) | undefined;
    if (!claims) throw refuseUnauthorized();
    if (!kinds.includes(claims.kind)) throw refuseUnauthorized('Nieprawidłowy rodzaj tokena.');
    return claims.bearer;
  }
}

/** The NIP of a context; undefined if it has none. */
export function nipOf({ type, value }: Context): string | undefined {
  const nip = value.slice(0, 10);
  if (type === 'PeppolId' || !isNip(nip)) return undefined;
  return type === 'Nip' && value.length > 10 ? undefined : nip;
}

/** Its form. The check digit is checked elsewhere. */
const isNip = (text: string): boolean => /^[1-9]((\d[1-9])|([1-9]\d))\d{7}$/.test(text);
