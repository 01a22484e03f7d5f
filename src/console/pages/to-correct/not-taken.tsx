import type { components } from '../../../client/client.ts';
import { useSummaries } from '../../app/summaries.ts';
import { wordsOf } from '../../app/words.ts';
import { Link } from '../../components/link.tsx';
import { totalOf } from '../../components/summary-columns.tsx';
import type Words from '../../words/en/to-correct.json';

const say = wordsOf<typeof Words>('to-correct');

interface Props {
  readonly client: string | undefined;
  /** Those that wait for their correction. */
  readonly refusals: readonly components['schemas']['Refusal'][];
  /** The heading has their number. */
  readonly isInHead: boolean;
}

/** Submissions that were refused at once are no invoices; they have a list of their own. On paper a link leads nowhere: there they stand here. */
export function NotTaken({ client, refusals, isInHead }: Props) {
  const n = refusals.length;
  if (n === 0) return null;
  return (
    <>
      <p class="not-taken">
        <Link to={client ? `/refusals?client=${encodeURIComponent(client)}` : '/refusals'}>
          {isInHead ? say('not-taken.open') : say('not-taken', { n })}
        </Link>
      </p>
      <OnPaper refusals={refusals} />
    </>
  );
}

function OnPaper({ refusals }: Pick<Props, 'refusals'>) {
  const summaries = useSummaries(refusals);
  return (
    <section class="on-paper">
      <h2>{say('not-taken', { n: refusals.length })}</h2>
      <ul>
        {refusals.map(({ id, invoice_ref: reference, errors }) => {
          const summary = summaries.of(id);
          const parts = [summary?.buyer, summary && totalOf(summary), errors[0]?.message];
          return (
            <li key={id}>
              <b>{summary?.number ?? reference}</b> {parts.filter(Boolean).join(' · ')}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
