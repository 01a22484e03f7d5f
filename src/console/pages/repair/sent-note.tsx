import { useEffect, useRef } from 'preact/hooks';
import { wordsOf } from '../../app/words.ts';
import { Link } from '../../components/link.tsx';
import { Note } from '../../components/notice.tsx';
import type Words from '../../words/en/repair.json';
import type { Draft } from './draft.ts';

const say = wordsOf<typeof Words>('repair');

/** Step 3: the way to the new invoice. The focus goes there, because what had it is gone. */
export function SentNote({ draft: { sent, refusal } }: { readonly draft: Draft }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.querySelector('a')?.focus(), []);
  if (!sent.value) return null;
  const { id, isDuplicate } = sent.value;
  const reference = refusal.invoice_ref ?? id;
  return (
    <div class="sent ok" ref={note}>
      <Note
        role="ok"
        icon="checkDisc"
        title={say(isDuplicate ? 'sent.duplicate' : 'sent.title', { reference })}
      >
        <p>{say('sent.help')}</p>
        <div class="acts">
          <Link class="button primary" to={`/invoices/${id}`}>
            {say('sent.open')}
          </Link>
          <Link class="button plain" to="/refusals">
            {say('sent.list')}
          </Link>
        </div>
      </Note>
    </div>
  );
}
