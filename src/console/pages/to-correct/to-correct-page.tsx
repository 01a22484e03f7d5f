import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { type Answer, dataOf, useAnswer } from '../../app/answer.ts';
import { asClocksThere, dayWordOf, endOfDeadline, isLate } from '../../app/format.ts';
import { changeQuery, query, withQuery } from '../../app/router.ts';
import { isNarrow } from '../../app/screen.ts';
import { isOperator, ownKey, service } from '../../app/session.ts';
import { type Summaries, useSummaries } from '../../app/summaries.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chips.tsx';
import { deadlineWords } from '../../components/deadline.tsx';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { Empty, Problem, Skeleton } from '../../components/notice.tsx';
import { Owner } from '../../components/owner.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type Words from '../../words/en/to-correct.json';
import { useWaiting } from './count.ts';
import { GroupDetail } from './group-detail.tsx';
import { GroupTable } from './group-table.tsx';
import {
  type CareRow,
  type Group,
  groupsOf,
  inSeveralGroups,
  invoicesIn,
  isForReader,
  nameOf,
  ownerOf,
  packsIn,
} from './groups.ts';
import { type Closed, Undo } from './handled.tsx';
import { NotTaken } from './not-taken.tsx';

const say = wordsOf<typeof Words>('to-correct');

const TABS = ['you', 'others', 'handled'] as const;
type TabName = (typeof TABS)[number];

export default function ToCorrectPage() {
  const client = query.value.get('client') ?? undefined;
  const tab = TABS.find((each) => each === query.value.get('for')) ?? 'you';
  const open = useWaiting();
  const handled = useHandled(tab === 'handled', client);
  const [closed, setClosed] = useState<Closed>();
  const again = (): void => {
    open.askAgain();
    handled.askAgain();
  };
  const changed = (now: Closed | undefined): void => {
    setClosed(now);
    again();
  };
  const error = open.error ?? handled.error;
  const operates = ownKey.value !== undefined && isOperator(ownKey.value);
  const [owner, taker] = [query.value.get('owner'), query.value.get('taken')];
  const isShown = (row: CareRow): boolean => !taker || row.assignee === taker;
  const waiting = (open.data?.rows ?? []).filter((row) => !owner || ownerOf(row, operates) === owner);
  const rows = waiting.filter(isShown);
  const own = rows.filter((row) => isForReader(row, operates));
  const done = handled.data ?? [];
  const shown = {
    you: own,
    others: rows.filter((row) => !own.includes(row)),
    handled: done.filter(isShown),
  };
  const counts = { you: invoicesIn(own), others: invoicesIn(rows) - invoicesIn(own) };
  const first = firstOf(own);
  const named = first ? [first, ...shown[tab]] : shown[tab];
  const summaries = useSummaries(named.map(({ invoice_id: id }) => ({ id })));
  const notTaken = open.data?.notTaken ?? [];
  const notTakenIsHead = !operates && !owner && !taker && own.length === 0;
  return (
    <>
      <Head own={open.data && own} notTaken={notTakenIsHead ? notTaken.length : 0} summaries={summaries} />
      <NotTaken client={client} refusals={notTaken} isInHead={notTakenIsHead} />
      {owner && <OfOwner owner={owner} />}
      <Takers rows={tab === 'handled' ? done : waiting} chosen={taker} />
      <Tabs
        label={say('page')}
        tabs={TABS.map((name) => ({
          name,
          label: say(`tab.${name}`),
          ...(name !== 'handled' && open.data && { count: counts[name] }),
        }))}
        open={tab}
        onOpen={(name) => changeQuery({ for: name === 'you' ? undefined : name, sel: undefined })}
      >
        {error ? <Problem error={error} askAgain={again} /> : !open.data && <Skeleton />}
        {closed && (
          <Undo closed={closed} onOpened={() => changed(undefined)} onGone={() => setClosed(undefined)} />
        )}
        {!error && open.data && (
          <>
            <InSeveral rows={shown[tab]} />
            <Groups rows={shown[tab]} tab={tab} summaries={summaries} onChanged={again} onHandled={changed} />
          </>
        )}
      </Tabs>
    </>
  );
}

interface HeadProps {
  /** Undefined until they are read. */
  readonly own: readonly CareRow[] | undefined;
  /** What a client's own submissions come to, if they are all there is. */
  readonly notTaken: number;
  readonly summaries: Summaries;
}

const Head = ({ own, notTaken, summaries }: HeadProps) => (
  <PageHead
    title={own ? headline(own, notTaken) : say('page')}
    name={say('page')}
    below={own && nextDeadline(own, summaries)}
    acts={
      <>
        <Button onClick={() => print()}>{say('print')}</Button>
        <Button icon="link" onClick={() => void copyLink()}>
          {say('link')}
        </Button>
      </>
    }
  />
);

/** A number on Now has led here: its rows alone. */
const OfOwner = ({ owner }: { readonly owner: string }) => (
  <p class="filters">
    <Link
      class="chip on"
      to={withQuery({ owner: undefined, sel: undefined })}
      aria-label={say('owner.clear')}
    >
      <Owner owner={owner} /> <Icon name="cross" />
    </Link>
  </p>
);

