import * as openid from 'openid-client';
import type { ProviderAnswer } from '../../ports/identity-provider.ts';

/** Errors of RFC 6749 (4.1.2.1, 5.2) and OpenID Connect Core 1.0 (3.1.2.6) that are about the person or its token. Others are about the service. */
const NO: ReadonlySet<string> = new Set([
  'invalid_grant',
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);

/** Codes of openid-client for an answer that is not to be trusted. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

/** What an error of openid-client means. Neither lets a person in. */
export function answerTo(error: unknown): Exclude<ProviderAnswer, { readonly outcome: 'confirmed' }> {
  if (error instanceof openid.ResponseBodyError || error instanceof openid.AuthorizationResponseError)
    return { outcome: NO.has(error.error) ? 'refused' : 'unreachable', reason: error.error };
  const { code } = error as { readonly code?: string };
  if (error instanceof openid.ClientError && code !== undefined)
    return { outcome: UNTRUSTED.has(code) ? 'refused' : 'unreachable', reason: code };
  return { outcome: 'unreachable', reason: error instanceof Error ? error.message : String(error) };
}
