import type { components } from '../../../client/client.ts';
import { isOperator, ownKey, submits } from '../../app/session.ts';
import { withElements, wordsOf } from '../../app/words.ts';
import { Handled } from '../../components/handled.tsx';
import { Link } from '../../components/link.tsx';
import { wordOfState } from '../../components/states.tsx';
import { VerdictStrip } from '../../components/verdict-strip.tsx';
import type Words from '../../words/en/invoice.json';

const say = wordsOf<typeof Words>('invoice');

type Invoice = components['schemas']['Invoice'];
type Finding = components['schemas']['Finding'];

interface Props {
  readonly invoice: Invoice;
  /** The buyer's, if the invoice itself has none. */
  readonly findings: readonly Finding[];
}

/** What is wrong, and what the reader can do. */
export const Verdict = ({ invoice, findings }: Props) => (
  <VerdictStrip
    findings={findings}
    route={invoice.route}
    note={<SentAgain invoice={invoice} />}
    acts={
      <>
        <Correct invoice={invoice} />
        <Handled record={invoice} />
      </>
    }
  />
);

/** What came of it, or why it is not corrected here. */
function SentAgain({ invoice: { id, sent_again_as: later, correction } }: { readonly invoice: Invoice }) {
  if (correction?.reason === 'may_be_delivered') return <p class="meta">{say('correct.may_be_delivered')}</p>;
  if (!later) return null;
  const state = <Link to={`/invoices/${later.id}`}>{wordOfState(later.state)}</Link>;
  return (
    <p>
      {withElements(say('sent-again'), { invoice: state })} ·{' '}
      <Link to={`/invoices/${id}/correct`}>{say('compare')}</Link>
    </p>
  );
}

function Correct({ invoice: { id, correction } }: { readonly invoice: Invoice }) {
  const key = ownKey.value;
  if (!correction?.allowed || !key || !submits(key) || isOperator(key)) return null;
  return (
    <Link class="button primary" to={`/invoices/${id}/correct`}>
      {say('correct')}
    </Link>
  );
}
