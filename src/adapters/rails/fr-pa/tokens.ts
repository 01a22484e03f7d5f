import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Answered, Outbound, OutboundAnswer, OutboundRequest } from '../../../ports/outbound.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { Opened, Sessions } from '../../../ports/sessions.ts';
import type { PlatformCredential, TokenCall } from './credential.ts';
import { refusedLogIn, withoutSecrets } from '../refused-log-in.ts';
import { jsonObject, jsonIn } from './json.ts';
import { PLATFORM_STATUSES as statuses } from './status-mappings.ts';
import { AWAIT_LOG_IN } from '../log-in-under-way.ts';

interface Ports {
  readonly outbound: Outbound;
  readonly sessions: Sessions;
  readonly clock: Clock;
}

/** The address of token requests, and who named it. */
export interface TokenEndpoint extends Pick<OutboundRequest, 'url' | 'namedBy'> {
  /** The address accepts any client credentials, also those for another platform's log-in. */
  readonly isSimulator: boolean;
}

export type Access = { readonly token: string } | { readonly failed: RailAnswer };

const LOG_IN_MS = 30_000;
const MAX_BYTES = 100_000;
/** If the answer does not state how long a token lives. */
const SHORT_LIFE_S = 60;
/** A token that would expire on the way is renewed first. */
const EARLY_MS = 2_000;
/** Characters of a token that may stand in a header (RFC 6750, 2.1). */
const TOKEN = /^[\x21-\x7e]{1,8192}$/;
export const isToken = (text: string): boolean => TOKEN.test(text);

/** The log-in, unless the credential states another. */
const USUAL: TokenCall = { auth: 'client_credentials', style: 'body', member: 'access_token', params: {} };

interface TokenRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** As platforms want it (docs/routes/fr-connections.md): a form, the client credentials in it or by Basic but never both; or JSON with name and password. */
function tokenRequest(
  { clientId, clientSecret }: PlatformCredential,
  { auth, style, params, scope }: TokenCall,
  refreshToken: string | undefined,
): TokenRequest {
  const more = { ...params, ...(scope !== undefined && { scope }) };
  if (auth === 'password')
    return {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: clientId, password: clientSecret, ...more }),
    };
  const isBasic = style === 'basic';
  // RFC 6749, 2.3.1: both are form-encoded first.
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const form = new URLSearchParams({
    // RFC 6749, 4.4.2 and 6.
    ...(refreshToken === undefined
      ? { grant_type: 'client_credentials' }
      : { grant_type: 'refresh_token', refresh_token: refreshToken }),
    ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
    ...more,
  });
  return {
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(isBasic && { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
    },
    body: form.toString(),
  };
}

/** By the platform, with the reason that it gives. */
export const credentialRefused = (answer: Answered): RailAnswer => ({
  mapping: refusedLogIn(statuses.credentialRefused, say('networks-fr-pa.platform'), answer),
});

/**
 * Access tokens. One process at a time fetches each. Of a firm's log-in the next refresh token is in the store before the access token is used;
 * if its answer is lost, the firm consents again.
 */
export class PlatformTokens {
  constructor(private readonly ports: Ports) {}

  /** @param refused a token that the platform no longer accepts, whatever its stated end. */
  async of(
    credential: OpenedCredential,
    known: PlatformCredential,
    endpoint: TokenEndpoint,
    refused?: string,
  ): Promise<Access> {
    const opened = await this.ports.sessions.use<RailAnswer>(
      { route: 'FR-PA', credential, name: 'token' },
      {
        isGood: (session) => this.isGood(session, refused),
        open: (session) => this.open(credential, known, endpoint, session),
      },
    );
    if (opened === 'busy') return AWAIT_LOG_IN;
    if ('failed' in opened) return opened;
    const token = jsonObject(opened.session)?.['access'];
    return typeof token === 'string' ? { token } : { failed: { mapping: statuses.logInFailed } };
  }

  /** The newest refresh token of a firm, without a call. */
  async refreshTokenOf(credential: OpenedCredential, known: PlatformCredential): Promise<string | undefined> {
    const session = await this.ports.sessions.use<'none'>(
      { route: 'FR-PA', credential, name: 'token' },
      { isGood: () => true, open: async () => ({ failed: 'none' }) },
    );
    if (session === 'busy') return undefined;
    return 'session' in session
      ? (refreshTokenIn(session.session) ?? known.refreshToken)
      : known.refreshToken;
  }

