import type { components } from '../../../client/client.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { endOfDeadline, wholeTimeOf } from '../../app/format.ts';
import { useEvery } from '../../app/every.ts';
import { query } from '../../app/router.ts';
import { isPhone } from '../../app/screen.ts';
import { isOperator, ownKey, service } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Deadline } from '../../components/deadline.tsx';
import { Link } from '../../components/link.tsx';
import { Empty } from '../../components/notice.tsx';
import { Owner } from '../../components/owner.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Route } from '../../components/route.tsx';
import { State } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/now.json';
import type ToCorrect from '../../words/en/to-correct.json';
import { DUE, type ListQuery } from '../invoices/view.ts';
import { useWaiting } from '../to-correct/count.ts';
import { type CareRow, invoicesIn, isForReader, ownerOf } from '../to-correct/groups.ts';
import { Activity, useActivity } from './activity.tsx';
import { headlineOf, Lamps } from './lamps.tsx';
import { Soon } from './soon.tsx';
import { ToAnswer } from './to-answer.tsx';
import { ViewPanels } from './view-panels.tsx';

const say = wordsOf<typeof Words>('now');
const sayToCorrect = wordsOf<typeof ToCorrect>('to-correct');

type Row = components['schemas']['InvoiceRow'];

/** How often the page is read again by itself. */
const EVERY_MS = 15_000;

export default function NowPage() {
  const client = query.value.get('client') ?? undefined;
  const of = client ? { client } : {};
  const tick = useEvery(EVERY_MS);
  const routes = useAnswer(
    (signal) => dataOf(service().api.GET('/routes', { params: { query: of }, signal })),
    [client, tick],
  );
  const hours = useActivity('hour', client, tick);
  const lamps = (
    <Answered answer={routes} rows={3}>
      {({ data }) => <Lamps routes={data} hours={hours.data} />}
    </Answered>
  );
  const due = <Due of={of} tick={tick} />;
  const views = (
    <>
      <ViewPanels of={of} tick={tick} />
      <ToAnswer of={of} tick={tick} />
    </>
  );
  const activity = <Activity client={client} hours={hours} tick={tick} />;
  const rest = (
    <>
      <Soon of={of} />
      {ownKey.value && isOperator(ownKey.value) && <Workers tick={tick} />}
    </>
  );
  return (
    <>
      <PageHead
        title={routes.data ? headlineOf(routes.data.data) : say('page')}
        name={say('page')}
        below={wholeTimeOf(new Date(), language.value)}
      />
      {isPhone.value ? (
        <div class="stack now">
          {due}
          <ByOwner />
          {views}
          {lamps}
          {activity}
          {rest}
        </div>
      ) : (
        <>
          {lamps}
          <div class="split now">
            <div class="stack">
              {due}
              {views}
              {activity}
            </div>
            <div class="stack">
              <ByOwner />
              {rest}
            </div>
          </div>
        </>
      )}
    </>
  );
}

interface PartProps {
  readonly of: { readonly client?: string };
  readonly tick: number;
}

/** Rows of a panel. */
const MAX_SHOWN = 25;

/** What is overdue stands above what is due. A phone has room for nothing that says that there is nothing. */
function Due({ of, tick }: PartProps) {
  const answer = useAnswer(
    async (signal) => {
      const read = (bound: Partial<ListQuery>) => {
        const filter = { ...of, ...bound, page_size: 100 as const };
        return dataOf(service().api.GET('/invoices', { params: { query: filter }, signal }));
      };
      const now = new Date();
      const [late, due] = await Promise.all([read(DUE['late']!(now)), read(DUE['day']!(now))]);
      return { late: { rows: late.data, n: late.total }, due: { rows: due.data, n: due.total } };
    },
    [of.client, tick],
  );
  const all = (due: 'late' | 'day') => <Link to={`/invoices?due=${due}`}>{say('due.all')}</Link>;
  const late = answer.data?.late;
  return (
    <>
      {late && late.n > 0 && (
        <Panel title={say('late')} beside={say('due.count', { n: late.n })} acts={all('late')}>
          <Deadlines caption={say('late')} rows={late.rows} />
        </Panel>
      )}
      {isPhone.value && answer.data?.due.n === 0 ? null : (
        <Panel
          title={say('due')}
          beside={answer.data && say('due.count', { n: answer.data.due.n })}
          acts={all('day')}
        >
          <Answered answer={answer} rows={3} empty={({ due }) => due.n === 0 && say('due.none')}>
            {({ due }) => <Deadlines caption={say('due')} rows={due.rows} />}
          </Answered>
        </Panel>
      )}
    </>
  );
}

