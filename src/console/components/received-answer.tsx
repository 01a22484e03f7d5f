import type { components } from '../../client/client.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/received.json';
import { ANSWER_LOOKS, IconWord, type Look, lookOfAnswer, wordOfAnswer } from './states.tsx';

const say = wordsOf<typeof Words>('received');

type Answer = components['schemas']['ReceivedAnswer'];

/** What the reader has said is no trouble, whatever it is. */
export const lookOf = ({ state, status }: Answer): Look =>
  state === 'handed_over' && status !== undefined
    ? { icon: lookOfAnswer(status).icon, role: 'mute' }
    : ANSWER_LOOKS[state];

export function wordOf({ state, status }: Answer): string {
  if (status === undefined || state === 'none') return say(`answer.${state}`);
  const answer = wordOfAnswer(status);
  return say('you', { answer: state === 'handed_over' ? answer : say(`row.${state}`, { answer }) });
}

/** What the reader has answered, below the state. */
export const OwnAnswerBelow = ({ answer }: { readonly answer: Answer }) => (
  <span class="answer quiet">
    <IconWord {...lookOf(answer)} word={wordOf(answer)} />
  </span>
);
