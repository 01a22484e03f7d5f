export const SCOPES = ['submit', 'read', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** The operator's own client, which a missing `client` means for the operator key. */
export const LOCAL_CLIENT = 'local';

export const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const LIVE_KEYS_PER_CLIENT = 20;

/** The caller of the API (contract part 5, decisions "Keys and clients"). */
export type Caller =
  | {
      readonly kind: 'client';
      readonly keyId: string;
      readonly client: string;
      readonly scopes: readonly Scope[];
    }
  | { readonly kind: 'operator'; readonly keyId: string }
  | { readonly kind: 'operator-read-only'; readonly keyId: string }
  | { readonly kind: 'partner'; readonly keyId: string; readonly partner: string };

/** The key id under which uses of `OPERATOR_KEY` from the environment are recorded. */
export const ENVIRONMENT_OPERATOR_KEY_ID = 'key_environment';
