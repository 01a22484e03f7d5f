import * as openid from 'openid-client';
import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { quoted } from 'en16931-rules/vocabulary/quoted.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import type { Outbound, OutboundAnswer } from '../../../ports/outbound.ts';
import type {
  Checked,
  Connecting,
  ConnectedCompany,
  ConnectionOffer,
  ConsentOrder,
  Exchanged,
  Revoked,
} from '../../../ports/rail/connecting.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { type Application, type Applications, consentValue } from './credential.ts';
import { jsonIn } from './json.ts';
import type { NamedPlatform, Platform } from './platform.ts';
import { type Provider, PROVIDERS, simulated } from './providers.ts';
import { PLATFORM_STATUSES as statuses } from './status-mappings.ts';
import { isOfApplication, OF_TOKEN, type PlatformTokens } from './tokens.ts';

interface Settings {
  readonly platform: NamedPlatform | undefined;
  readonly applications: Applications;
}

/** A provider with the operator's application there. */
interface Reached {
  readonly id: string;
  readonly provider: Provider;
  readonly application: Application;
}

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 100_000;
const SIREN = /^\d{9}$/;

/** Firms that let the operator's application act for them at their platform. */
export class FirmConsents implements Connecting {
  constructor(
    private readonly outbound: Outbound,
    private readonly platform: Platform,
    private readonly tokens: PlatformTokens,
    private readonly settings: Settings,
  ) {}

  /** The SIREN; of the sandbox's firms it has no check digit. */
  companyOf(text: string): string | undefined {
    const digits = text.replaceAll(/\s/g, '');
    return SIREN.test(digits) ? digits : undefined;
  }

  offerOf(id: string): ConnectionOffer {
    const provider = rowOf(PROVIDERS, id);
    if (!provider)
      return { offers: 'nothing', reason: say('connections.unknown-provider', { provider: id }) };
    const { name, lifeDays } = provider;
    if (!rowOf(this.settings.applications, id))
      return { offers: 'nothing', reason: say('connections.no-application', { provider: name }) };
    return { offers: 'connection', name, kind: 'pa-oauth', lifeDays };
  }

  async begin({ company, redirectUri, state, codeVerifier, ...of }: ConsentOrder): Promise<string> {
    const reached = this.reach(of.provider);
    const url = openid.buildAuthorizationUrl(this.configured(reached), {
      redirect_uri: redirectUri,
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...reached.provider.prefilled(company, this.isSandbox),
    });
    return url.href;
  }

  async exchange(
    { provider, redirectUri, state, codeVerifier }: ConsentOrder,
    query: string,
  ): Promise<Exchanged> {
    const reached = this.reach(provider);
    const sent: Sent = {};
    try {
      const { refresh_token: refreshToken } = await openid.authorizationCodeGrant(
        this.configured(reached, sent),
        new URL(`${redirectUri}?${query}`),
        { expectedState: state, pkceCodeVerifier: codeVerifier },
      );
      return refreshToken === undefined
        ? { outcome: 'refused', reason: say('connections.no-refresh-token') }
        : { outcome: 'given', value: consentValue(reached.id, refreshToken) };
    } catch (error) {
      // The code is used up: whatever else is wrong with the answer, its refresh token is the log-in.
      const refreshToken = refreshTokenIn(sent.answer);
      return refreshToken === undefined
        ? notExchanged(error, sent)
        : { outcome: 'given', value: consentValue(reached.id, refreshToken) };
    }
  }

