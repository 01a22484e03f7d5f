import { clockOf, dayWordOf, momentOf, urgencyOf } from '../app/format.ts';
import { language, wordsOf } from '../app/words.ts';
import { NOTHING } from './nothing.tsx';
import type Words from '../words/en/common.json';

const say = wordsOf<typeof Words>('common');

/** States in which the route has the invoice. */
const HELD = new Set(['submitted', 'accepted', 'delivered', 'ready']);

interface Props {
  readonly at: string | undefined;
  readonly state: string;
  readonly now?: Date;
}

/** `today 23:59`, `30 Nov 23:59` */
export function momentWords(moment: Date, now: Date): string {
  const day = dayWordOf(moment, now);
  return day
    ? `${say(`day.${day}`)} ${clockOf(moment, language.value)}`
    : momentOf(moment, now, language.value);
}

/** `today 23:59`, bold within a day; grey and "met" once the route has the invoice. */
export function Deadline({ at, state, now = new Date() }: Props) {
  if (!at) return NOTHING;
  const moment = new Date(at);
  const text = momentWords(moment, now);
  const isMet = HELD.has(state);
  const isOver = state === 'cancelled';
  const look = isMet || isOver ? 'quiet' : `deadline-${urgencyOf(moment, now)}`;
  return (
    <time class={look} dateTime={at} title={moment.toISOString()}>
      {isMet ? say('deadline.met', { at: text }) : text}
    </time>
  );
}
