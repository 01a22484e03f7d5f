import type { components } from '../../../client/client.ts';
import { momentOf } from '../../app/format.ts';
import { isOperator, ownKey } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { builtOf, FetchDocument } from '../../components/fetch-document.tsx';
import { Note } from '../../components/notice.tsx';
import { lookOfInvoice } from '../../components/states.tsx';
import type Words from '../../words/en/invoice.json';

const say = wordsOf<typeof Words>('invoice');

interface Props {
  readonly invoice: components['schemas']['Invoice'];
  readonly onFetched: () => void;
}

/** The sender hands the document to the buyer: how, and whether it has been fetched. */
export function ToFetch({ invoice, onFetched }: Props) {
  const { state, to_fetch_since: since, fetched_at: at, mailed_at: mailed } = invoice;
  if (state !== 'ready' || since === undefined || mailed !== undefined || !builtOf(invoice)) return null;
  const key = ownKey.value;
  const when = at === undefined ? '' : momentOf(new Date(at), new Date(), language.value);
  return (
    <Note {...lookOfInvoice(invoice)} title={at === undefined ? say('fetch') : say('fetched', { at: when })}>
      <p>{say(at === undefined ? 'fetch.do' : 'fetched.do')}</p>
      {key && isOperator(key) && at === undefined && <p class="meta">{say('fetch.operator')}</p>}
      <div class="acts">
        <FetchDocument
          invoice={invoice}
          kind={at === undefined ? 'primary' : 'plain'}
          name={say(at === undefined ? 'fetch.act' : 'fetch.again')}
          onFetched={onFetched}
        />
      </div>
    </Note>
  );
}
