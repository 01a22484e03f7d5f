import type { components } from '../../../client/client.ts';
import { isOperator, ownKey, submits } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { CareNote, Handled, useOpenCare } from '../../components/handled.tsx';
import { Link } from '../../components/link.tsx';
import { Note } from '../../components/notice.tsx';
import { lookOfState, wordOfState } from '../../components/states.tsx';
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
export function Verdict({ invoice, findings }: Props) {
  const { sent_again_as: later } = invoice;
  if (later) return <Replaced invoice={invoice} later={later} />;
  return findings.length > 0 ? <Wrong invoice={invoice} findings={findings} /> : null;
}

function Wrong({ invoice, findings }: Props) {
  const { route, correction } = invoice;
  const care = useOpenCare(invoice);
  return (
    <VerdictStrip
      findings={findings}
      route={route}
      note={
        <>
          {correction?.reason === 'may_be_delivered' && <p class="meta">{say('correct.may_be_delivered')}</p>}
          <CareNote care={care} />
        </>
      }
      acts={
        <>
          <Correct invoice={invoice} />
          <Handled record={invoice} care={care} />
        </>
      }
    />
  );
}

interface ReplacedProps {
  readonly invoice: Invoice;
  readonly later: components['schemas']['Attempt'];
}

/** Another invoice stands in its place: what is left to do is said of that one. */
function Replaced({ invoice: { id, invoice_ref: reference, client }, later }: ReplacedProps) {
  const care = useOpenCare({ id, client });
  const { icon, role } = lookOfState(later.state);
  const number = later.invoice_number ?? reference;
  const then = role === 'busy' || role === 'bad' ? role : 'done';
  return (
    <Note role={role} icon={icon} title={say('replaced', { number, state: wordOfState(later.state) })}>
      <p>{say(`replaced.${then}`, { number })}</p>
      <CareNote care={care} />
      <div class="acts">
        <Link class={`button ${role === 'bad' ? 'primary' : 'plain'}`} to={`/invoices/${later.id}`}>
          {say('replaced.open', { number })}
        </Link>
        <Link class="button plain" to={`/invoices/${id}/correct`}>
          {say('compare')}
        </Link>
      </div>
    </Note>
  );
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
