import { wordsOf } from '../../app/words.ts';
import { Link } from '../../components/link.tsx';
import type Words from '../../words/en/to-correct.json';

const say = wordsOf<typeof Words>('to-correct');

interface Props {
  readonly client: string | undefined;
  /** How many wait for their correction. */
  readonly n: number;
  /** The heading has the number. */
  readonly isCounted: boolean;
}

/** Submissions that were refused at once are no invoices; they have a list of their own. */
export function NotTaken({ client, n, isCounted }: Props) {
  if (n === 0) return null;
  return (
    <p class="not-taken">
      <Link to={client ? `/refusals?client=${encodeURIComponent(client)}` : '/refusals'}>
        {isCounted ? say('not-taken.open') : say('not-taken', { n })}
      </Link>
    </p>
  );
}
