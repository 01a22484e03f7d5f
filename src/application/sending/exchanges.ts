import { say } from 'en16931-rules/vocabulary/message.ts';
import { nextAct, withErrorAnswersOnly, withExchange } from '../../domain/sending/network-calls.ts';
import type { CallPurpose, Exchange, KeptExchange, WireCall } from '../../domain/sending/network-calls.ts';
import type { Conclusion, Course, Question } from '../../domain/sending/outcomes.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { TextSealer } from '../../ports/content-store.ts';

/** What a question to the route led to. */
export interface Exchanged {
  readonly question: Question;
  readonly calls: readonly WireCall[];
  /** Absent if the calls led to the next step. */
  readonly answer?: { readonly mapping: StatusMapping; readonly course: Course | Conclusion };
  /** Values that the calls were made with. */
  readonly secrets: readonly string[];
}

const PURPOSES: Readonly<Record<Question, CallPurpose>> = {
  prepare: 'log_in',
  send: 'send',
  ask: 'look_up',
  poll: 'status',
  receipt: 'receipt',
};

interface Keeps {
  readonly client: string;
  readonly exchanges?: readonly KeptExchange[];
}

/** The record with an exchange. A delivery never fails over its log: without it the timeline has a gap. */
export async function keepExchange<R extends Keeps>(
  record: R,
  exchanged: Exchanged,
  content: TextSealer,
): Promise<R> {
  const [first] = exchanged.calls;
  if (!first) return record;
  try {
    const sealed = await content.sealText(record.client, JSON.stringify(exchangeOf(exchanged)));
    const one = { calls: exchanged.calls.length, at: first.at, sealed };
    return { ...record, exchanges: withExchange(record.exchanges ?? [], one) };
  } catch {
    return record;
  }
}

function exchangeOf({ question, calls, answer, secrets }: Exchanged): Exchange {
  const purpose = PURPOSES[question];
  if (!answer) return { purpose, calls: withErrorAnswersOnly(calls, undefined, secrets), next: 'sends' };
  const { meaning, networkStatus, code, message } = answer.mapping;
  return {
    purpose,
    calls: withErrorAnswersOnly(calls, meaning, secrets),
    meaning,
    networkStatus,
    ...(code !== undefined && { code }),
    message,
    next: nextAct(answer.course, meaning, purpose),
  };
}

/** The call that was under way when its process died, with what the service does about it: it asks the route. */
export function lostCall(calledAt: Date): Exchanged {
  const reason = say('calls.process-of-service-ended-during-call');
  const answer = { mapping: COMMON_STATUSES.answerLost, course: 'fail' } as const;
  return { question: 'send', calls: [{ at: calledAt, outcome: 'lost', reason }], answer, secrets: [] };
}

/** All texts in the value of a credential: which of them is a secret is for its rail to know. */
export function secretsIn(value: string): readonly string[] {
  try {
    return [value, ...textsIn(JSON.parse(value))];
  } catch {
    return [value];
  }
}

/** Without recursion: a credential may hold brackets in brackets by the million. */
function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  let level: readonly unknown[] = [value];
  while (level.length > 0) {
    for (const one of level) if (typeof one === 'string') texts.push(one);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return texts.flatMap((one) => [one, ...pathsOf(one)]);
}

/** A client's address may carry a secret in its path. */
const pathsOf = (text: string): readonly string[] => {
  const [, path] = /^https?:\/\/[^/][^/]*\/([^?#]*)/i.exec(text) ?? [];
  return path ? path.split('/') : [];
};
