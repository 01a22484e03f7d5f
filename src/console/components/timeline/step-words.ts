import { language, wordFor, wordsOf } from '../../app/words.ts';
import { lengthOf } from '../../app/format.ts';
import type { IconName } from '../icon.tsx';
import { wordOfAnswer, wordOfState } from '../states.tsx';
import type Words from '../../words/en/timeline.json';
import type { Step, StepRole } from './steps.ts';

const say = wordsOf<typeof Words>('timeline');

export const ROLE_ICONS = {
  ok: 'checkRing',
  bad: 'octagon',
  mute: 'info',
  busy: 'clock',
} as const satisfies Record<StepRole, IconName>;

/** Under a shape of the plot. */
export function labelOf(step: Step): string {
  const { kind, status, answer, role } = step;
  if (kind === 'intake' || kind === 'checks') return '';
  if (kind === 'buyer') return `${wordOfAnswer(status ?? '')}${answer ? ` (${answer})` : ''}`;
  if (kind === 'state') return answer ?? wordOfState(status ?? '');
  if (kind === 'send') return answerWord(step) ?? '';
  if (kind === 'log-in' || role === 'mute') return say(`step.${kind}.short`);
  return answer ?? say(`step.${kind}.short`);
}

/** Beside a shape of the first two lanes, which have room. */
export function noteOf(step: Step): string | undefined {
  if (step.kind === 'intake') return say('step.intake.note');
  if (step.kind !== 'checks') return undefined;
  const length = lengthOf(step.to - step.from, language.value);
  return step.role === 'ok' ? say('step.checks.note', { length }) : wordOfState(step.status ?? '');
}

/** The answer as the network wrote it. A good status with unreadable content is not good. */
export function answerWord({ answer, calls, kind }: Step): string | undefined {
  const isUnclear = kind === 'send' && calls.at(-1)?.taken_as === 'unclear' && /^2\d\d$/.test(answer ?? '');
  return answer !== undefined && isUnclear ? say('unclear', { answer }) : answer;
}

/** What happened, in the table. */
export function sentenceOf(step: Step): string {
  const { kind, status, attempt, calls } = step;
  if (kind === 'intake') return say('step.intake');
  if (kind === 'checks') return step.role === 'ok' ? say('step.checks') : wordOfState(status ?? '');
  if (kind === 'state') return stateSentence(status ?? '');
  if (kind === 'buyer') return say('step.buyer', { answer: wordOfAnswer(status ?? '') });
  if (kind === 'log-in') return say('step.log-in', { n: calls.length });
  if (kind === 'send') return say('step.send', { attempt: attempt ?? 1 });
  return say(`step.${kind}`);
}

const stateSentence = (status: string): string => say('step.state', { state: wordOfState(status) });

/** What the service did after a call; undefined for a value that a newer service adds. */
export const wordOfNext = (next: string): string | undefined => wordFor('timeline', `next.${next}`);
