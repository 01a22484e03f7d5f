import { isUrl } from '../../domain/is-url.ts';
import { MAX_ANSWER_LETTERS, type WireCall } from '../../domain/sending/network-calls.ts';
import type { CallRecorder, Collected } from '../../ports/call-recorder.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailAnswer, Mailer, MailStage } from '../../ports/mailer.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../ports/outbound.ts';

/** A question makes a few calls; a fetch of many pages is not kept whole. */
const MAX_CALLS = 40;

/**
 * Records the calls of a rail for those who collect them; each caller gets its own, also of several at once. Each request names its list:
 * an AsyncLocalStorage would find it, too, but switches on promise hooks for the whole process on Node 20 and 22.
 */
export class OutboundRecorder implements CallRecorder {
  constructor(private readonly clock: Clock) {}

  async collect<T>(work: (calls: WireCall[]) => Promise<T>): Promise<Collected<T>> {
    const calls: WireCall[] = [];
    const value = await work(calls);
    return { value, calls: [...calls] };
  }

  /** The way out with its calls recorded. */
  record(outbound: Outbound): Outbound {
    return {
      call: (request) => this.call(outbound, request),
      reasonAgainst: (url, namedBy) => outbound.reasonAgainst(url, namedBy),
    };
  }

  /** The mailer with its mails recorded: one call each, with the answer of the mail server. */
  recordMails(mailer: Mailer): Mailer {
    return {
      domain: mailer.domain,
      maxCallMs: mailer.maxCallMs,
      send: async (mail, begin, calls) => {
        const at = this.clock.now();
        const began = performance.now();
        const answer = await mailer.send(mail, begin);
        const tookMs = Math.round(performance.now() - began);
        calls?.push({ at, method: 'SMTP', path: pathOfMail(answer), tookMs, ...whatMailCame(answer) });
        return answer;
      },
    };
  }

  private async call(outbound: Outbound, request: OutboundRequest): Promise<OutboundAnswer> {
    const { calls } = request;
    if (!calls || calls.length >= MAX_CALLS) return outbound.call(request);
    const at = this.clock.now();
    const began = performance.now();
    const answer = await outbound.call(request);
    const tookMs = Math.round(performance.now() - began);
    calls.push({ at, method: request.method, path: pathOf(request.url), tookMs, ...whatCame(answer) });
    return answer;
  }
}

/** How far the mail got: the command that was answered last. */
const MAIL_PATHS: Readonly<Record<MailStage, string>> = {
  greeting: 'EHLO',
  'log-in': 'AUTH',
  sender: 'MAIL FROM',
  recipient: 'RCPT TO',
  message: 'DATA',
};

function pathOfMail(answer: MailAnswer): string {
  if (answer.outcome === 'refused') return MAIL_PATHS[answer.stage];
  return answer.outcome === 'unreachable' ? MAIL_PATHS.greeting : MAIL_PATHS.message;
}

function whatMailCame(answer: MailAnswer): Pick<WireCall, 'outcome' | 'status' | 'reason' | 'answer'> {
  switch (answer.outcome) {
    case 'accepted':
      return { outcome: 'answered', status: replyCode(answer.reply) ?? 250, answer: answer.reply };
    case 'refused': {
      const status = answer.status === undefined ? {} : { status: answer.status };
      return { outcome: 'answered', ...status, answer: answer.reply.slice(0, MAX_ANSWER_LETTERS) };
    }
    default:
      return { outcome: answer.outcome, reason: answer.reason };
  }
}

function replyCode(reply: string): number | undefined {
  const [code] = /^\d{3}/.exec(reply) ?? [];
  return code === undefined ? undefined : Number(code);
}

/** Values of a query may name a party or carry a token. */
function pathOf(url: string): string {
  if (!isUrl(url)) return '';
  const { pathname, searchParams } = new URL(url);
  const names = [...searchParams.keys()].map((name) => `${name}=…`);
  return names.length > 0 ? `${pathname}?${names.join('&')}` : pathname;
}

function whatCame(answer: OutboundAnswer): Pick<WireCall, 'outcome' | 'status' | 'reason' | 'answer'> {
  if (answer.outcome !== 'answered') return { outcome: answer.outcome, reason: answer.reason };
  const { status, headers, body } = answer;
  const text = isText(headers['content-type']) ? shortText(body) : undefined;
  return { outcome: 'answered', status, ...(text !== undefined && { answer: text }) };
}

const isText = (type = ''): boolean =>
  type === '' || /^(?:text\/|application\/(?:\S*[+])?(?:json|xml))/i.test(type);

/** Undefined if it is long, empty or binary: a cut answer would not parse, and a long one holds content. */
function shortText(body: Uint8Array): string | undefined {
  if (body.length === 0 || body.length > MAX_ANSWER_LETTERS) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