/** The heading counts invoices, the groups have one row for each thing that is wrong. */
function InSeveral({ rows }: { readonly rows: readonly CareRow[] }) {
  const n = inSeveralGroups(rows);
  return n === 0 ? null : <p class="several quiet">{say('several', { n })}</p>;
}

interface TakersProps {
  readonly rows: readonly CareRow[];
  readonly chosen: string | null;
}

/** Each finds what it has taken, and what a colleague has; nothing while no row is taken. */
function Takers({ rows, chosen }: TakersProps) {
  const names = [
    ...new Set([...rows.flatMap(({ assignee }) => assignee ?? []), ...(chosen ? [chosen] : [])]),
  ];
  if (names.length === 0) return null;
  const to = (taken: string | undefined): string => withQuery({ taken, sel: undefined });
  return (
    <div class="filters" role="group" aria-label={say('takers')}>
      <span class="quiet">{say('takers')}</span>
      <Chip to={to(undefined)} isOn={!chosen} count={invoicesIn(rows)}>
        {say('takers.all')}
      </Chip>
      {names.sort().map((name) => (
        <Chip
          key={name}
          to={to(name)}
          isOn={name === chosen}
          count={invoicesIn(rows.filter(({ assignee }) => assignee === name))}
        >
          {name}
        </Chip>
      ))}
    </div>
  );
}

async function copyLink(): Promise<void> {
  await navigator.clipboard.writeText(location.href);
  confirm(say('link.copied'));
}

function useHandled(isOpen: boolean, client: string | undefined): Answer<readonly CareRow[]> {
  const query = { status: 'handled', ...(client && { client }) } as const;
  return useAnswer(
    async () => (isOpen ? (await dataOf(service().api.GET('/care', { params: { query } }))).data : []),
    [client, isOpen],
  );
}

/** The heading is the answer. What was not taken has the line below it, unless it is all there is. @param notTaken of a client's own submissions. */
function headline(rows: readonly CareRow[], notTaken: number): string {
  const packs = packsIn(rows).length;
  const n = invoicesIn(rows) - packs;
  const now = new Date();
  const late = invoicesIn(rows.filter((row) => isLate(row, now.getTime())));
  const today = invoicesIn(rows.filter((row) => isDueToday(endOfDeadline(row), now)));
  const own =
    late > 0
      ? say('title.late', { n, late })
      : today > 0
        ? say('title.today', { n, today })
        : say('title', { n });
  const parts = [n > 0 && own, packs > 0 && say('title.packs', { n: packs })].filter(Boolean);
  if (parts.length > 0) return parts.join(' · ');
  return notTaken > 0 ? say('not-taken', { n: notTaken }) : say('nothing');
}

/** By the calendar of the tax office. */
const isDueToday = (at: string | undefined, now: Date): boolean =>
  at !== undefined && dayWordOf(asClocksThere(new Date(at), at), asClocksThere(now, at)) === 'today';

/** The one that is due first. */
const firstOf = (rows: readonly CareRow[]): CareRow | undefined => groupsOf(rows)[0]?.rows[0];

function nextDeadline(rows: readonly CareRow[], summaries: Summaries): string {
  if (rows.length === 0) return say('nothing.help');
  const next = firstOf(rows);
  const due = next && endOfDeadline(next);
  if (!due) return say('no-deadline');
  const at = deadlineWords(due, new Date());
  return say(isLate(next) ? 'next.late' : 'next', { reference: nameOf(next, summaries), at });
}

interface GroupsProps {
  readonly rows: readonly CareRow[];
  readonly tab: TabName;
  readonly summaries: Summaries;
  readonly onHandled: (closed: Closed) => void;
  readonly onChanged: () => void;
}

function Groups({ rows, tab, summaries, onHandled, onChanged }: GroupsProps) {
  const groups = groupsOf(rows);
  if (groups.length === 0) return <Empty title={say(`none.${tab}`)} />;
  const selected = groups.find((group) => isSelected(group)) ?? groups[0]!;
  const line = query.value.get('sel');
  const detail = (
    <GroupDetail
      key={selected.id}
      group={selected}
      chosen={chosenRow(selected)}
      isOpen={tab !== 'handled'}
      summaries={summaries}
      onHandled={onHandled}
      onChanged={onChanged}
    />
  );
  // Below the whole list of a phone it would be out of sight of the line that was pressed.
  if (isNarrow.value)
    return <GroupTable groups={groups} summaries={summaries} selected={line ?? ''} detail={detail} />;
  return (
    <div class="split">
      <GroupTable groups={groups} summaries={summaries} selected={line ?? selected.id} />
      {detail}
    </div>
  );
}

function chosenRow({ id, rows }: Group): CareRow | undefined {
  const selected = query.value.get('sel');
  return rows.find(({ invoice_id: invoice }) => `${id} ${invoice}` === selected);
}

function isSelected({ id, rows }: Group): boolean {
  const selected = query.value.get('sel');
  return id === selected || rows.some(({ invoice_id: invoice }) => `${id} ${invoice}` === selected);
}
