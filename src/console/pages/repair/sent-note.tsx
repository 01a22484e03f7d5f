import { useLayoutEffect, useRef } from 'preact/hooks';
import { useRecordWithEvents } from '../../app/record-with-events.ts';
import { wordsOf } from '../../app/words.ts';
import { FetchDocument } from '../../components/fetch-document.tsx';
import { Link } from '../../components/link.tsx';
import { Note } from '../../components/notice.tsx';
import { isToFetch, lookOfInvoice, lookOfState, State } from '../../components/states.tsx';
import type Words from '../../words/en/repair.json';
import { Changes } from './compare.tsx';
import { type Draft, numberIn, type Sent } from './draft.ts';
import { readInvoice } from './refused.ts';

const say = wordsOf<typeof Words>('repair');

const TITLES = {
  reader: 'sent.title',
  duplicate: 'sent.duplicate',
  others: 'sent.others',
} as const satisfies Record<Sent['by'], string>;

/** Step 3: the way to the new invoice, and what changed. The focus goes there, because what had it is gone. */
export function SentNote({ draft }: { readonly draft: Draft }) {
  const { sent } = draft;
  if (!sent.value) return null;
  return <SentInvoice draft={draft} sent={sent.value} />;
}

function SentInvoice({ draft, sent: { id, by } }: { readonly draft: Draft; readonly sent: Sent }) {
  const { refused } = draft;
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => note.current?.querySelector('a')?.focus(), []);
  const { record, askAgain } = useRecordWithEvents(id, {
    record: () => readInvoice(id),
    history: async () => undefined,
    referenceOf: ({ invoice_ref: reference }) => reference,
  });
  const invoice = record.data;
  const reference = refused.reference ?? id;
  const number = invoice?.invoice_number ?? numberIn(draft) ?? reference;
  const { role, icon } = invoice ? lookOfInvoice(invoice) : lookOfState('received');
  const isReady = invoice?.state === 'ready';
  const then = isReady
    ? isToFetch(invoice)
      ? 'fetch'
      : 'ready'
    : role === 'busy' || role === 'bad'
      ? role
      : 'done';
  const title =
    by !== 'reader'
      ? TITLES[refused.next ? 'duplicate' : by]
      : refused.next?.kind === 'credit-note'
        ? 'sent.title.credit-note'
        : isReady
          ? 'sent.title.ready'
          : TITLES[by];
  const isOfSubmission = refused.of === 'refusals';
  return (
    <div class={`sent ${role}`} ref={note}>
      <Note
        role={role}
        icon={icon}
        title={say(title, { reference: by === 'reader' || refused.next ? number : reference })}
      >
        <div role="status">
          {invoice && (
            <p>
              <b>{number}</b> <State {...invoice} />
            </p>
          )}
          <p>{say(`sent.then.${then}`)}</p>
          {refused.next ? <p>{say('sent.next', { number })}</p> : then !== 'bad' && <p>{say('sent.erp')}</p>}
        </div>
        <div class="acts">
          {invoice && then === 'fetch' && (
            <FetchDocument invoice={invoice} kind="primary" name={say('fetch.act')} onFetched={askAgain} />
          )}
          <Link class={`button ${then === 'fetch' ? 'plain' : 'primary'}`} to={`/invoices/${id}`}>
            {say(refused.next?.kind === 'credit-note' ? 'sent.open.credit-note' : 'sent.open')}
          </Link>
          <Link class="button plain" to={isOfSubmission ? '/refusals' : `/invoices/${refused.id}`}>
            {say(isOfSubmission ? 'sent.list' : 'sent.old')}
          </Link>
        </div>
      </Note>
      <Changes draft={draft} newHead={say('compare.sent')} />
    </div>
  );
}
