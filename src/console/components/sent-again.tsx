import type { components } from '../../client/client.ts';
import { nameOfInvoice } from '../app/invoice-name.ts';
import { withElements, wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { lookOfState, wordOfState } from './states.tsx';

const say = wordsOf<typeof Words>('common');

interface Props {
  readonly later: components['schemas']['Attempt'];
  /** Its name, if it has no number yet. */
  readonly reference: string;
}

/** The invoice in whose place a refused one stands no longer, and where that one is now. */
export function SentAgain({ later, reference }: Props) {
  const { id, state } = later;
  const { icon, role } = lookOfState(state);
  const invoice = <Link to={`/invoices/${id}`}>{nameOfInvoice({ ...later, invoice_ref: reference })}</Link>;
  return (
    <span class={`icon-word sent-again ${role}`}>
      <Icon name={icon} />
      <span>{withElements(say('sent-again'), { invoice, state: wordOfState(state) })}</span>
    </span>
  );
}
