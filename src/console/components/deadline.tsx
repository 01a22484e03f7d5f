import {
  asClocksThere,
  clockOf,
  dayWordOf,
  type endingOf,
  lengthOf,
  momentOf,
  urgencyOf,
} from '../app/format.ts';
import { language, wordsOf } from '../app/words.ts';
import { NOTHING } from './nothing.tsx';
import type Words from '../words/en/common.json';

const say = wordsOf<typeof Words>('common');

interface Props {
  /** With the offset of the tax office. */
  readonly at: string | undefined;
  readonly ending?: ReturnType<typeof endingOf>;
  readonly now?: Date;
}

/** `today 23:59`, `30 Nov 23:59` */
function momentWords(moment: Date, now: Date): string {
  const day = dayWordOf(moment, now);
  return day
    ? `${say(`day.${day}`)} ${clockOf(moment, language.value)}`
    : momentOf(moment, now, language.value);
}

/** The same for a deadline: in the zone in which it is written. */
export const deadlineWords = (at: string, now: Date): string =>
  momentWords(asClocksThere(new Date(at), at), asClocksThere(now, at));

/** `today 23:59`, bold within a day; grey and "met" once the route has the invoice. */
export function Deadline({ at, ending, now = new Date() }: Props) {
  if (!at) return NOTHING;
  const text = deadlineWords(at, now);
  const look = ending ? 'quiet' : `deadline-${urgencyOf(new Date(at), now)}`;
  return (
    <time class={look} dateTime={at} title={at}>
      {ending === 'met' ? say('deadline.met', { at: text }) : text}
    </time>
  );
}

/** How far an open deadline is, below the state, where there is no room for a column of deadlines. */
export function DeadlineBelow({ at, ending, now = new Date() }: Props) {
  if (!at || ending) return null;
  const ms = Date.parse(at) - now.getTime();
  const length = lengthOf(Math.abs(ms), language.value);
  return (
    <span class={`answer below deadline-${urgencyOf(new Date(at), now)}`}>
      {say(ms < 0 ? 'deadline.late' : 'deadline.left', { length })}
    </span>
  );
}
