import type { components } from '../../../client/client.ts';
import { isOperator, ownKey, submits } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Handled } from '../../components/handled.tsx';
import { Link } from '../../components/link.tsx';
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
    note={<Later invoice={invoice} />}
    acts={
      <>
        <Correct invoice={invoice} />
        <Handled record={invoice} />
      </>
    }
  />
);

/** What came of it stands in the head. Here is what changed, or why it is not corrected. */
function Later({ invoice: { id, sent_again_as: later, correction } }: { readonly invoice: Invoice }) {
  if (correction?.reason === 'may_be_delivered') return <p class="meta">{say('correct.may_be_delivered')}</p>;
  return later ? (
    <p>
      <Link to={`/invoices/${id}/correct`}>{say('compare')}</Link>
    </p>
  ) : null;
}

function Correct({ invoice: { id, correction } }: { readonly invoice: Invoice }) {
  const key = ownKey.value;
  if (!correction?.allowed || !key || !submits(key) || isOperator(key)) return null;
  const isNew = correction.number === 'new';
  return (
    <Link class="button primary" to={`/invoices/${id}/correct${isNew ? '?at=number' : ''}`}>
      {say(isNew ? 'correct.new-number' : 'correct')}
    </Link>
  );
}
