import { dataOf, useAnswer } from '../../app/answer.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Link } from '../../components/link.tsx';
import { Panel } from '../../components/panel.tsx';
import { ASKS } from '../../components/states.tsx';
import type Words from '../../words/en/now.json';
import type { ListQuery } from '../invoices/view.ts';

const say = wordsOf<typeof Words>('now');

/** Views of the list of invoices in which the sender has something to do. */
const VIEWS = {
  'to-fetch': { fetch: 'open' },
  'buyer-asks': { buyer_status: [...ASKS] },
} satisfies Readonly<Record<string, ListQuery>>;

interface Props {
  readonly view: keyof typeof VIEWS;
  readonly of: { readonly client?: string };
  readonly tick: number;
}

/** How many invoices a view has, and the way to it; nothing if it has none. */
export function ViewPanel({ view, of, tick }: Props) {
  const { data } = useAnswer(
    (signal) =>
      dataOf(service().api.GET('/invoices', { params: { query: { ...of, ...VIEWS[view] } }, signal })),
    [of.client, tick],
  );
  if (!data || data.total === 0) return null;
  const clientFilter = of.client === undefined ? '' : `&client=${of.client}`;
  return (
    <Panel
      title={say(view)}
      acts={<Link to={`/invoices?view=${view}${clientFilter}`}>{say('view.all')}</Link>}
    >
      <p class="foot">{say(`${view}.count`, { n: data.total })}</p>
    </Panel>
  );
}