  async check(credential: OpenedCredential, { provider: id, company }: ConnectedCompany): Promise<Checked> {
    const { provider } = this.reach(id);
    const known = this.platform.read(credential);
    if (!known)
      return {
        outcome: 'refused',
        reason: say('connections.no-application', { provider: provider.name }),
        isOurs: true,
      };
    const answer = await this.platform.askAt(credential, provider.company);
    if ('failure' in answer) return ofLogIn(answer.failure);
    if (answer.outcome !== 'answered') return notAnswered(answer);
    if (answer.status === 403) return this.whyClosed(credential, provider);
    const { number, env } = (answer.status === 200 && jsonIn(answer.body)) || {};
    if (typeof number !== 'string' || typeof env !== 'string')
      return { outcome: 'unknown', reason: say('connections.not-understood') };
    if (env !== (this.isSandbox ? 'sandbox' : 'production'))
      return { outcome: 'foreign', reason: say('connections.other-environment', { value: quoted(env) }) };
    // A platform may state the SIRET, which begins with the SIREN.
    if (!new RegExp(`^${company}(\\d{5})?$`).test(number.replaceAll(/\s/g, '')))
      return {
        outcome: 'foreign',
        reason: say('connections.other-company', { value: quoted(number), company }),
      };
    const refreshToken = await this.tokens.refreshTokenOf(credential, known);
    return refreshToken === undefined
      ? { outcome: 'later', reason: say('connections.log-in-under-way') }
      : { outcome: 'own', value: consentValue(id, refreshToken) };
  }

  async revoke(credential: OpenedCredential): Promise<Revoked> {
    const known = this.platform.read(credential);
    // A person has stored another log-in in its place.
    if (known && !known.refreshToken) return { outcome: 'revoked' };
    const [id, reached] = this.reachedBy(known?.clientId);
    if (!known || id === undefined || !reached)
      return {
        outcome: 'refused',
        reason: say('connections.no-application', { provider: id ?? '' }),
        isOurs: true,
      };
    let revoked: Revoked = { outcome: 'later', reason: say('connections.log-in-under-way') };
    await this.tokens.endRefreshToken(credential, known, async (token) => {
      revoked = await this.revokeToken(reached, token);
      return revoked.outcome === 'revoked';
    });
    return revoked;
  }

  private async revokeToken(reached: Reached, token: string): Promise<Revoked> {
    const sent: Sent = {};
    try {
      await openid.tokenRevocation(this.configured(reached, sent), token, {
        token_type_hint: 'refresh_token',
      });
      return { outcome: 'revoked' };
    } catch (error) {
      const { answer } = sent;
      if (answer && answer.outcome !== 'answered') return notAnswered(answer);
      // Nothing is left to forget.
      if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant')
        return { outcome: 'revoked' };
      if (answer?.status === 401)
        return { outcome: 'refused', reason: saysNo('invalid_client'), isOurs: true };
      if (error instanceof openid.ResponseBodyError && answer && answer.status < 500)
        return { outcome: 'refused', reason: saysNo(error.error), isOurs: true };
      return { outcome: 'unknown', reason: say('connections.not-understood') };
    }
  }

  private async whyClosed(credential: OpenedCredential, { session }: Provider): Promise<Checked> {
    const answer = await this.platform.askAt(credential, session);
    if ('failure' in answer) return ofLogIn(answer.failure);
    if (answer.outcome !== 'answered') return notAnswered(answer);
    const { company_verification_status: status } = (answer.status === 200 && jsonIn(answer.body)) || {};
    if (status === 'failed') return { outcome: 'foreign', reason: say('connections.verification-failed') };
    return { outcome: 'unverified', reason: say('connections.not-verified') };
  }

  private get isSandbox(): boolean {
    return this.settings.platform !== undefined;
  }

  private reach(id: string): Reached {
    const { platform, applications } = this.settings;
    const provider = rowOf(PROVIDERS, id);
    const application = rowOf(applications, id);
    if (!provider || !application) throw new Error(`expected a provider with an application, found ${id}`);
    return {
      id,
      application,
      provider: platform?.isSimulator ? simulated(provider, platform.url) : provider,
    };
  }

  private reachedBy(clientId: string | undefined): readonly [string | undefined, Reached | undefined] {
    const [id] =
      Object.entries(this.settings.applications).find(([, own]) => own.clientId === clientId) ?? [];
    return [id, id === undefined ? undefined : this.reach(id)];
  }

