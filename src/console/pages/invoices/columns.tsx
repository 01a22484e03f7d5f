import type { components } from '../../../client/client.ts';
import { nameOfInvoice } from '../../app/invoice-name.ts';
import { wordsOf } from '../../app/words.ts';
import { endingOf, endOfDeadline, isLate } from '../../app/format.ts';
import type { Summaries } from '../../app/summaries.ts';
import { Deadline, DeadlineBelow } from '../../components/deadline.tsx';
import { Link } from '../../components/link.tsx';
import { NumberText } from '../../components/number-text.tsx';
import { Route } from '../../components/route.tsx';
import { SentAgain } from '../../components/sent-again.tsx';
import { State, wordOfInvoice } from '../../components/states.tsx';
import { AnswerBelow, DayBeside, Reference, summaryColumns } from '../../components/summary-columns.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { Reason } from '../to-correct/reason.tsx';
import type Words from '../../words/en/invoices.json';

const say = wordsOf<typeof Words>('invoices');

type Row = components['schemas']['InvoiceRow'];

/** Columns leave in the order of `leaves`; the network's number is on the page of the invoice. */
export function columns(rows: readonly Row[], summaries: Summaries): readonly Column<Row>[] {
  const { party, date, due, total } = summaryColumns(summaries, 'buyer');
  const hasLate = rows.some((row) => isLate(row));
  return [
    column('state', (row) => (
      <>
        {row.sent_again_as ? (
          <>
            <SentAgain later={row.sent_again_as} reference={row.invoice_ref} />
            <span class="answer quiet">{wordOfInvoice(row)}</span>
          </>
        ) : (
          <State {...row} />
        )}
        <Reason id={row.id} />
        {row.buyer_status && <AnswerBelow status={row.buyer_status} />}
        <DeadlineBelow {...deadlineOf(row)} />
      </>
    )),
    {
      ...column('number', (row) => (
        <>
          <Link to={`/invoices/${row.id}`} tabIndex={-1} class="name">
            <NumberText text={nameOfInvoice(row)} />
          </Link>
          <DayBeside summary={summaries.of(row.id)} />
          <Reference number={row.invoice_number} reference={row.invoice_ref} />
        </>
      )),
      isName: true,
    },
    party,
    date,
    due,
    total,
    // How late an invoice is stays.
    { ...column('route', ({ route }) => <Route route={route} />), leaves: hasLate ? 2 : 3 },
    {
      ...column('deadline', (row) => <Deadline {...deadlineOf(row)} />),
      ...(hasLate ? {} : { leaves: 2 }),
    },
    { ...column('taken-in', ({ created_at: at }) => <Time at={at} />), align: 'right', leaves: 1 },
  ];
}

const deadlineOf = (row: Row) => ({
  at: endOfDeadline(row),
  ending: endingOf(row),
});

function column(name: ColumnName, cell: Column<Row>['cell']): Column<Row> {
  return { name, head: say(`head.${name}`), cell };
}

type ColumnName = 'state' | 'number' | 'route' | 'deadline' | 'taken-in';
