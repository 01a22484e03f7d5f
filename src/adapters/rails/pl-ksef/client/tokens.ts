import type { Clock } from '../../../../ports/clock.ts';
import type { OpenedCredential } from '../../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { Opened, Sessions } from '../../../../ports/sessions.ts';
import { parse } from '../../../../domain/json/json-object.ts';
import type { Caller } from './credential.ts';
import { type Json, type Ksef, objectIn, textIn } from './ksef.ts';
import type { LogIn } from './log-in.ts';
import type { LogInWarnings } from './log-in-warnings.ts';
import { isRefusedCredential } from './log-in-errors.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';
import { AWAIT_LOG_IN } from '../../log-in-under-way.ts';

interface Ports {
  readonly ksef: Ksef;
  readonly logIn: LogIn;
  readonly warnings: LogInWarnings;
  readonly sessions: Sessions;
  readonly clock: Clock;
}

/** The stored tokens. They are in the store before they are used. */
interface Tokens {
  readonly access: Token;
  readonly refresh: Token;
  /** KSeF's warning about the signature of the log-in. */
  readonly warning?: string;
}

interface Token {
  readonly token: string;
  /** Not used after this; milliseconds since 1970, by our clock. */
  readonly until: number;
}

export type Access = { readonly token: string } | { readonly failed: RailAnswer };

/** How long a call may take to arrive. */
const MARGIN_MS = 60_000;

/** Access tokens of a company. One process at a time renews them. */
export class KsefTokens {
  constructor(private readonly ports: Ports) {}

  /** @param refused a token that KSeF no longer accepts, whatever its stated end. */
  async of({ credential, nip }: Caller, refused?: string): Promise<Access> {
    const opened = await this.ports.sessions.use<RailAnswer>(
      { route: 'PL-KSEF', credential, name: `token ${nip}` },
      {
        isGood: (session) => {
          const access = tokensIn(session)?.access;
          return access !== undefined && access.token !== refused && this.lives(access);
        },
        open: async (session) => {
          const known = tokensIn(session);
          const renewed =
            known && this.lives(known.refresh) ? await this.refresh(credential, known, refused) : 'log in';
          return renewed === 'log in' ? this.logIn({ credential, nip }) : renewed;
        },
      },
    );
    if (opened === 'busy') return AWAIT_LOG_IN;
    if ('failed' in opened) return opened;
    const tokens = tokensIn(opened.session);
    if (tokens) this.ports.warnings.take({ credential, nip }, tokens.warning);
    return tokens ? { token: tokens.access.token } : { failed: { mapping: statuses.logInFailed } };
  }

  private lives({ until }: Token): boolean {
    return until > this.ports.clock.now().getTime();
  }

  private async refresh(
    { calls }: OpenedCredential,
    known: Tokens,
    refused: string | undefined,
  ): Promise<Opened<RailAnswer> | 'log in'> {
    const { ksef } = this.ports;
    const { refresh } = known;
    const response = await ksef.call({ path: '/auth/token/refresh', body: 'empty', calls }, refresh.token);
    if (response.kind === 'failure')
      return isRefusedCredential(response.failure.mapping)
        ? 'log in'
        : { failed: logInFailure(response.failure) };
    const access =
      response.kind === 'json' ? this.tokenIn(response.json['accessToken'], response.at) : undefined;
    // Two renewals within a second may return the same token, which KSeF then refuses again.
    if (!access || access.token === refused) return 'log in';
    return keep({ ...known, access });
  }

  private async logIn(caller: Caller): Promise<Opened<RailAnswer>> {
    const response = await this.ports.logIn.run(caller);
    if ('failed' in response) return { failed: logInFailure(response.failed) };
    const access = this.tokenIn(response.json['accessToken'], response.at);
    const refresh = this.tokenIn(response.json['refreshToken'], response.at);
    const { warning } = response;
    return access && refresh
      ? keep({ access, refresh, ...(warning !== undefined && { warning }) })
      : { failed: { mapping: statuses.logInFailed } };
  }

  /** @param at KSeF's own time of the answer. */
  private tokenIn(value: unknown, at: Date): Token | undefined {
    const response: Json | undefined = objectIn(value);
    const token = textIn(response?.['token']);
    const life = Date.parse(String(response?.['validUntil'])) - at.getTime();
    if (token === undefined || !(life > 0)) return undefined;
    return { token, until: this.ports.clock.now().getTime() + life - Math.min(MARGIN_MS, life / 10) };
  }
}

const keep = (tokens: Tokens): Opened<RailAnswer> => ({ session: JSON.stringify(tokens) });
const tokensIn = (text: string | undefined): Tokens | undefined =>
  text === undefined ? undefined : (parse(text) as Tokens | undefined);

/** A log-in leaves nothing in the store if it fails. */
const logInFailure = (failure: RailAnswer): RailAnswer =>
  failure.mapping.meaning === 'unclear' ? { ...failure, mapping: statuses.logInFailed } : failure;
