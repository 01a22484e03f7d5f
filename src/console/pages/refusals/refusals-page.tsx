import type { components } from '../../../client/client.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { dayOf } from '../../app/format.ts';
import { notSentAgain } from '../../app/refusals.ts';
import { query } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { type Summaries, useSummaries } from '../../app/summaries.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { Link } from '../../components/link.tsx';
import { NumberText } from '../../components/number-text.tsx';
import { Older } from '../../components/older.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Route } from '../../components/route.tsx';
import { rowsInAddress } from '../../components/rows-in-address.ts';
import { SentAgain } from '../../components/sent-again.tsx';
import { Reference, summaryColumns } from '../../components/summary-columns.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type Common from '../../words/en/common.json';
import type Words from '../../words/en/refusals.json';

const say = wordsOf<typeof Words>('refusals');
const wordOf = wordsOf<typeof Common>('common');

type Refusal = components['schemas']['Refusal'];

/** Submissions that were not taken: no invoices, kept so that a person can correct them. */
export default function RefusalsPage() {
  const client = query.value.get('client') ?? undefined;
  const after = query.value.get('after') ?? undefined;
  const answer = useAnswer(
    (signal) =>
      dataOf(
        service().api.GET('/refusals', {
          params: { query: { ...(client && { client }), ...(after && { after }) } },
          signal,
        }),
      ),
    [client, after],
  );
  const { data, isAsking } = answer;
  const rows = data?.data ?? [];
  const summaries = useSummaries(rows);
  const { next } = data ?? {};
  return (
    <>
      <PageHead
        title={data ? titleOf(rows) : say('page')}
        name={say('page')}
        above={
          <>
            <Link to="/to-correct">{say('to-correct')}</Link> / {say('page')}
          </>
        }
        below={notSentAgain(rows).length > 0 && say('help')}
        acts={rows.length > 0 && <CsvButton dataset="refusals" query={client ? { client } : {}} />}
      />
      <Answered answer={answer} empty={() => rows.length === 0 && say('none.help')}>
        {() => (
          <div class="panel">
            <Table
              caption={say('page')}
              look="rows-refusals"
              columns={columns(summaries)}
              rows={rows}
              {...rowsInAddress()}
              isOld={isAsking}
            />
            <Older next={next}>{say('older')}</Older>
          </div>
        )}
      </Answered>
    </>
  );
}

const columns = (summaries: Summaries): readonly Column<Refusal>[] => [
  {
    name: 'reference',
    head: wordOf('head.number'),
    isName: true,
    cell: ({ id, invoice_ref: reference, call }) => (
      <>
        <Link class="name" to={`/refusals/${id}`} tabIndex={-1}>
          <NumberText text={summaries.of(id)?.number ?? reference ?? say('no-reference')} />
        </Link>
        <Reference number={summaries.of(id)?.number} reference={reference} />
        {call === 'POST /received' && <span class="meta"> {say('received')}</span>}
      </>
    ),
  },
  ...partyAndTotal(summaries),
  { name: 'what', head: say('head.what'), cell: (row) => <What row={row} /> },
  {
    name: 'route',
    head: say('head.route'),
    leaves: 2,
    cell: ({ route }) => (route ? <Route route={route} /> : '–'),
  },
  {
    name: 'kept',
    head: say('head.kept'),
    leaves: 1,
    cell: ({ kept_until: end }) => dayOf(end, language.value),
  },
  {
    name: 'at',
    head: say('head.at'),
    align: 'right',
    cell: ({ at, times }) => (
      <>
        <Time at={at} />
        {times > 1 && <span class="meta"> {say('times', { n: times })}</span>}
      </>
    ),
  },
];

function partyAndTotal(summaries: Summaries): readonly Column<Refusal>[] {
  const { party, total } = summaryColumns(summaries, 'buyer');
  return [party, total];
}

function titleOf(rows: readonly Refusal[]): string {
  if (rows.length === 0) return say('none');
  const n = notSentAgain(rows).length;
  return n === 0 ? say('all-sent') : say('not-taken', { n });
}

function What({ row: { errors, sent_again_as: later, invoice_ref: reference } }: { readonly row: Refusal }) {
  const [first] = errors;
  if (later) return <SentAgain later={later} reference={reference ?? later.id} />;
  if (!first) return null;
  return (
    <span class="what">
      {first.message ?? first.code}
      {errors.length > 1 && <span class="meta"> {say('more', { n: errors.length - 1 })}</span>}
    </span>
  );
}
