import { clockOrMomentOf } from '../../app/format.ts';
import { language, wordsOf } from '../../app/words.ts';
import type Words from '../../words/en/webhooks.json';
import type { Deliveries, Webhook } from './calls.ts';

const say = wordsOf<typeof Words>('webhooks');

/** What is true now, the worst first. @param webhook null if none is set, undefined if the key does not read it. */
export function sentenceOf(webhook: Webhook | null | undefined, list: Deliveries | undefined): string {
  if (webhook === null) return say('head.not-set');
  if (!list) return say('page');
  const since = failsSince(list);
  const sentences = [
    since && say('head.fails', { since: clockOrMomentOf(new Date(since), new Date(), language.value) }),
    counted('head.waits', list.waiting),
    counted('head.dead', list.dead),
    webhook?.active === false && say('head.off'),
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : say('head.all-delivered');
}

/** The first failure of what still waits. */
const failsSince = ({ waiting }: Deliveries): string | undefined =>
  waiting.data
    .flatMap(({ failures, first_failure_at: at }) => (at && failures > 0 ? [at] : []))
    .toSorted()
    .at(0);

function counted(name: 'head.waits' | 'head.dead', list: Deliveries['waiting']): string | undefined {
  const n = list.data.length;
  if (n === 0) return undefined;
  return list.truncated ? say(`${name}.more`, { n }) : say(name, { n });
}
