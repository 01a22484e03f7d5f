import { useState } from 'preact/hooks';
import { useAct } from '../../app/act.ts';
import { useEntry } from '../../app/catalogue.ts';
import { confirm } from '../../app/announce.ts';
import { lengthOf } from '../../app/format.ts';
import { addressOfInvoice } from '../../app/invoice-address.ts';
import { navigate } from '../../app/router.ts';
import { ownKey, service, submits } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Question } from '../../components/dialog.tsx';
import { Note, Problem } from '../../components/notice.tsx';
import { Owner } from '../../components/owner.tsx';
import type Words from '../../words/en/to-correct.json';
import { type Group, invoicesIn } from './groups.ts';

const say = wordsOf<typeof Words>('to-correct');

interface Props {
  readonly group: Group;
  readonly isOpen: boolean;
  readonly onHandled: () => void;
}

/** What is wrong with these invoices, and what to do. */
export function GroupDetail({ group, isOpen, onHandled }: Props) {
  const { code, field, hint, owner, senderCanFix, rows } = group;
  const entry = useEntry(code);
  const [isAsked, ask] = useState(false);
  const { busy, error, run } = useAct();
  const key = ownKey.value;
  const count = invoicesIn(rows);
  const first = rows[0]!.invoice_id;
  const handle = (): Promise<void> =>
    run('handle', async () => {
      ask(false);
      for (const id of new Set(rows.map((row) => row.invoice_id)))
        await service().api.POST('/care/{id}/handled', { params: { path: { id } } });
      confirm(say('handled', { n: count }));
      onHandled();
    });
  return (
    <aside class="panel detail" aria-label={entry?.title ?? code}>
      <div class="head">
        <h2>{entry?.title ?? code}</h2>
        <span class="acts">
          <a href={`/codes/${code}`} target="_blank" rel="noopener">
            <code>{code}</code>
          </a>
        </span>
      </div>
      <div class="body">
        {entry?.explanation && <p class="sentence">{entry.explanation}</p>}
        <Until group={group} />
        <h3>{say('what-to-do')}</h3>
        <p class="sentence">{hint ?? entry?.fix_hint}</p>
        <dl class="pairs">
          <div>
            <dt>{say('head.owner')}</dt>
            <dd>
              <Owner owner={owner} senderCanFix={senderCanFix} />
            </dd>
          </div>
          {field && (
            <div>
              <dt>{say('field')}</dt>
              <dd>
                <code>{field}</code>
              </dd>
            </div>
          )}
        </dl>
        <div class="acts">
          <Button kind="primary" onClick={() => navigate(addressOfInvoice(first))}>
            {say('open-invoice')}
          </Button>
          {isOpen && key && submits(key) && (
            <Button isBusy={busy === 'handle'} onClick={() => (count > 1 ? ask(true) : void handle())}>
              {say('handle', { n: count })}
            </Button>
          )}
        </div>
        {error ? <Problem error={error} /> : null}
      </div>
      {isAsked && (
        <Question
          title={say('handle.ask', { n: count })}
          act={say('handle', { n: count })}
          onAct={() => void handle()}
          onClose={() => ask(false)}
        >
          <p>{say('handle.help')}</p>
        </Question>
      )}
    </aside>
  );
}

function Until({ group: { deadline } }: { readonly group: Group }) {
  if (!deadline) return null;
  const ms = Date.parse(deadline) - Date.now();
  const length = lengthOf(Math.abs(ms), language.value);
  const role = ms < 4 * 3_600_000 ? 'bad' : 'warn';
  return (
    <Note role={role} title={ms < 0 ? say('late', { length }) : say('left', { length })}>
      <p>{say('indicative')}</p>
    </Note>
  );
}
