import { useEffect, useRef } from 'preact/hooks';
import { wordsOf } from '../../app/words.ts';
import { Link } from '../../components/link.tsx';
import { Note } from '../../components/notice.tsx';
import type Words from '../../words/en/repair.json';
import { Changes } from './compare.tsx';
import type { Draft, Sent } from './draft.ts';

const say = wordsOf<typeof Words>('repair');

const TITLES = {
  reader: 'sent.title',
  duplicate: 'sent.duplicate',
  others: 'sent.others',
} as const satisfies Record<Sent['by'], string>;

/** Step 3: the way to the new invoice, and what changed. The focus goes there, because what had it is gone. */
export function SentNote({ draft }: { readonly draft: Draft }) {
  const { sent, refused } = draft;
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.querySelector('a')?.focus(), []);
  if (!sent.value) return null;
  const { id, by } = sent.value;
  const reference = refused.reference ?? id;
  const isOfSubmission = refused.of === 'refusals';
  return (
    <div class="sent ok" ref={note}>
      <Note role="ok" icon="checkDisc" title={say(TITLES[by], { reference })}>
        <p>{say('sent.help')}</p>
        <div class="acts">
          <Link class="button primary" to={`/invoices/${id}`}>
            {say('sent.open')}
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
