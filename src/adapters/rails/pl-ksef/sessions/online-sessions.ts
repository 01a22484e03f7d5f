import type { Clock } from '../../../../ports/clock.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { Opened, Opening, Sessions } from '../../../../ports/sessions.ts';
import { parse } from '../../../../domain/json/json-object.ts';
import type { Caller } from '../client/credential.ts';
import { newSessionKey, type SessionKey } from '../client/encryption.ts';
import { textIn } from '../client/ksef.ts';
import { type Form, nameOfForm } from './form-code.ts';
import { type SessionAccess, openSession } from './session-opening.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';
import { AWAIT_LOG_IN } from '../../log-in-under-way.ts';

/** An interactive session of KSeF, with the key that encrypts its invoices. */
export interface OnlineSession extends SessionKey {
  readonly reference: string;
  /** From then on another one is opened; milliseconds since 1970, by our clock. */
  readonly renewAt: number;
}

/** The stored sessions of a company. */
interface Kept {
  /** Null after KSeF has ended it. */
  readonly current: OnlineSession | null;
  /** The previous one, for invoices still on their way into it. It is closed once there can be none. */
  readonly former?: OnlineSession & { readonly closeAt: number };
}

/** Whose documents of which form go into it. */
export interface FormCaller extends Caller {
  readonly form: Form;
}

interface Ports extends SessionAccess {
  readonly sessions: Sessions;
  readonly clock: Clock;
}

const MINUTE = 60_000;
/** Well before KSeF ends it. */
const RENEWED_BEFORE_MS = 30 * MINUTE;
/** Longer than any send takes. */
const CLOSED_AFTER_MS = 10 * MINUTE;
const CLOSE_MS = 20_000;

type SessionOrFailure = { readonly session: OnlineSession } | { readonly failed: RailAnswer };

/** One open session for each company, log-in and form, shared by all its invoices. A session per invoice would halve the throughput. */
export class OnlineSessions {
  constructor(private readonly ports: Ports) {}

  /** The open session, else a new one. */
  async current(caller: FormCaller): Promise<SessionOrFailure> {
    const used = await this.useSession(caller);
    if ('failed' in used) return used;
    const { current } = used.session;
    return current ? { session: current } : { failed: { mapping: statuses.notOpened } };
  }

  /** That session, if its key is still stored. */
  async findSession(caller: FormCaller, reference: string): Promise<SessionOrFailure> {
    const used = await this.useSession(caller);
    if ('failed' in used) return used;
    const { current, former } = used.session;
    const session = [current, former].find((one) => one?.reference === reference);
    return session ? { session } : { failed: { mapping: statuses.sessionMoved, retryAfterSeconds: 1 } };
  }

  /** KSeF takes nothing more in it: the next send, in any process, opens another. */
  async end(caller: FormCaller, reference: string): Promise<void> {
    await this.use(caller, {
      isGood: (text) => parseKept(text)?.current?.reference !== reference,
      open: async (text) => keeping({ ...(parseKept(text) ?? {}), current: null }),
    });
  }

  private async useSession(
    caller: FormCaller,
  ): Promise<{ readonly session: Kept } | { readonly failed: RailAnswer }> {
    const opened = await this.use(caller, {
      isGood: (text) => this.isGood(parseKept(text)),
      open: (text) => this.renew(caller, parseKept(text)),
    });
    if (opened === 'busy') return AWAIT_LOG_IN;
    if ('failed' in opened) return opened;
    const session = parseKept(opened.session);
    return session ? { session } : { failed: { mapping: statuses.notOpened } };
  }

  private use(
    { credential, nip, form }: FormCaller,
    opening: Opening<RailAnswer>,
  ): Promise<Opened<RailAnswer> | 'busy'> {
    return this.ports.sessions.use(
      { route: 'PL-KSEF', credential, name: `session ${nip}${nameOfForm(form)}` },
      opening,
    );
  }

  private isGood(session: Kept | undefined): boolean {
    const isDue = session?.former !== undefined && session.former.closeAt <= this.now();
    return session !== undefined && this.isOpen(session.current) && !isDue;
  }

  private isOpen(session: OnlineSession | null | undefined): boolean {
    return (session?.renewAt ?? 0) > this.now();
  }

  private async renew(caller: FormCaller, session: Kept | undefined): Promise<Opened<RailAnswer>> {
    const { current, former } = session ?? {};
    if (former && former.closeAt <= this.now()) await this.close(caller, former.reference);
    const isClosed = former === undefined || former.closeAt <= this.now();
    if (current && this.isOpen(current)) return keeping({ current, ...(!isClosed && { former }) });
    const opened = await this.open(caller);
    if ('failed' in opened) return opened;
    const closeAt = this.now() + CLOSED_AFTER_MS;
    return keeping({ current: opened.session, ...(current && { former: { ...current, closeAt } }) });
  }

  /** The result does not matter: an open session ends by itself, and some were closed although the call had no answer. */
  private async close(caller: Caller, reference: string): Promise<void> {
    const path = `/sessions/online/${encodeURIComponent(reference)}/close`;
    await this.ports.calls.call(caller, 'close', { path, body: 'empty', timeoutMs: CLOSE_MS });
  }

  private async open(caller: FormCaller): Promise<SessionOrFailure> {
    const own = newSessionKey();
    const request = { path: '/sessions/online', limited: 'open', form: caller.form, body: {} } as const;
    const opened = await openSession(this.ports, caller, own, request);
    if ('failed' in opened) return opened;
    const { json, at } = opened.response;
    const reference = textIn(json['referenceNumber']);
    const life = Date.parse(String(json['validUntil'])) - at.getTime();
    if (reference === undefined || !(life > 0)) return { failed: { mapping: statuses.notOpened } };
    const renewAt = this.now() + life - Math.min(RENEWED_BEFORE_MS, life / 10);
    return { session: { ...own, reference, renewAt } };
  }

  private now(): number {
    return this.ports.clock.now().getTime();
  }
}

function parseKept(text: string | undefined): Kept | undefined {
  return text === undefined ? undefined : (parse(text) as Kept | undefined);
}
const keeping = (session: Kept): Opened<RailAnswer> => ({ session: JSON.stringify(session) });
