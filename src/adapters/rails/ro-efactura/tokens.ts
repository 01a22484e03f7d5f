import type { Clock } from '../../../ports/clock.ts';
import type { Answered, Outbound, OutboundAnswer } from '../../../ports/outbound.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import type { Sessions } from '../../../ports/sessions.ts';
import { parse } from '../../../domain/json/json-object.ts';
import { refusedLogIn, withoutSecrets } from '../refused-log-in.ts';
import { anafCredential } from './credential.ts';
import { ANAF_STATUSES as statuses } from './status-mappings.ts';
import { AWAIT_LOG_IN } from '../log-in-under-way.ts';

interface Ports {
  readonly outbound: Outbound;
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** The base address of `token` and the other calls. */
  readonly oauthUrl: string;
}

/** The stored tokens. The next refresh token is in the store before the access token is used. */
interface Tokens {
  readonly access: string;
  readonly refresh: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const LOG_IN_MS = 30_000;
const MAX_BYTES = 100_000;
/** If the answer does not state how long it lives. */
const SHORT_LIFE_S = 300;

export type Access = { readonly token: string } | { readonly failed: RailAnswer };

/** Access tokens. One process at a time renews each. A person's log-in serves all companies for which it has rights. */
export class AnafTokens {
  constructor(private readonly ports: Ports) {}

  /** @param refused a token that ANAF no longer accepts, whatever its stated end. */
  async of(credential: OpenedCredential, refused?: string): Promise<Access> {
    const known = anafCredential(credential.value);
    if (!known) return { failed: { mapping: statuses.credentialRefused } };
    const opened = await this.ports.sessions.use<RailAnswer>(
      { route: 'RO-EFACTURA', credential, name: 'token' },
      {
        isGood: (session) => this.isGood(tokensIn(session), refused),
        open: async (session) => {
          const refreshToken = tokensIn(session)?.refresh ?? known.refreshToken;
          const answer = await this.refresh({ ...known, refreshToken }, credential.calls);
          return this.open(withoutSecrets(answer, [known.clientSecret, refreshToken]), refreshToken);
        },
      },
    );
    if (opened === 'busy') return AWAIT_LOG_IN;
    if ('failed' in opened) return opened;
    const tokens = tokensIn(opened.session);
    return tokens?.access ? { token: tokens.access } : { failed: { mapping: statuses.logInFailed } };
  }

  private isGood(tokens: Tokens | undefined, refused: string | undefined): boolean {
    return (
      tokens !== undefined && tokens.access !== refused && tokens.until > this.ports.clock.now().getTime()
    );
  }

  private refresh(
    {
      clientId,
      clientSecret,
      refreshToken,
    }: Readonly<Record<'clientId' | 'clientSecret' | 'refreshToken', string>>,
    calls: OpenedCredential['calls'],
  ) {
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      token_content_type: 'jwt',
    });
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
    return this.ports.outbound.call({
      method: 'POST',
      url: `${this.ports.oauthUrl}/token`,
      namedBy: 'operator',
      headers: {
        Authorization: `Basic ${basic.toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'application/json',
      },
      body: new TextEncoder().encode(form.toString()),
      timeoutMs: LOG_IN_MS,
      maxBytes: MAX_BYTES,
      calls,
    });
  }

  /** @param before kept if the answer has no new refresh token. */
  private open(
    answer: OutboundAnswer,
    before: string,
  ): { readonly session: string } | { readonly failed: RailAnswer } {
    if (answer.outcome === 'unreachable') return { failed: { mapping: statuses.unreachable } };
    if (answer.outcome !== 'answered') return { failed: { mapping: statuses.logInFailed } };
    const json = parse(Buffer.from(answer.body).toString('utf8'));
    const response =
      typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined;
    const { status, retryAfterSeconds } = answer;
    if (status === 429) return { failed: { mapping: statuses.tooMany, retryAfterSeconds } };
    // An HTML page in place of an answer is maintenance, with any status.
    if (!response || status >= 500) return { failed: { mapping: statuses.logInFailed } };
    const { access_token: access, refresh_token: renewed, expires_in: life, error } = response;
    if (typeof error === 'string' || status === 401 || status === 403)
      return { failed: credentialRefused(answer) };
    if (status !== 200) return { failed: { mapping: statuses.logInFailed } };
    const refresh = typeof renewed === 'string' && renewed !== '' ? renewed : before;
    if (typeof access !== 'string' || access === '')
      // The earlier refresh token may be used up: the next one is stored also without an access token.
      return refresh === before
        ? { failed: { mapping: statuses.logInFailed } }
        : sessionOf({ access: '', refresh, until: 0 });
    const seconds = typeof life === 'number' && life > 0 ? life : SHORT_LIFE_S;
    return sessionOf({ access, refresh, until: this.ports.clock.now().getTime() + seconds * 1000 });
  }
}

/** By ANAF, with the reason that it gives. */
export const credentialRefused = (answer: Answered): RailAnswer => ({
  mapping: refusedLogIn(statuses.credentialRefused, 'ANAF', answer),
  raw: { status: answer.status },
});

const sessionOf = (tokens: Tokens) => ({ session: JSON.stringify(tokens) });

const tokensIn = (session: string | undefined): Tokens | undefined =>
  session === undefined ? undefined : (parse(session) as Tokens | undefined);
