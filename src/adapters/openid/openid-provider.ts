import * as openid from 'openid-client';
import type { Claims } from '../../domain/access/role-row.ts';
import type { IdentityProvider, ProviderAnswer, SignInChecks } from '../../ports/identity-provider.ts';
import { answerTo } from './openid-errors.ts';

interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by spaces. */
  readonly scopes: string;
  /** Undefined: the provider decides. */
  readonly prompt?: string | undefined;
  /** To which the provider sends the browser back. */
  readonly redirectUri: string;
}

/** A person waits for it. */
const TIMEOUT_SECONDS = 5;

/**
 * Signs in by the authorization code flow (OpenID Connect Core 1.0, section 3.1) with PKCE (RFC 7636). State, nonce, issuer, audience,
 * times and signature of an ID token are checked by openid-client.
 */
export class OpenIdProvider implements IdentityProvider {
  private configuration: Promise<openid.Configuration> | undefined;

  constructor(private readonly settings: OpenIdSettings) {}

  async begin({ state, nonce, codeVerifier }: SignInChecks): Promise<URL> {
    const { scopes, prompt, redirectUri } = this.settings;
    return openid.buildAuthorizationUrl(await this.configured(), {
      redirect_uri: redirectUri,
      scope: scopes,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(prompt !== undefined && { prompt }),
    });
  }

  finish(query: string, { state, nonce, codeVerifier }: SignInChecks): Promise<ProviderAnswer> {
    return this.ask(async (configuration) => {
      const tokens = await openid.authorizationCodeGrant(
        configuration,
        new URL(`${this.settings.redirectUri}?${query}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true },
      );
      return confirmed(configuration, tokens, tokens.claims()!.sub);
    });
  }

  refresh(refreshToken: string, subject: string): Promise<ProviderAnswer> {
    return this.ask(async (configuration) => {
      const tokens = await openid.refreshTokenGrant(configuration, refreshToken);
      // Section 12.2: it names the same person, if it comes.
      if ((tokens.claims()?.sub ?? subject) !== subject)
        return { outcome: 'refused', reason: 'another-subject' };
      return confirmed(configuration, tokens, subject).catch((error: unknown) =>
        withToken(answerTo(error), tokens.refresh_token),
      );
    });
  }

  private async ask(
    question: (configuration: openid.Configuration) => Promise<ProviderAnswer>,
  ): Promise<ProviderAnswer> {
    const answer = await this.configured().then(question).catch(answerTo);
    // It may have moved.
    if (answer.outcome === 'unreachable') this.configuration = undefined;
    return answer;
  }

  private configured(): Promise<openid.Configuration> {
    this.configuration ??= this.discover().catch((error: unknown) => {
      this.configuration = undefined;
      throw error;
    });
    return this.configuration;
  }

  private discover(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const url = new URL(issuer);
    // The settings allow http on loopback only.
    const isPlain = url.protocol === 'http:';
    // TLS would be enough for an ID token of the token endpoint (section 3.1.3.7); its signature is checked, too.
    const execute = [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])];
    return openid.discovery(url, clientId, undefined, authenticated(clientSecret), {
      execute,
      timeout: TIMEOUT_SECONDS,
    });
  }
}

/** The next question needs the new token, also if the call for user information failed. */
const withToken = (answer: ProviderAnswer, refreshToken: string | undefined): ProviderAnswer =>
  answer.outcome === 'unreachable' && refreshToken !== undefined ? { ...answer, refreshToken } : answer;

/** As section 9 has it: in the header, unless the provider takes it in the body only. */
function authenticated(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** Who it is, by the ID token and by the call for user information (section 5.3), whose claims are newer. */
async function confirmed(
  configuration: openid.Configuration,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
  subject: string,
): Promise<ProviderAnswer> {
  const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
  const ofUser: Claims =
    endpoint === undefined ? {} : await openid.fetchUserInfo(configuration, tokens.access_token, subject);
  return {
    outcome: 'confirmed',
    subject,
    claims: { ...tokens.claims(), ...ofUser },
    ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
  };
}
