import { dataOf, useAnswer } from '../../app/answer.ts';
import { query, withQuery } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Chip } from '../../components/chips.tsx';
import { Filters } from '../../components/filters.tsx';
import { Link } from '../../components/link.tsx';
import { Older } from '../../components/older.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { IconWord, lookOfState, wordOfState } from '../../components/states.tsx';
import { rowsInAddress } from '../../components/rows-in-address.ts';
import { type Column, Table } from '../../components/table.tsx';
import type Words from '../../words/en/reports.json';
import {
  DueBy,
  isWritten,
  lookOf,
  periodOf,
  type ReportRow,
  Unwritten,
} from '../../components/tax-report.tsx';

const say = wordsOf<typeof Words>('reports');

const STATES = ['queued', 'submitting', 'submitted', 'accepted', 'rejected'] as const;

/** What is reported to the tax administration, the newest periods first. */
export default function ReportsPage() {
  const client = query.value.get('client') ?? undefined;
  const after = query.value.get('after') ?? undefined;
  const state = STATES.find((each) => each === query.value.get('state'));
  const answer = useAnswer(
    (signal) =>
      dataOf(
        service().api.GET('/reports', {
          params: {
            query: { ...(client && { client }), ...(after && { after }), ...(state && { state: [state] }) },
          },
          signal,
        }),
      ),
    [client, after, state],
  );
  const { data, isAsking } = answer;
  return (
    <>
      <PageHead title={say('page')} name={say('page')} below={say('help')} />
      <ReportFilters chosen={state} />
      <div class="panel">
        <Answered
          answer={answer}
          rows={12}
          empty={({ data: rows }) => rows.length === 0 && say(state ? 'no-match' : 'none')}
        >
          {({ data: rows }) => (
            <Table
              caption={say('page')}
              look="rows-reports"
              columns={COLUMNS()}
              rows={rows}
              {...rowsInAddress()}
              isOld={isAsking}
            />
          )}
        </Answered>
        <Older next={data?.next}>{say('older')}</Older>
      </div>
    </>
  );
}

function ReportFilters({ chosen }: { readonly chosen: string | undefined }) {
  const to = (state: string | undefined): string => withQuery({ state, after: undefined, sel: undefined });
  const views = (
    <>
      <Chip to={to(undefined)} isOn={!chosen}>
        {say('all')}
      </Chip>
      {STATES.map((state) => (
        <Chip key={state} to={to(state)} isOn={chosen === state} {...lookOfState(state)}>
          {wordOfState(state)}
        </Chip>
      ))}
    </>
  );
  return <Filters name={say('filters')} views={views} chosen={chosen ?? ''} />;
}

const COLUMNS = (): readonly Column<ReportRow>[] => [
  { name: 'state', head: say('head.state'), cell: (report) => <IconWord {...lookOf(report)} /> },
  {
    name: 'period',
    head: say('head.period'),
    isName: true,
    cell: (report) => (
      <Link class="name" to={`/reports/${report.id}`} tabIndex={-1}>
        {periodOf(report)}
      </Link>
    ),
  },
  { name: 'part', head: say('head.part'), cell: ({ part }) => say(`part.${part}`) },
  { name: 'declarant', head: say('head.declarant'), leaves: 2, cell: ({ declarant }) => declarant },
  { name: 'way', head: say('head.way'), leaves: 1, cell: ({ way }) => say(`way.${way}`) },
  {
    name: 'count',
    head: say('head.stated'),
    align: 'right',
    leaves: 3,
    cell: (report) => (isWritten(report) ? report.sales_stated : <Unwritten />),
  },
  { name: 'deadline', head: say('head.deadline'), align: 'right', cell: (report) => <DueBy {...report} /> },
];
