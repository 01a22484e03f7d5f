import type { components } from '../../../client/client.ts';
import { useAct } from '../../app/act.ts';
import { momentOf } from '../../app/format.ts';
import { isOperator, ownKey } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { downloadFile } from '../../components/document-files.tsx';
import { Note, Problem } from '../../components/notice.tsx';
import { lookOfInvoice } from '../../components/states.tsx';
import type Words from '../../words/en/invoice.json';

const say = wordsOf<typeof Words>('invoice');

interface Props {
  readonly invoice: components['schemas']['Invoice'];
  readonly onFetched: () => void;
}

/** The sender hands the document to the buyer: how, and whether it has been fetched. */
export function ToFetch({ invoice, onFetched }: Props) {
  const { busy, error, run } = useAct();
  const {
    state,
    to_fetch_since: since,
    fetched_at: at,
    mailed_at: mailed,
    document_sha256: sha256,
  } = invoice;
  const built = invoice.documents.find((document) => document.sha256 === sha256);
  if (state !== 'ready' || since === undefined || mailed !== undefined || !built) return null;
  const key = ownKey.value;
  const fetch = (): Promise<void> =>
    run('fetch', async () => {
      await downloadFile({ of: 'invoices', invoice }, built.kind);
      onFetched();
    });
  const when = at === undefined ? '' : momentOf(new Date(at), new Date(), language.value);
  return (
    <Note {...lookOfInvoice(invoice)} title={at === undefined ? say('fetch') : say('fetched', { at: when })}>
      <p>{say(at === undefined ? 'fetch.do' : 'fetched.do')}</p>
      {key && isOperator(key) && at === undefined && <p class="meta">{say('fetch.operator')}</p>}
      <div class="acts">
        <Button
          kind={at === undefined ? 'primary' : 'plain'}
          icon="download"
          isBusy={busy === 'fetch'}
          onClick={() => void fetch()}
        >
          {say(at === undefined ? 'fetch.act' : 'fetch.again')}
        </Button>
      </div>
      {error ? <Problem error={error} /> : null}
    </Note>
  );
}
