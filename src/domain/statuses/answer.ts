import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import type { AnswerState, ReceivedRecord } from '../lifecycle/received-record.ts';
import { profileOf, ROUTE_PROFILES } from '../routes/all.ts';
import { isEnded, type SentStatus } from '../vocabulary/buyer-status.ts';
import type { Route } from '../vocabulary/route.ts';
import { isBefore, type OutgoingStatus } from './outgoing-status.ts';

/** Of a received invoice. `none`: its route takes one, and neither the service nor the network knows of any. */
export const SHOWN_ANSWERS = ['none', 'under_way', 'handed_over', 'failed'] as const;
export type ShownAnswer = (typeof SHOWN_ANSWERS)[number];

/** Routes over which a buyer accepts or refuses. A text to the seller is no answer that one waits for. */
export const ANSWERED_ROUTES: readonly Route[] = ROUTE_PROFILES.filter(({ statuses }) =>
  statuses?.buyer.some(({ status }) => status !== 'message'),
).map(({ name }) => name);

/** What came of the last answer to the seller of a received invoice. */
export interface Answered {
  readonly state: ShownAnswer;
  readonly status?: SentStatus;
}

type AnswerFacts = Pick<
  ReceivedRecord,
  'answerState' | 'answerStatus' | 'answerBar' | 'presentStatus' | 'route'
>;

/**
 * Undefined if no answer is waited for: none can reach the seller, or the network knows of one that the service did not send.
 */
export function answerOf({
  answerState,
  answerStatus,
  answerBar,
  presentStatus,
  route,
}: AnswerFacts): Answered | undefined {
  if (answerState) return { state: answerState, ...(answerStatus && { status: answerStatus }) };
  const isWaitedFor =
    presentStatus === undefined && answerBar === undefined && ANSWERED_ROUTES.includes(route);
  return isWaitedFor ? { state: 'none' } : undefined;
}

export interface PossibleAnswers {
  /** Which of them may follow those that were sent, their sending decides. */
  readonly possible: readonly SentStatus[];
  /** If there are none. */
  readonly reason?: Text;
}

/** What can be said to the seller of a received invoice. */
export function possibleAnswers(
  record: Pick<ReceivedRecord, 'route' | 'answerBar' | 'presentStatus'>,
): PossibleAnswers {
  const reason = barWithoutFile(record) ?? record.answerBar;
  return reason === undefined ? { possible: answersOver(record.route) } : { possible: [], reason };
}

/** Why neither the network nor the route takes an answer, whatever the file says. */
export const barWithoutFile = (record: Pick<ReceivedRecord, 'route' | 'presentStatus'>): Text | undefined =>
  barAtEnd(record) ?? (answersOver(record.route).length > 0 ? undefined : noAnswerOver(record.route));

/** Why an invoice that has ended at the network takes no answer; undefined for any other. */
export function barAtEnd({ presentStatus }: Pick<ReceivedRecord, 'presentStatus'>): Text | undefined {
  if (!isEnded(presentStatus)) return undefined;
  return presentStatus === 'cancelled'
    ? say('statuses.seller-has-cancelled-invoice-it-takes-no-answer')
    : say('statuses.network-has-rejected-invoice-it-takes-no-answer');
}

const answersOver = (route: Route): readonly SentStatus[] =>
  (profileOf(route).statuses?.buyer ?? []).map(({ status }) => status);

export const noAnswerOver = (route: Route): Text => say('statuses.no-answer-over', { route });

type Answer = Pick<OutgoingStatus, 'id' | 'status' | 'createdAt' | 'sealedAnswer'>;

/** Notes what came of an answer. The record stays the same if a later answer is noted, or what came of this one. */
export function noteAnswer(record: ReceivedRecord, answer: Answer, state: AnswerState): ReceivedRecord {
  const { answerId: id, answerAt: createdAt } = record;
  if (id !== undefined && createdAt && isBefore(answer, { id, createdAt })) return record;
  if (id === answer.id && state === 'under_way') return record;
  const { sealedAnswer: _, ...rest } = record;
  return {
    ...rest,
    answerState: state,
    answerStatus: answer.status,
    answerId: answer.id,
    answerAt: answer.createdAt,
    ...(answer.sealedAnswer !== undefined && { sealedAnswer: answer.sealedAnswer }),
  };
}

/** What the buyer says in a document of an invoice; undefined for another document, and for a code that the route does not know. */
export function statusInDocument(route: Route, kind: string): SentStatus | undefined {
  const { buyersDocument, buyer = [] } = profileOf(route).statuses ?? {};
  if (!buyersDocument || !kind.startsWith(buyersDocument)) return undefined;
  return buyer.find(({ code }) => code === kind.slice(buyersDocument.length))?.status;
}

/** A reason in words, as far as the route has its own. */
export const reasonWords = (route: Route, code: string): Text | undefined =>
  rowOf(profileOf(route).statuses?.reasonWords ?? {}, code);
