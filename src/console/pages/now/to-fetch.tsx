import { dataOf, useAnswer } from '../../app/answer.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Link } from '../../components/link.tsx';
import { Panel } from '../../components/panel.tsx';
import type Words from '../../words/en/now.json';

const say = wordsOf<typeof Words>('now');

interface Props {
  readonly of: { readonly client?: string };
  readonly tick: number;
}

/** Documents that lie ready and were not downloaded yet. */
export function ToFetch({ of, tick }: Props) {
  const { data } = useAnswer(
    (signal) =>
      dataOf(service().api.GET('/invoices', { params: { query: { ...of, fetch: 'open' } }, signal })),
    [of.client, tick],
  );
  if (!data || data.total === 0) return null;
  const clientFilter = of.client === undefined ? '' : `&client=${of.client}`;
  return (
    <Panel
      title={say('to-fetch')}
      acts={<Link to={`/invoices?view=to-fetch${clientFilter}`}>{say('to-fetch.all')}</Link>}
    >
      <p class="foot">{say('to-fetch.count', { n: data.total })}</p>
    </Panel>
  );
}
