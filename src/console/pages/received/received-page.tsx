import type { components, operations } from '../../../client/client.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { nameOfInvoice } from '../../app/invoice-name.ts';
import { useLiveList } from '../../app/live-list.ts';
import { listDays } from '../../app/period.ts';
import { changeQuery, query, withoutSelection, withQuery } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { type Summaries, useSummaries } from '../../app/summaries.ts';
import { wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Empty } from '../../components/notice.tsx';
import { Chip } from '../../components/chips.tsx';
import type { SetFilter } from '../../components/filters.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { Link } from '../../components/link.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { NumberText } from '../../components/number-text.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { OwnAnswerBelow } from '../../components/received-answer.tsx';
import { pageOf, Pager } from '../../components/pager.tsx';
import { nameOfDays } from '../../components/period-menu.tsx';
import { nameOfRoutes } from '../../components/route-fields.tsx';
import { Route } from '../../components/route.tsx';
import { ANSWER_LOOKS, type AnswerState, lookOfState, State, wordOfState } from '../../components/states.tsx';
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
const ANSWERS = ['none', 'under_way', 'handed_over', 'failed'] as const satisfies readonly AnswerState[];
/** Answers that a chip of their own leads to: those that wait for the reader. */
const WAITING = ['none', 'failed'] as const satisfies readonly AnswerState[];

export default function ReceivedPage() {
  const address = query.value;
  const list = useLiveList<Row, List>(
    (signal) =>
      dataOf(service().api.GET('/received', { params: { query: listQuery(address, new Date()) }, signal })),
    [withoutSelection(address)],
  );
  const { data, newRows } = list;
  const summaries = useSummaries(data?.data);
  const counts = useCounts(data);
  const below = address.get('answer') === 'none' ? 'below.to-answer' : 'below';
  return (
    <>
      <PageHead
        title={say('page')}
        name={say('page')}
        below={data ? say(below, { n: data.total }) : say('below.unknown')}
        acts={<CsvButton dataset="received" query={listQuery(address, new Date())} />}
      />
      <ReceivedFilters counts={counts} newRows={newRows} onShowNew={list.showNew} />
      <div class="panel">
        <Answered
          answer={list}
          rows={16}
          empty={({ data: rows }) =>
            rows.length === 0 && <Empty title={say(address.size > 0 ? 'no-match' : 'none')} />
          }
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
  const answer = ANSWERS.find((each) => each === text('answer'));
  const route = text('route')?.split(',') as ListQuery['route'];
  return {
    ...(text('q') && { q: text('q') }),
    ...(state && { state: [state] }),
    ...(answer && { answer: [answer] }),
    ...(route && { route }),
    ...(text('client') && { client: text('client') }),
    ...listDays(address, now),
    ...pageOf(address),
  };
}

type Counts = components['schemas']['ReceivedCounts'];

/** Of all views, under the other filters; counted again when the list has changed. */
function useCounts(list: List | undefined): Counts | undefined {
  const address = query.value;
  return useAnswer(
    async (signal) => {
      const {
        state: _,
        answer: _1,
        sort: _2,
        page: _3,
        page_size: _4,
        ...filters
      } = listQuery(address, new Date());
      return list && dataOf(service().api.GET('/received/counts', { params: { query: filters }, signal }));
    },
    [withoutSelection(address), JSON.stringify(list?.data), list?.total],
  ).data;
}

interface FilterProps {
  readonly counts: Counts | undefined;
  readonly newRows: number;
  readonly onShowNew: () => void;
}

function ReceivedFilters({ counts, newRows, onShowNew }: FilterProps) {
  const address = query.value;
  return (
    <ListFilters
      name={say('filters')}
      views={<Views counts={counts} />}
      chosen={`${address.get('state') ?? ''} ${address.get('answer') ?? ''} ${counts !== undefined}`}
      set={setFilters(address)}
      showNew={newRows > 0 && say('show-new', { n: newRows })}
      onShowNew={onShowNew}
    >
      <AnswerFields />
    </ListFilters>
  );
}

/** A state or an answer: the chip of one leaves the other. */
function Views({ counts }: Pick<FilterProps, 'counts'>) {
  const address = query.value;
  const [state, answer] = [address.get('state') ?? '', address.get('answer') ?? ''];
  const to = (part: { readonly state?: string; readonly answer?: string }): string =>
    withQuery({ state: undefined, answer: undefined, page: undefined, sel: undefined, ...part });
  const sum = counts && Object.values(counts.by_state).reduce((all, count) => all + count, 0);
  return (
    <>
      <Chip to={to({})} isOn={state === '' && answer === ''} count={sum}>
        {say('all')}
      </Chip>
      {WAITING.map((each) => (
        <Chip
          key={each}
          to={to({ answer: each })}
          isOn={answer === each}
          count={counts?.by_answer[each]}
          {...ANSWER_LOOKS[each]}
        >
          {say(`view.${each}`)}
        </Chip>
      ))}
      {STATES.map((each) => (
        <Chip
          key={each}
          to={to({ state: each })}
          isOn={state === each}
          count={counts && (counts.by_state[each] ?? 0)}
          {...lookOfState(each)}
        >
          {wordOfState(each)}
        </Chip>
      ))}
    </>
  );
}

function AnswerFields() {
  const chosen = query.value.get('answer') ?? '';
  return (
    <fieldset>
      <legend>{say('answer')}</legend>
      {(['', ...ANSWERS] as const).map((option) => (
        <label key={option}>
          <input
            type="radio"
            name="answer"
            checked={option === chosen}
            onChange={() => changeQuery({ answer: option, page: undefined, sel: undefined })}
          />{' '}
          {say(`answer.${option || 'any'}`)}
        </label>
      ))}
    </fieldset>
  );
}

function setFilters(address: URLSearchParams): readonly SetFilter[] {
  const [routes, days] = [nameOfRoutes(), nameOfDays(address)];
  // Any other answer is a view.
  const answer = (['under_way', 'handed_over'] as const).find((each) => each === address.get('answer'));
  return [
    ...(routes === undefined ? [] : [{ name: routes, of: ['route'] }]),
    ...(days === undefined ? [] : [{ name: days, of: ['period', 'by'] }]),
    ...(answer ? [{ name: say(`answer.${answer}`), of: ['answer'] }] : []),
  ];
}

function columns(summaries: Summaries): readonly Column<Row>[] {
  const { party, date, due, total } = summaryColumns(summaries, 'seller');
  return [
    {
      name: 'state',
      head: say('head.state'),
      cell: ({ state, answer }) => (
        <>
          <State state={state} />
          {answer && <OwnAnswerBelow answer={answer} />}
        </>
      ),
    },
    {
      name: 'number',
      head: say('head.number'),
      isName: true,
      cell: (row) => (
        <>
          <Link to={`/received/${row.id}`} tabIndex={-1} class="name">
            <NumberText text={nameOfInvoice(row)} />
          </Link>
          <DayBeside summary={summaries.of(row.id)} />
        </>
      ),
    },
    party,
    date,
    due,
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
