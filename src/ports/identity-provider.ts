import type { Claims } from '../domain/access/role-row.ts';

/** What ties an answer to the browser that began the sign-in. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export type ProviderAnswer =
  | {
      readonly outcome: 'confirmed';
      /** The provider's own name of the person. */
      readonly subject: string;
      /** Of the ID token and of the call for user information. */
      readonly claims: Claims;
      /** Absent if the provider has given none. */
      readonly refreshToken?: string;
    }
  /** The provider, or the check of its answer, says no. @param reason its code */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** It gave no answer that says yes or no. @param refreshToken that it gave before it was silent: the one before is used up. */
  | { readonly outcome: 'unreachable'; readonly reason: string; readonly refreshToken?: string };

/** Signs people in by OpenID Connect. */
export interface IdentityProvider {
  /** The address to which the browser goes. @throws Error if the provider cannot be asked how. */
  begin(checks: SignInChecks): Promise<URL>;
  /** @param query of the address with which the provider sent the browser back. */
  finish(query: string, checks: SignInChecks): Promise<ProviderAnswer>;
  /** Asks whether the person is still one of the firm. @param subject who has to be confirmed. */
  refresh(refreshToken: string, subject: string): Promise<ProviderAnswer>;
}
