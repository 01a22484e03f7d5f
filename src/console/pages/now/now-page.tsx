import { dataOf, useAnswer } from '../../app/answer.ts';
import { wholeTimeOf } from '../../app/format.ts';
import { useEvery } from '../../app/every.ts';
import { query } from '../../app/router.ts';
import { isPhone } from '../../app/screen.ts';
import { isOperator, ownKey, service } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Link } from '../../components/link.tsx';
import { Empty } from '../../components/notice.tsx';
import { Owner } from '../../components/owner.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/now.json';
import { useWaiting } from '../to-correct/count.ts';
import { type CareRow, invoicesIn, isForReader, ownerOf } from '../to-correct/groups.ts';
import { Activity, useActivity } from './activity.tsx';
import { headlineOf, Lamps } from './lamps.tsx';
import { Soon } from './soon.tsx';
import { headlineOfToday, Today, useToday } from './today.tsx';

const say = wordsOf<typeof Words>('now');

/** How often the page is read again by itself, and of how many of these times a plot and the workers are. */
const EVERY_MS = 15_000;
const SELDOM = 4;

export default function NowPage() {
  const client = query.value.get('client') ?? undefined;
  const of = client ? { client } : {};
  const tick = useEvery(EVERY_MS);
  const routes = useAnswer(
    (signal) => dataOf(service().api.GET('/routes', { params: { query: of }, signal })),
    [client, tick],
  );
  const operates = ownKey.value !== undefined && isOperator(ownKey.value);
  const seldom = Math.floor(tick / SELDOM);
  const hours = useActivity('hour', client, seldom);
  const lamps = (
    <Answered answer={routes} rows={3}>
      {({ data }) => <Lamps routes={data} hours={hours.data} isForOperator={operates} />}
    </Answered>
  );
  const ofToday = useToday({ of, tick });
  const today = <Today of={of} answer={ofToday} />;
  const activity = <Activity client={client} hours={hours} tick={seldom} />;
  const rest = (
    <>
      <Soon of={of} />
      {operates && <Workers tick={seldom} />}
    </>
  );
  // The operator asks first whether all works, who sends invoices what is to be done.
  const ofRoutes = routes.data && headlineOf(routes.data.data);
  const title = operates ? ofRoutes : ofToday.data && headlineOfToday(...ofToday.data);
  const now = wholeTimeOf(new Date(), language.value);
  return (
    <>
      <PageHead
        title={title ?? say('page')}
        name={say('page')}
        below={operates || ofRoutes === undefined ? now : `${ofRoutes} ${now}`}
      />
      {isPhone.value ? (
        <div class="stack now">
          {today}
          {operates && <ByOwner of={of} />}
          {lamps}
          {activity}
          {rest}
        </div>
      ) : (
        <>
          <div class="split now">
            {today}
            {operates ? <ByOwner of={of} /> : rest}
          </div>
          {lamps}
          {operates ? (
            <div class="split now">
              {activity}
              <div class="stack">{rest}</div>
            </div>
          ) : (
            activity
          )}
        </>
      )}
    </>
  );
}

interface Chosen {
  readonly of: { readonly client?: string };
}

const toCorrect = (filters: Readonly<Record<string, string>>): string =>
  `/to-correct?${new URLSearchParams(filters).toString()}`;

/** For the operator, who sees the rows of all. Each number leads to its rows; what was not taken stands in Today. */
function ByOwner({ of }: Chosen) {
  const answer = useWaiting();
  return (
    <Panel title={say('owners')} acts={<Link to={toCorrect(of)}>{say('owners.all')}</Link>}>
      <Answered answer={answer} rows={3}>
        {({ rows }) =>
          rows.length === 0 ? <Empty title={say('owners.none')} /> : <Owners rows={rows} of={of} />
        }
      </Answered>
    </Panel>
  );
}

function Owners({ rows: all, of }: Chosen & { readonly rows: readonly CareRow[] }) {
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
            <Link to={toCorrect({ ...of, owner, ...(!isOwn && { for: 'others' }) })}>{invoices}</Link>
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
