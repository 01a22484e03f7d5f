import { dataOf, useAnswer } from '../../app/answer.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { Panel } from '../../components/panel.tsx';
import { ANSWER_LOOKS } from '../../components/received-answer.tsx';
import type Words from '../../words/en/now.json';

const say = wordsOf<typeof Words>('now');

interface Props {
  readonly of: { readonly client?: string };
  readonly tick: number;
}

/** Received invoices whose answer waits for the reader; each line opens exactly its rows. */
export function ToAnswer({ of, tick }: Props) {
  const { data } = useAnswer(
    (signal) => dataOf(service().api.GET('/received/counts', { params: { query: of }, signal })),
    [of.client, tick],
  );
  const lines = (['failed', 'none'] as const).flatMap((answer) => {
    const n = data?.by_answer[answer] ?? 0;
    return n > 0 ? [{ answer, n }] : [];
  });
  if (lines.length === 0) return null;
  const clientFilter = of.client === undefined ? '' : `&client=${of.client}`;
  return (
    <Panel title={say('to-answer')}>
      {lines.map(({ answer, n }) => (
        <p key={answer} class="foot">
          <span class={`icon-word ${ANSWER_LOOKS[answer].role}`}>
            <Icon name={ANSWER_LOOKS[answer].icon} />
          </span>{' '}
          <Link to={`/received?answer=${answer}${clientFilter}`}>{say(`to-answer.${answer}`, { n })}</Link>
        </p>
      ))}
    </Panel>
  );
}