function Deadlines({ caption, rows }: { readonly caption: string; readonly rows: readonly Row[] }) {
  const dueAt = (row: Row): number => Date.parse(endOfDeadline(row) ?? '');
  return (
    <Table
      caption={caption}
      look="rows-due"
      idOf={({ id }) => id}
      rows={rows.toSorted((one, other) => dueAt(one) - dueAt(other)).slice(0, MAX_SHOWN)}
      columns={[
        {
          name: 'deadline',
          head: say('head.deadline'),
          cell: (row: Row) => <Deadline at={endOfDeadline(row)} state={row.state} />,
        },
        {
          name: 'invoice',
          head: say('head.invoice'),
          isName: true,
          cell: ({ id, invoice_number: number, invoice_ref: reference }: Row) => (
            <Link to={`/invoices/${id}`}>{number ?? reference}</Link>
          ),
        },
        { name: 'route', head: say('head.route'), cell: ({ route }: Row) => <Route route={route} /> },
        { name: 'state', head: say('head.state'), cell: (row: Row) => <State {...row} /> },
      ]}
    />
  );
}

/** The rows that the number beside To correct counts; each number leads to its own. */
function ByOwner() {
  const answer = useWaiting();
  return (
    <Panel title={say('owners')} acts={<Link to="/to-correct">{say('owners.all')}</Link>}>
      <Answered answer={answer} rows={3}>
        {({ rows, notTaken }) => {
          if (rows.length + notTaken.length === 0) return <Empty title={say('owners.none')} />;
          return (
            <>
              <Owners rows={rows} />
              {notTaken.length > 0 && (
                <p class="foot">
                  <Link to="/refusals">{sayToCorrect('not-taken', { n: notTaken.length })}</Link>
                </p>
              )}
            </>
          );
        }}
      </Answered>
    </Panel>
  );
}

function Owners({ rows: all }: { readonly rows: readonly CareRow[] }) {
  const operates = ownKey.value !== undefined && isOperator(ownKey.value);
  const owners = new Map<string, CareRow[]>();
  for (const row of all) {
    const owner = ownerOf(row, operates);
    owners.set(owner, [...(owners.get(owner) ?? []), row]);
  }
  const counts = [...owners].map(([owner, rows]) => ({
    owner,
    invoices: invoicesIn(rows),
    isOwn: rows.some((row) => isForReader(row, operates)),
  }));
  const most = Math.max(1, ...counts.map(({ invoices }) => invoices));
  return (
    <ul class="owners">
      {counts.map(({ owner, invoices, isOwn }) => (
        <li key={owner}>
          <Owner owner={owner} />
          <svg class="mute" width="60" height="10" aria-hidden="true">
            <rect width={(invoices / most) * 60} height="10" rx="2" />
          </svg>
          <b>
            <Link to={`/to-correct?owner=${owner}${isOwn ? '' : '&for=others'}`}>{invoices}</Link>
          </b>
        </li>
      ))}
    </ul>
  );
}

function Workers({ tick }: { readonly tick: number }) {
  const { data } = useAnswer((signal) => dataOf(service().api.GET('/workers', { signal })), [tick]);
  if (!data) return null;
  const workers = data.data.filter(({ lanes }) => lanes.length > 0);
  const idle = data.lanes.filter(({ workers: count }) => count === 0);
  return (
    <Panel title={say('workers')} beside={say('workers.count', { n: workers.length })}>
      <ul class="owners">
        {workers.map(({ id, seen_at: seen, version }) => (
          <li key={id}>
            <code title={id}>{id.slice(0, 12)}…</code>
            <span class="meta">{version}</span>
            <Time at={seen} />
          </li>
        ))}
        {idle.map(({ lane }) => (
          <li key={lane} class="bad">
            {say('workers.none', { lane })}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
