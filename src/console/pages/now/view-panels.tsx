import { useAnswer } from '../../app/answer.ts';
import { wordsOf } from '../../app/words.ts';
import { Link } from '../../components/link.tsx';
import { Panel } from '../../components/panel.tsx';
import type Words from '../../words/en/now.json';
import { VIEWS } from '../invoices/view.ts';
import { readViewCounts } from '../invoices/view-counts.ts';

const say = wordsOf<typeof Words>('now');

const SHOWN = VIEWS.filter((view) => 'isOnNow' in view);

interface Props {
  readonly of: { readonly client?: string };
  readonly tick: number;
}

/** How many invoices each view has in which the sender has something to do, and the way to it; nothing of one that has none. */
export function ViewPanels({ of, tick }: Props) {
  const { data: counts } = useAnswer((signal) => readViewCounts(of, signal), [of.client, tick]);
  const clientFilter = of.client === undefined ? '' : `&client=${of.client}`;
  return (
    <>
      {SHOWN.filter(({ name }) => counts && counts[name] > 0).map(({ name }) => (
        <Panel
          key={name}
          title={say(name)}
          acts={<Link to={`/invoices?view=${name}${clientFilter}`}>{say('view.all')}</Link>}
        >
          <p class="foot">{say(`${name}.count`, { n: counts![name] })}</p>
        </Panel>
      ))}
    </>
  );
}
