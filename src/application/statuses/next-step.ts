import type { Meaning } from '../../domain/delivery/status-mapping.ts';

export type Question = 'send' | 'ask' | 'poll';

/** What follows from an answer. `fail`: another try on the contract's schedule; if the route may have the message, it is asked first. */
type Next =
  'taken' | 'held' | 'refused' | 'fail' | 'wait' | 'not-held' | 'poll-again' | 'start-over' | 'never';

const ENDS = {
  accepted: 'taken',
  'accepted-so-far': 'taken',
  delivered: 'taken',
  'delivered-so-far': 'taken',
  'refused-since': 'refused',
  refused: 'refused',
} as const;

const BEFORE_IT_IS_HELD = {
  ...ENDS,
  held: 'held',
  'not-taken': 'fail',
  'not-taken-once': 'fail',
  unclear: 'fail',
  'unclear-once': 'fail',
  later: 'wait',
} as const;

/** A route that cannot tell whether it has the message is never sent it again: the status is given up as unknown. */
export const NEXT: Readonly<Record<Question, Readonly<Record<Meaning, Next>>>> = {
  send: {
    ...BEFORE_IT_IS_HELD,
    'not-held': 'never',
    'cannot-tell': 'never',
    dropped: 'never',
    'dropped-once': 'never',
    receipt: 'never',
  },
  ask: {
    ...BEFORE_IT_IS_HELD,
    'not-held': 'not-held',
    'cannot-tell': 'fail',
    dropped: 'start-over',
    'dropped-once': 'start-over',
    receipt: 'never',
  },
  poll: {
    ...ENDS,
    held: 'poll-again',
    'not-taken': 'poll-again',
    'not-taken-once': 'poll-again',
    unclear: 'poll-again',
    'unclear-once': 'poll-again',
    later: 'poll-again',
    'not-held': 'poll-again',
    'cannot-tell': 'poll-again',
    dropped: 'start-over',
    'dropped-once': 'start-over',
    receipt: 'never',
  },
};
