import { dataOf, useAnswer } from '../../app/answer.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Link } from '../../components/link.tsx';
import type Words from '../../words/en/to-correct.json';

const say = wordsOf<typeof Words>('to-correct');

/** Submissions that were refused at once are no invoices; they have a list of their own. */
export function NotTaken({ client }: { readonly client: string | undefined }) {
  const { data } = useAnswer(
    (signal) =>
      dataOf(service().api.GET('/refusals', { params: { query: client ? { client } : {} }, signal })),
    [client],
  );
  if (!data || data.data.length === 0) return null;
  return (
    <p class="not-taken">
      <Link to={client ? `/refusals?client=${encodeURIComponent(client)}` : '/refusals'}>
        {say('not-taken', { n: data.data.length })}
      </Link>
    </p>
  );
}
