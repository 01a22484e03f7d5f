import { useEffect } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { dayWordOf } from '../../app/format.ts';
import { callOnEvents } from '../../app/live.ts';
import { changeQuery, query } from '../../app/router.ts';
import { isOperator, ownKey, service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { momentWords } from '../../components/deadline.tsx';
import { Empty, Problem, Skeleton } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type Words from '../../words/en/to-correct.json';
import { MIN_MS_BETWEEN_CALLS, readOpenRows } from './count.ts';
import { GroupDetail } from './group-detail.tsx';
import { GroupTable } from './group-table.tsx';
import { type CareRow, type Group, groupsOf, invoicesIn, isForReader } from './groups.ts';

const say = wordsOf<typeof Words>('to-correct');

const TABS = ['you', 'others', 'handled'] as const;
type TabName = (typeof TABS)[number];

export default function ToCorrectPage() {
  const client = query.value.get('client') ?? undefined;
  const tab = TABS.find((each) => each === query.value.get('for')) ?? 'you';
  const open = useAnswer(() => readOpenRows(client), [client]);
  const handled = useAnswer(
    () => (tab === 'handled' ? readHandled(client) : Promise.resolve([])),
    [client, tab],
  );
  useEffect(() => callOnEvents(MIN_MS_BETWEEN_CALLS, async () => open.askAgain()), []);
  const operates = ownKey.value !== undefined && isOperator(ownKey.value);
  const rows = open.data ?? [];
  const own = rows.filter((row) => isForReader(row, operates));
  const shown = { you: own, others: rows.filter((row) => !own.includes(row)), handled: handled.data ?? [] }[
    tab
  ];
  const error = open.error ?? handled.error;
  const again = (): void => {
    open.askAgain();
    handled.askAgain();
  };
  return (
    <>
      <PageHead
        title={open.data ? headline(own) : say('page')}
        name={say('page')}
        below={open.data && nextDeadline(own)}
        acts={
          <>
            <Button onClick={() => print()}>{say('print')}</Button>
            <Button icon="link" onClick={() => void copyLink()}>
              {say('link')}
            </Button>
          </>
        }
      />
      <Tabs
        label={say('page')}
        tabs={TABS.map((name) => ({
          name,
          label: say(`tab.${name}`),
          ...(name === 'you' && open.data && { count: invoicesIn(own) }),
          ...(name === 'others' && open.data && { count: invoicesIn(rows) - invoicesIn(own) }),
        }))}
        open={tab}
        onOpen={(name) => changeQuery({ for: name === 'you' ? undefined : name, sel: undefined })}
      >
        {error ? <Problem error={error} askAgain={again} /> : null}
        {!error && !open.data && <Skeleton />}
        {!error && open.data && <Groups rows={shown} tab={tab} onHandled={again} />}
      </Tabs>
    </>
  );
}

async function copyLink(): Promise<void> {
  await navigator.clipboard.writeText(location.href);
  confirm(say('link.copied'));
}

async function readHandled(client: string | undefined): Promise<readonly CareRow[]> {
  const filter = { status: 'handled', ...(client && { client }) } as const;
  return (await dataOf(service().api.GET('/care', { params: { query: filter } }))).data;
}

/** The heading is the answer. */
function headline(rows: readonly CareRow[]): string {
  const n = invoicesIn(rows);
  if (n === 0) return say('nothing');
  const today = invoicesIn(rows.filter(({ deadline_at: at }) => at && isDueToday(new Date(at))));
  return today > 0 ? say('title.today', { n, today }) : say('title', { n });
}

const isDueToday = (at: Date): boolean => dayWordOf(at, new Date()) === 'today' || at.getTime() < Date.now();

function nextDeadline(rows: readonly CareRow[]): string {
  if (rows.length === 0) return say('nothing.help');
  const next = groupsOf(rows)[0]?.rows[0];
  if (!next?.deadline_at) return say('no-deadline');
  const moment = new Date(next.deadline_at);
  const at = momentWords(moment, new Date());
  const isLate = moment.getTime() < Date.now();
  return say(isLate ? 'next.late' : 'next', { reference: next.invoice_ref, at });
}

interface GroupsProps {
  readonly rows: readonly CareRow[];
  readonly tab: TabName;
  readonly onHandled: () => void;
}

function Groups({ rows, tab, onHandled }: GroupsProps) {
  const groups = groupsOf(rows);
  if (groups.length === 0) return <Empty title={say(`none.${tab}`)} />;
  const selected = groups.find((group) => isSelected(group)) ?? groups[0]!;
  return (
    <div class="split">
      <GroupTable groups={groups} selected={query.value.get('sel') ?? selected.id} />
      <GroupDetail key={selected.id} group={selected} isOpen={tab !== 'handled'} onHandled={onHandled} />
    </div>
  );
}

function isSelected({ id, rows }: Group): boolean {
  const selected = query.value.get('sel');
  return id === selected || rows.some(({ invoice_id: invoice }) => `${id} ${invoice}` === selected);
}
