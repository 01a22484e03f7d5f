import { useState } from 'preact/hooks';
import { useAct } from '../../app/act.ts';
import { useEntry } from '../../app/catalogue.ts';
import { confirm } from '../../app/announce.ts';
import { isOfRoute } from '../../app/findings.ts';
import { lengthOf } from '../../app/format.ts';
import { useShortcuts } from '../../app/keyboard.ts';
import { addressOfRecord, isConnection, isPack, isRegistration } from '../../app/record-address.ts';
import { navigate, query } from '../../app/router.ts';
import { isOperator, ownKey, submits } from '../../app/session.ts';
import type { Summaries } from '../../app/summaries.ts';
import { nameOfTerm } from '../../app/term-name.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Question } from '../../components/dialog.tsx';
import { Note, Problem } from '../../components/notice.tsx';
import { Owner } from '../../components/owner.tsx';
import type Words from '../../words/en/to-correct.json';
import { type CareRow, type Group, invoicesIn, nameOf } from './groups.ts';
import { type Closed, closeGroup, handledWords, openGroup } from './handled.tsx';
import { RowNote } from './note.tsx';

const say = wordsOf<typeof Words>('to-correct');

interface Props {
  readonly group: Group;
  /** One invoice of the group; undefined for the group. */
  readonly chosen: CareRow | undefined;
  readonly isOpen: boolean;
  readonly summaries: Summaries;
  readonly onHandled: (closed: Closed) => void;
  readonly onChanged: () => void;
}

/** What is wrong with these invoices, and what to do. */
export function GroupDetail(props: Props) {
  const { group, chosen, summaries, onChanged } = props;
  const { code, field, owner, senderCanFix, rows } = group;
  const row = chosen ?? rows[0]!;
  const entry = useEntry(code);
  // Each pack has a publisher of its own.
  const hint = isPack(row.invoice_id) && !chosen && rows.length > 1 ? undefined : row.fix_hint;
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
        {/* What the buyer says goes before what such a buyer may say. */}
        {(row.reason ?? entry?.explanation) && <p class="sentence">{row.reason ?? entry?.explanation}</p>}
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
          <FieldRow term={entry?.term} field={field} />
          <div>
            <dt>
              {chosen && rows.length > 1
                ? say('note.of', { reference: nameOf(row, summaries) })
                : say('note')}
            </dt>
            <dd>
              <RowNote
                rows={chosen ? [chosen] : rows}
                nameOf={(each) => nameOf(each, summaries)}
                onNoted={onChanged}
              />
            </dd>
          </div>
        </dl>
        <Acts {...props} row={row} />
      </div>
    </aside>
  );
}

function Acts({ group, row, isOpen, onHandled, onChanged }: Props & { readonly row: CareRow }) {
  const [isAsked, ask] = useState(false);
  const { busy, error, run } = useAct();
  const key = ownKey.value;
  const may = key !== undefined && submits(key);
  const count = invoicesIn(group.rows);
  const handle = (): Promise<void> =>
    run('handle', async () => {
      ask(false);
      const closed = await closeGroup(group, query.value.get('client') ?? undefined);
      confirm(handledWords(closed));
      onHandled(closed);
    });
  const reopen = (): Promise<void> =>
    run('reopen', async () => {
      const opened = await openGroup(group);
      confirm(opened > 0 ? say('reopened', { n: opened }) : say('reopened.none'));
      onChanged();
    });
  // A letter may be meant for a field that has lost the focus: it always asks.
  useShortcuts(
    isOpen && may ? [{ keys: 'e', label: say('handle', { n: count }), run: () => ask(true) }] : [],
  );
  return (
    <>
      <div class="acts">
        <RecordActs row={row} isOpen={isOpen} />
        {isOpen && may && (
          <Button isBusy={busy === 'handle'} onClick={() => void (count > 1 ? ask(true) : handle())}>
            {say('handle', { n: count })}
          </Button>
        )}
        {!isOpen && may && (
          <Button isBusy={busy === 'reopen'} onClick={() => void reopen()}>
            {say('reopen')}
          </Button>
        )}
      </div>
      {!isOpen && may && <p class="meta">{say('reopen.help')}</p>}
      {error ? <Problem error={error} /> : null}
      {isAsked && (
        <Question
          title={say(isPack(row.invoice_id) ? 'handle.ask.packs' : 'handle.ask', { n: count })}
          act={say('handle', { n: count })}
          onAct={() => void handle()}
          onClose={() => ask(false)}
        >
          <p>{say('handle.help')}</p>
        </Question>
      )}
    </>
  );
}

/** The network may have the invoice: its sender looks there first, and corrects no content. */
const LOOKED_UP: ReadonlySet<string> = new Set(['EI-ROUTE-UNAVAILABLE', 'EI-SEND-UNKNOWN']);

/** What the row is about is corrected, or opened. */
function RecordActs({ row, isOpen }: { readonly row: CareRow; readonly isOpen: boolean }) {
  const { invoice_id: id, who_acts: owner, sender_can_fix: senderCanFix = false } = row;
  const key = ownKey.value;
  const isOfReader = key !== undefined && submits(key) && !isOperator(key);
  const isOfContent = senderCanFix && !LOOKED_UP.has(row.catalogue_code);
  const canCorrect = isOpen && isOfReader && id.startsWith('inv_') && isOfContent;
  const isByRoute = isOfRoute({ who_fixes: owner, sender_can_fix: senderCanFix });
  const page = addressOfRecord(id);
  return (
    <>
      {canCorrect && (
        <Button kind="primary" onClick={() => navigate(`${page}/correct${isByRoute ? '?at=route' : ''}`)}>
          {say(isByRoute ? 'correct.new-route' : 'correct')}
        </Button>
      )}
      {page !== undefined && (
        <Button kind={canCorrect ? 'plain' : 'primary'} onClick={() => navigate(page)}>
          {say(OPENING.find(({ isSuch }) => isSuch(id))?.word ?? 'open-invoice')}
        </Button>
      )}
    </>
  );
}

const OPENING = [
  { isSuch: isPack, word: 'open-rules' },
  { isSuch: isRegistration, word: 'open-registrations' },
  { isSuch: isConnection, word: 'open-connections' },
] as const;

/** By the name that a clerk knows; the path in what the ERP sends stands below it, for who looks after the ERP. */
function FieldRow({
  term,
  field,
}: {
  readonly term: string | undefined;
  readonly field: string | undefined;
}) {
  const name = term === undefined ? undefined : nameOfTerm(term);
  if (name === undefined && !field) return null;
  return (
    <div>
      <dt>{say('field')}</dt>
      <dd>
        {name !== undefined && <p>{`${name} (${term})`}</p>}
        {field && <code>{field}</code>}
      </dd>
    </div>
  );
}

function Until({ group: { deadline } }: { readonly group: Group }) {
  if (!deadline) return null;
  const ms = Date.parse(deadline) - Date.now();
  const length = lengthOf(Math.abs(ms), language.value);
  const role = ms < 4 * 3_600_000 ? 'bad' : 'warn';
  return (
    <Note role={role} title={ms < 0 ? say('deadline.late', { length }) : say('left', { length })}>
      <p>{say('indicative')}</p>
    </Note>
  );
}
