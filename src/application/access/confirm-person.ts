import { say } from 'en16931-rules/vocabulary/message.ts';
import type { BrowserSession, PersonHolder } from '../../domain/access/browser-session.ts';
import { LOCAL_CLIENT } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { BrowserSessions } from '../../ports/browser-sessions.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { ProviderAnswer } from '../../ports/identity-provider.ts';
import type { Log } from '../../ports/log.ts';
import type { EndSession } from './end-session.ts';
import { findHolder, planQuestion, type Identity } from './identity.ts';

interface Ports {
  readonly browserSessions: Pick<BrowserSessions, 'find' | 'holdAsking' | 'confirm'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly content: TextSealer;
  readonly endSession: Pick<EndSession, 'run'>;
  readonly identity?: Identity | undefined;
  readonly log: Log;
  readonly realClock: Clock;
}

/** The provider is not asked more often, whatever it answers. */
const RETRY_MS = 30_000;
const BUSY_SECONDS = 2;

/**
 * Asks the provider whether a person still belongs to the firm, by the refresh token of the session (OpenID Connect Core 1.0, section 12).
 * One caller of all processes asks: a provider that gives a new refresh token with each answer takes a second use of an old one for theft
 * (RFC 9700, section 4.14.2). If that caller dies in between, the session ends with its next answer.
 */
export class ConfirmPerson {
  /** Calls of one page come together: they wait for one answer. */
  private readonly asking = new Map<string, Promise<BrowserSession>>();

  constructor(private readonly ports: Ports) {}

  /** @returns the session as it is now. @throws CallFailed `unauthorized`, `busy`, `no-master-key` */
  async run(session: BrowserSession): Promise<BrowserSession> {
    const { identity, realClock } = this.ports;
    // The settings no longer name a provider.
    if (!identity) throw new CallFailed({ kind: 'unauthorized' });
    const now = realClock.now();
    const asking = this.asking.get(session.id);
    if (asking) return isConfirmed(session, now) ? session : asking;
    if (session.askAt && now < session.askAt) return this.unlessAsked(session);
    const answer = this.ask(session, identity);
    this.asking.set(session.id, answer);
    try {
      return await answer;
    } finally {
      this.asking.delete(session.id);
    }
  }

  /** The answer to another call may have come since the session was read. */
  private async unlessAsked(session: BrowserSession): Promise<BrowserSession> {
    const { browserSessions, realClock } = this.ports;
    if (isConfirmed(session, realClock.now())) return session;
    return requireConfirmed(await browserSessions.find(session.id), realClock.now());
  }

  private async ask(session: BrowserSession, identity: Identity): Promise<BrowserSession> {
    const { browserSessions, content, realClock } = this.ports;
    const { sealedRefreshToken, subject } = session;
    const token =
      sealedRefreshToken === undefined
        ? undefined
        : await content.openText(sealerOf(session), sealedRefreshToken);
    const retryAt = new Date(realClock.now().getTime() + RETRY_MS);
    if (!(await browserSessions.holdAsking(session, retryAt))) return this.unlessAsked(session);
    if (token === undefined || subject === undefined) return this.end(session, 'no-refresh-token');
    const answer = await identity.provider.refresh(token, subject);
    return this.take({ ...session, askAt: retryAt }, answer, token, identity);
  }

  private async take(
    session: BrowserSession,
    answer: ProviderAnswer,
    token: string,
    identity: Identity,
  ): Promise<BrowserSession> {
    const { browserSessions, clients, content, realClock } = this.ports;
    if (answer.outcome === 'refused') return this.end(session, answer.reason);
    if (answer.outcome === 'unreachable') return this.goOn(session, answer);
    const holder = await findHolder(clients, identity, answer.claims);
    if (!holder) return this.end(session, 'no-role');
    const sealedRefreshToken = await content.sealText(sealerOf(holder), answer.refreshToken ?? token);
    const role = { client: undefined, scopes: undefined, ...holder };
    const confirmed = { ...role, sealedRefreshToken, ...planQuestion(identity, realClock.now()) };
    if (!(await browserSessions.confirm(session.id, confirmed)))
      throw new CallFailed({ kind: 'unauthorized' });
    return { ...session, ...(confirmed as Partial<BrowserSession>) };
  }

  /** The last answer counts to its end; the next question goes with the newest token. */
  private async goOn(
    session: BrowserSession,
    { reason, refreshToken }: Extract<ProviderAnswer, { readonly outcome: 'unreachable' }>,
  ): Promise<BrowserSession> {
    const { browserSessions, content, log, realClock } = this.ports;
    log.warn({ session: session.id, reason }, 'the provider of identities was not reached');
    if (refreshToken !== undefined) {
      const sealedRefreshToken = await content.sealText(sealerOf(session), refreshToken);
      await browserSessions.confirm(session.id, { ...session, sealedRefreshToken });
    }
    return requireConfirmed(session, realClock.now());
  }

  /** @param reason a code. */
  private async end(session: BrowserSession, reason: string): Promise<never> {
    await this.ports.endSession.run(session, { reason });
    throw new CallFailed({ kind: 'unauthorized' });
  }
}

const isConfirmed = ({ confirmedUntil }: BrowserSession, now: Date): boolean =>
  confirmedUntil !== undefined && now < confirmedUntil;

/** Nothing is answered on the word of a provider that is too old. */
function requireConfirmed(session: BrowserSession | undefined, now: Date): BrowserSession {
  if (!session || session.endedAt) throw new CallFailed({ kind: 'unauthorized' });
  if (isConfirmed(session, now)) return session;
  throw new CallFailed({
    kind: 'busy',
    retryAfterSeconds: BUSY_SECONDS,
    detail: say('calls.sign-in-cannot-be-confirmed-now'),
  });
}

/** Whose data key seals the refresh token. */
export const sealerOf = (holder: Pick<BrowserSession, 'client'> | PersonHolder): string =>
  ('client' in holder ? holder.client : undefined) ?? LOCAL_CLIENT;
