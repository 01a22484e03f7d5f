import { columnOf, type Meaning } from '../../domain/delivery/status-mapping.ts';

export type Question = 'send' | 'ask' | 'poll';

/** What follows from an answer. `fail`: another try on the contract's schedule; if the route may have the message, it is asked first. */
type Next =
  'taken' | 'held' | 'refused' | 'fail' | 'wait' | 'not-held' | 'poll-again' | 'start-over' | 'never';

/** A route that cannot tell whether it has the message is never sent it again: the status is given up as unknown. */
const ROWS: Readonly<Record<Meaning, readonly [send: Next, ask: Next, poll: Next]>> = {
  held: ['held', 'held', 'poll-again'],
  accepted: ['taken', 'taken', 'taken'],
  'accepted-so-far': ['taken', 'taken', 'taken'],
  delivered: ['taken', 'taken', 'taken'],
  'delivered-so-far': ['taken', 'taken', 'taken'],
  'refused-since': ['refused', 'refused', 'refused'],
  refused: ['refused', 'refused', 'refused'],
  'not-taken': ['fail', 'fail', 'poll-again'],
  'not-taken-once': ['fail', 'fail', 'poll-again'],
  unclear: ['fail', 'fail', 'poll-again'],
  'unclear-once': ['fail', 'fail', 'poll-again'],
  later: ['wait', 'wait', 'poll-again'],
  'not-held': ['never', 'not-held', 'poll-again'],
  'cannot-tell': ['never', 'fail', 'poll-again'],
  dropped: ['never', 'start-over', 'start-over'],
  'dropped-once': ['never', 'start-over', 'start-over'],
  receipt: ['never', 'never', 'never'],
};

export const NEXT: Readonly<Record<Question, Readonly<Record<Meaning, Next>>>> = {
  send: columnOf(ROWS, 0),
  ask: columnOf(ROWS, 1),
  poll: columnOf(ROWS, 2),
};
