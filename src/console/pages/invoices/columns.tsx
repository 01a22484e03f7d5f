import type { components } from '../../../client/client.ts';
import { wordsOf } from '../../app/words.ts';
import { endOfDeadline, shortened } from '../../app/format.ts';
import { Deadline } from '../../components/deadline.tsx';
import { Link } from '../../components/link.tsx';
import { NOTHING } from '../../components/nothing.tsx';
import { Route } from '../../components/route.tsx';
import { BuyerAnswer, State } from '../../components/states.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/invoices.json';

const say = wordsOf<typeof Words>('invoices');

type Row = components['schemas']['InvoiceRow'];

/** Rows hold no buyer and no amount: the API seals them. */
export const columns = (): readonly Column<Row>[] => [
  column('state', ({ state }) => <State state={state} />),
  {
    ...column('number', (row) => (
      <Link to={`/invoices/${row.id}`} tabIndex={-1} class="name">
        {row.invoice_number ?? row.invoice_ref}
      </Link>
    )),
    isName: true,
  },
  {
    ...column('reference', ({ invoice_number: number, invoice_ref: reference }) =>
      number === undefined || number === reference ? <span class="quiet">{say('same')}</span> : reference,
    ),
    leaves: 2,
  },
  column('route', ({ route }) => <Route route={route} />),
  {
    ...column('legal-id', ({ legal_id: id }) => (id ? <code title={id}>{shortened(id, 26)}</code> : NOTHING)),
    leaves: 1,
  },
  {
    ...column('buyer', ({ buyer_status: status }) => (status ? <BuyerAnswer status={status} /> : NOTHING)),
    leaves: 4,
  },
  column('deadline', (row) => <Deadline at={endOfDeadline(row)} state={row.state} />),
  { ...column('taken-in', ({ created_at: at }) => <Time at={at} />), align: 'right', leaves: 3 },
];

function column(name: ColumnName, cell: Column<Row>['cell']): Column<Row> {
  return { name, head: say(`head.${name}`), cell };
}

type ColumnName = 'state' | 'number' | 'reference' | 'route' | 'legal-id' | 'buyer' | 'deadline' | 'taken-in';
