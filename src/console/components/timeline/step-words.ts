import { language, wordFor, wordsOf } from '../../app/words.ts';
import { lengthOf } from '../../app/format.ts';
import type { IconName } from '../icon.tsx';
import { nameOfRoute } from '../../app/routes.ts';
import { lookOfAnswer, wordOfAnswer, wordOfEvent, wordOfState } from '../states.tsx';
import type Words from '../../words/en/timeline.json';
import type { Row } from './rows.ts';
import { HELD, type Lane, type Step, type StepRole, verdictIn } from './steps.ts';

const say = wordsOf<typeof Words>('timeline');

const ROLE_ICONS = {
  ok: 'checkRing',
  bad: 'octagon',
  mute: 'info',
  busy: 'clock',
  warn: 'question',
} as const satisfies Record<StepRole, IconName>;

/** An answer of the other party has the one that stands beside it everywhere. */
export const iconOf = ({ kind, status, role }: Step): IconName =>
  kind === 'buyer' && status !== undefined ? lookOfAnswer(status).icon : ROLE_ICONS[role];

export function nameOfLane(lane: Lane, route: string, isReceived: boolean): string {
  if (lane === 'route') return nameOfRoute(route);
  return say(lane === 'buyer' && isReceived ? 'lane.you' : `lane.${lane}`);
}

/** Under a shape of the plot. */
export function labelOf(step: Step): string {
  const { kind, status, answer, role } = step;
  if (kind === 'intake' || kind === 'checks') return '';
  if (kind === 'buyer' && status === undefined) return answer ?? '';
  if (kind === 'buyer') return wordOfAnswer(status ?? '');
  if (kind === 'mail') return answer ?? mailWord(step);
  if (kind === 'state') return answerWord(step) ?? wordOfState(status ?? '');
  if (kind === 'send') return answerWord(step) ?? '';
  if (kind === 'log-in' || role === 'mute') return say(`step.${kind}.short`);
  return answerWord(step) ?? say(`step.${kind}.short`);
}

/** Beside a shape of the first two lanes, which have room. */
export function noteOf(step: Step): string | undefined {
  if (step.kind === 'intake') return say(isIncoming(step) ? 'step.intake.came' : 'step.intake.note');
  if (step.kind !== 'checks') return undefined;
  const length = lengthOf(step.to - step.from, language.value);
  return step.role === 'ok' ? say('step.checks.note', { length }) : wordOfState(step.status ?? '');
}

/** The answer in words; the network's own code stands behind the fold. A good status with unreadable content is not good. */
export function answerWord(step: Step): string | undefined {
  const { answer, calls, kind, status } = step;
  if (answer === undefined || (kind === 'buyer' && status !== undefined)) return undefined;
  const call = calls.at(-1);
  if (call && call.outcome !== 'answered' && call.status === undefined) return say(`outcome.${call.outcome}`);
  if (kind === 'look-up') return lookUpWord(call);
  if (!/^\d{3}$/.test(answer)) return wordOfStatus(answer, call?.taken_as);
  if (kind === 'state') return undefined;
  if (!answer.startsWith('2')) return say('answer.code', { answer });
  const verdict = verdictIn(step);
  if (verdict) return say(`verdict.${verdict}`);
  const isUnclear = kind === 'send' && call?.taken_as === 'unclear';
  return isUnclear ? say('unclear', { answer: say('answered') }) : say('answered');
}

/** What a network means that has the invoice, whatever it does with it. */
const HAS: ReadonlySet<string> = new Set([
  HELD,
  'accepted',
  'accepted_so_far',
  'delivered',
  'delivered_so_far',
  'refused_since',
]);

/** Whether the network has it, as far as its answer says. */
function lookUpWord(call: Step['calls'][number] | undefined): string {
  const { taken_as: meaning = '', next } = call ?? {};
  if (meaning === 'refused') return say('answer.refused');
  if (meaning === 'not_held') return say(next === 'looks_up_again' ? 'look-up.not-yet' : 'look-up.no');
  if (meaning.startsWith('dropped')) return say('look-up.no');
  return say(HAS.has(meaning) ? 'look-up.yes' : 'look-up.unknown');
}

/** A message without a call has its own words. */
function wordOfStatus(status: string, meaning: string | undefined): string {
  if (meaning === undefined) return status;
  return say(meaning === HELD ? 'answer.held' : 'answer.refused');
}

/** What happened, in the table. */
export function sentenceOf(step: Step): string {
  const { kind, status, attempt, calls } = step;
  if (kind === 'intake') return say(isIncoming(step) ? 'step.intake.came' : 'step.intake');
  if (kind === 'checks') return step.role === 'ok' ? say('step.checks') : wordOfState(status ?? '');
  if (kind === 'mail') return mailWord(step);
  if (kind === 'state') return stateSentence(status ?? '');
  if (kind === 'buyer' && isIncoming(step)) return ownAnswer(step);
  if (kind === 'buyer') return say('step.buyer', { answer: wordOfAnswer(status ?? '') });
  if (kind === 'log-in') return say('step.log-in', { n: calls.length });
  if (kind === 'send') return say('step.send', { attempt: attempt ?? 1 });
  return say(`step.${kind}`);
}

/** Of a row: equal tries stand with their number. */
export function sentenceOfRow([first, ...others]: Row): string {
  const last = others.at(-1);
  if (!last) return sentenceOf(first);
  if (first.attempt !== undefined)
    return say('step.sends', { first: first.attempt, last: last.attempt ?? 1 });
  return say('step.times', { what: sentenceOf(first), n: others.length + 1 });
}

const isIncoming = ({ event }: Step): boolean => event?.direction === 'in';

/** To the seller of a received invoice; one that was refused stands with its reason. */
function ownAnswer({ status, event }: Step): string {
  const [{ message, code } = { code: '' }] = event?.errors ?? [];
  return status === undefined
    ? say('step.you.refused', { reason: message ?? code })
    : say('step.you', { answer: wordOfAnswer(status) });
}

const mailWord = ({ event, status = '' }: Step): string => wordOfEvent({ status, ...event });

const stateSentence = (status: string): string => say('step.state', { state: wordOfState(status) });

/** What the service did after a call; undefined for a value that a newer service adds. */
export const wordOfNext = (next: string): string | undefined => wordFor('timeline', `next.${next}`);
