import type { components, operations } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { useLiveList } from '../../app/live-list.ts';
import { listDays } from '../../app/period.ts';
import { query, withoutSelection, withQuery } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { type Summaries, useSummaries } from '../../app/summaries.ts';
import { wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Chip } from '../../components/chips.tsx';
import { FilterMenu, Filters, type SetFilter } from '../../components/filters.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { Link } from '../../components/link.tsx';
import { ListSearch } from '../../components/list-search.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { pageOf, Pager } from '../../components/pager.tsx';
import { nameOfDays, PeriodFields } from '../../components/period-menu.tsx';
import { nameOfRoutes, RouteFields } from '../../components/route-fields.tsx';
import { Route } from '../../components/route.tsx';
import { lookOfState, State, wordOfState } from '../../components/states.tsx';
import { rowsInAddress } from '../../components/rows-in-address.ts';
import { DayBeside, summaryColumns } from '../../components/summary-columns.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/received.json';

const say = wordsOf<typeof Words>('received');

type Row = components['schemas']['ReceivedRow'];
type List = components['schemas']['ReceivedList'];
type ListQuery = NonNullable<operations['listReceived']['parameters']['query']>;

const STATES = ['received', 'validated', 'validation_failed'] as const;

export default function ReceivedPage() {
  const address = query.value;
  const list = useLiveList<Row, List>(
    (signal) =>
      dataOf(service().api.GET('/received', { params: { query: listQuery(address, new Date()) }, signal })),
    [withoutSelection(address)],
  );
  const { data, newRows } = list;
  const summaries = useSummaries(data?.data);
  return (
    <>
      <PageHead
        title={say('page')}
        name={say('page')}
        below={data ? say('below', { n: data.total }) : say('below.unknown')}
        acts={<CsvButton dataset="received" query={listQuery(address, new Date())} />}
      />
      <ReceivedFilters counts={data?.counts_by_state} newRows={newRows} onShowNew={list.showNew} />
      <div class="panel">
        <Answered
          answer={list}
          rows={16}
          empty={({ data: rows }) => rows.length === 0 && say(address.size > 0 ? 'no-match' : 'none')}
        >
          {({ data: rows }) => (
            <Table
              caption={say('page')}
              look="rows-invoices"
              columns={columns(summaries)}
              rows={rows}
              {...rowsInAddress()}
              changed={list.changed}
              isOld={list.isAsking}
            />
          )}
        </Answered>
        {data && <Pager page={data.page} size={data.page_size} total={data.total} />}
      </div>
    </>
  );
}

function listQuery(address: URLSearchParams, now: Date): ListQuery {
  const text = (name: string): string | undefined => address.get(name) || undefined;
  const state = STATES.find((each) => each === text('state'));
  const route = text('route')?.split(',') as ListQuery['route'];
  return {
    ...(text('q') && { q: text('q') }),
    ...(state && { state: [state] }),
    ...(route && { route }),
    ...(text('client') && { client: text('client') }),
    ...listDays(address, now),
    ...pageOf(address),
  };
}

interface FilterProps {
  readonly counts: Readonly<Record<string, number>> | undefined;
  readonly newRows: number;
  readonly onShowNew: () => void;
}

function ReceivedFilters({ counts, newRows, onShowNew }: FilterProps) {
  const chosen = query.value.get('state') ?? '';
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Filters
      name={say('filters')}
      views={<Views all={all} counts={counts} chosen={chosen} />}
      chosen={`${chosen} ${all ?? ''}`}
    >
      <span class="divider" />
      <FilterMenu set={setFilters(query.value)} also={['page', 'sel']}>
        <RouteFields />
        <PeriodFields />
      </FilterMenu>
      <ListSearch />
      <span class="gap" />
      {newRows > 0 && (
        <button type="button" class="show-new" onClick={onShowNew}>
          {say('show-new', { n: newRows })}
        </button>
      )}
    </Filters>
  );
}

interface ViewsProps extends Pick<FilterProps, 'counts'> {
  readonly all: number | undefined;
  readonly chosen: string;
}

function Views({ all, counts, chosen }: ViewsProps) {
  const to = (state: string | undefined): string => withQuery({ state, page: undefined, sel: undefined });
  return (
    <>
      <Chip to={to(undefined)} isOn={chosen === ''} count={all}>
        {say('all')}
      </Chip>
      {STATES.map((state) => (
        <Chip
          key={state}
          to={to(state)}
          isOn={chosen === state}
          count={counts && (counts[state] ?? 0)}
          {...lookOfState(state)}
        >
          {wordOfState(state)}
        </Chip>
      ))}
    </>
  );
}

function setFilters(address: URLSearchParams): readonly SetFilter[] {
  const [routes, days] = [nameOfRoutes(), nameOfDays(address)];
  return [
    ...(routes === undefined ? [] : [{ name: routes, of: ['route'] }]),
    ...(days === undefined ? [] : [{ name: days, of: ['period', 'by'] }]),
  ];
}

function columns(summaries: Summaries): readonly Column<Row>[] {
  const { party, date, total } = summaryColumns(summaries, 'seller');
  return [
    { name: 'state', head: say('head.state'), cell: ({ state }) => <State state={state} /> },
    {
      name: 'number',
      head: say('head.number'),
      isName: true,
      cell: ({ id, invoice_number: number, invoice_ref: reference }) => (
        <>
          <Link to={`/received/${id}`} tabIndex={-1} class="name">
            {number ?? reference}
          </Link>
          <DayBeside summary={summaries.of(id)} />
        </>
      ),
    },
    party,
    date,
    total,
    { name: 'route', head: say('head.route'), leaves: 3, cell: ({ route }) => <Route route={route} /> },
    {
      name: 'taken-in',
      head: say('head.came'),
      align: 'right',
      leaves: 1,
      cell: ({ created_at: at }) => <Time at={at} />,
    },
  ];
}