  /** Every call goes the one way out. */
  private configured({ provider, application }: Reached, sent: Sent = {}): openid.Configuration {
    const configuration = new openid.Configuration(
      {
        issuer: provider.issuer,
        authorization_endpoint: provider.authorize,
        token_endpoint: provider.token,
        revocation_endpoint: provider.revoke,
        code_challenge_methods_supported: ['S256'],
      },
      application.clientId,
      undefined,
      openid.ClientSecretPost(application.clientSecret),
    );
    // The simulator has no TLS.
    if (provider.token.startsWith('http:')) openid.allowInsecureRequests(configuration);
    configuration[openid.customFetch] = async (url, { method, headers, body }) => {
      const answer = await this.outbound.call({
        method: method as 'POST',
        url,
        namedBy: this.isSandbox ? 'operator' : 'client',
        headers: Object.fromEntries(new Headers(headers)),
        body: new TextEncoder().encode(String(body ?? '')),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      });
      sent.answer = answer;
      if (answer.outcome !== 'answered') throw new Error(`expected an answer, found ${answer.outcome}`);
      const { status, headers: theirs } = answer;
      const known = Object.entries(theirs).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as [string, string]],
      );
      return new Response(answer.body.length === 0 ? null : Buffer.from(answer.body), {
        status,
        headers: known,
      });
    };
    return configuration;
  }
}

/** What became of the one call. */
interface Sent {
  answer?: OutboundAnswer;
}

function refreshTokenIn(answer: OutboundAnswer | undefined): string | undefined {
  if (answer?.outcome !== 'answered' || answer.status !== 200) return undefined;
  const { refresh_token: token } = jsonIn(answer.body) ?? {};
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** RFC 6749, 4.1.2.1: what the firm, or the platform, said in place of a code. */
function notExchanged(error: unknown, { answer }: Sent): Exchanged {
  if (error instanceof openid.AuthorizationResponseError)
    return {
      outcome: 'refused',
      reason: error.error === 'access_denied' ? say('connections.declined') : saysNo(error.error),
    };
  // The answer of the browser was judged before any call: another issuer, or none of the expected members.
  if (!answer) return { outcome: 'refused', reason: say('connections.not-of-the-provider') };
  if (answer.outcome !== 'answered') return notAnswered(answer);
  // With a challenge the library reads no body.
  if (answer.status === 401) return { outcome: 'refused', reason: saysNo('invalid_client'), isOurs: true };
  if (error instanceof openid.ResponseBodyError && answer.status < 500)
    return {
      outcome: 'refused',
      reason: saysNo(error.error),
      ...(isOfApplication(error.error) && { isOurs: true }),
    };
  return { outcome: 'unknown', reason: say('connections.not-understood') };
}

const notAnswered = ({ outcome }: Exclude<OutboundAnswer, { readonly outcome: 'answered' }>) =>
  outcome === 'lost'
    ? ({ outcome: 'unknown', reason: say('connections.answer-lost') } as const)
    : ({ outcome: 'later', reason: say('connections.not-reached') } as const);

/** Why a token could not be had. Only `invalid_grant` says that the log-in is over. */
function ofLogIn({ mapping: { networkStatus, message: reason }, raw }: RailAnswer): Checked {
  if (networkStatus !== statuses.credentialRefused.networkStatus) return { outcome: 'unknown', reason };
  const { status, error } = (raw ?? {}) as { readonly status?: unknown; readonly error?: unknown };
  if (error === OF_TOKEN) return { outcome: 'refused', reason };
  return isOfApplication(error) || status === 401
    ? { outcome: 'refused', reason, isOurs: true }
    : { outcome: 'unknown', reason };
}

/** A code of RFC 6749; another word is not repeated. */
const saysNo = (code: string): Text =>
  say('connections.says-no', { code: /^[a-z_]{1,64}$/.test(code) ? code : '?' });