  /**
   * Does something with the newest refresh token while no process renews it.
   * @param use whether the token is of no use any more: then it is forgotten.
   */
  async endRefreshToken(
    credential: OpenedCredential,
    known: PlatformCredential,
    use: (refreshToken: string) => Promise<boolean>,
  ): Promise<'done' | 'busy'> {
    const done = await this.ports.sessions.use<'kept'>(
      { route: 'FR-PA', credential, name: 'token' },
      {
        isGood: () => false,
        open: async (session) =>
          (await use(refreshTokenIn(session) ?? known.refreshToken ?? ''))
            ? { session: '{}' }
            : { failed: 'kept' },
      },
    );
    return done === 'busy' ? 'busy' : 'done';
  }

  private isGood(session: string, refused: string | undefined): boolean {
    const { access, until } = jsonObject(session) ?? {};
    const now = this.ports.clock.now().getTime();
    return typeof until === 'number' && until > now && access !== refused;
  }

  private async open(
    { calls }: OpenedCredential,
    known: PlatformCredential,
    { isSimulator, ...endpoint }: TokenEndpoint,
    session: string | undefined,
  ): Promise<Opened<RailAnswer>> {
    const refreshToken = known.refreshToken && (refreshTokenIn(session) ?? known.refreshToken);
    const call = isSimulator && !refreshToken ? USUAL : known.token;
    const { headers, body } = tokenRequest(known, call, refreshToken);
    const answer = await this.ports.outbound.call({
      ...endpoint,
      method: 'POST',
      headers: { ...known.headers, ...headers, Accept: 'application/json' },
      body: new TextEncoder().encode(body),
      timeoutMs: LOG_IN_MS,
      maxBytes: MAX_BYTES,
      calls,
    });
    const secrets = [
      known.clientSecret,
      ...(refreshToken ? [refreshToken] : []),
      ...Object.values(known.headers),
    ];
    return this.opened(withoutSecrets(answer, secrets), call, refreshToken);
  }

  /** @param refreshToken kept if the answer has no next one. */
  private opened(
    answer: OutboundAnswer,
    { member }: TokenCall,
    refreshToken: string | undefined,
  ): Opened<RailAnswer> {
    if (answer.outcome === 'refused') return { failed: { mapping: statuses.blocked } };
    if (answer.outcome === 'unreachable') return { failed: { mapping: statuses.unreachable } };
    if (answer.outcome !== 'answered') return { failed: { mapping: statuses.logInFailed } };
    const { status, retryAfterSeconds } = answer;
    const response = jsonIn(answer.body);
    if (status === 429) return { failed: { mapping: statuses.tooMany, retryAfterSeconds } };
    if (status >= 500) return { failed: { mapping: statuses.logInFailed } };
    const { [member]: access, refresh_token: next, expires_in: life, error } = response ?? {};
    // RFC 6749, 5.2: `invalid_client` and similar errors come with 400 or 401.
    if (status === 401 || status === 403 || (status === 400 && typeof error === 'string'))
      return { failed: { ...credentialRefused(answer), raw: { status, ...(isKnown(error) && { error }) } } };
    if (status !== 200) return { failed: { mapping: statuses.logInFailed } };
    const isNext = refreshToken !== undefined && typeof next === 'string' && next !== '';
    if (typeof access !== 'string' || !TOKEN.test(access))
      // The earlier refresh token is used up: the next one is stored also without an access token.
      return isNext
        ? { session: JSON.stringify({ refresh: next }) }
        : { failed: { mapping: statuses.logInFailed } };
    const seconds = typeof life === 'number' && life > 0 ? life : SHORT_LIFE_S;
    const until = this.ports.clock.now().getTime() + Math.max(seconds * 1000 - EARLY_MS, EARLY_MS / 2);
    return { session: JSON.stringify({ access, until, refresh: isNext ? next : refreshToken }) };
  }
}

/** RFC 6749, 5.2: the one error that is about the token. */
export const OF_TOKEN = 'invalid_grant';

/** RFC 6749, 5.2: not the token is refused, but who comes with it. */
export const isOfApplication = (error: unknown): error is string =>
  error === 'invalid_client' || error === 'unauthorized_client';

const isKnown = (error: unknown): error is string => error === OF_TOKEN || isOfApplication(error);

function refreshTokenIn(session: string | undefined): string | undefined {
  const { refresh } = (session !== undefined && jsonObject(session)) || {};
  return typeof refresh === 'string' ? refresh : undefined;
}
