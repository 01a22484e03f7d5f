import { type ComponentChildren, Fragment } from 'preact';
import { endOfDeadline, lengthOf } from '../../app/format.ts';
import { useEntry } from '../../app/catalogue.ts';
import { addressOfRecord } from '../../app/record-address.ts';
import { changeQuery, idsInAddress, navigate } from '../../app/router.ts';
import type { Summaries } from '../../app/summaries.ts';
import { language, wordsOf } from '../../app/words.ts';
import { IconButton } from '../../components/button.tsx';
import { Deadline } from '../../components/deadline.tsx';
import { Owner } from '../../components/owner.tsx';
import { RecordLink } from '../../components/record-link.tsx';
import { Route } from '../../components/route.tsx';
import { Reference, summaryColumns } from '../../components/summary-columns.tsx';
import { type Column, Table, toggled } from '../../components/table.tsx';
import type Words from '../../words/en/to-correct.json';
import { type CareRow, type Group, packsIn } from './groups.ts';
import { NoteText } from './note.tsx';

const say = wordsOf<typeof Words>('to-correct');

/** A group, and below it its invoices. */
type Line =
  | { readonly id: string; readonly group: Group; readonly row?: undefined; readonly rest?: undefined }
  | { readonly id: string; readonly group: Group; readonly row: CareRow; readonly rest?: undefined }
  | { readonly id: string; readonly group: Group; readonly row?: undefined; readonly rest: number };

const SHOWN_ROWS = 5;

interface Props {
  readonly groups: readonly Group[];
  readonly summaries: Summaries;
  readonly selected: string;
  /** Of the line that is selected: on a phone it stands below it. */
  readonly detail?: ComponentChildren;
}

export function GroupTable({ groups, summaries, selected, detail }: Props) {
  const [closed, setClosed] = idsInAddress('closed');
  const [whole, setWhole] = idsInAddress('whole');
  const toggle = ({ id }: Group): void => setClosed(toggled(closed, id));
  const lines = groups.flatMap((group) => linesOf(group, closed.has(group.id), whole.has(group.id)));
  const open = ({ group, row, rest }: Line): void => {
    const page = row && addressOfRecord(row.invoice_id);
    if (page !== undefined) navigate(page);
    else if (rest) setWhole(toggled(whole, group.id));
    // A press on the row selects it; only the arrow closes it.
    else if (!row && closed.has(group.id)) toggle(group);
  };
  return (
    <div class="panel">
      <Table
        caption={say('page')}
        look="rows-care"
        columns={columns({ closed, toggle, summaries })}
        rows={lines}
        idOf={({ id }) => id}
        selected={selected}
        below={({ id }) => id === selected && detail}
        onSelect={({ id }) => changeQuery({ sel: id }, { replace: true })}
        onOpen={open}
      />
      <p class="foot meta">{say('order')}</p>
    </div>
  );
}

function linesOf(group: Group, isClosed: boolean, isWhole: boolean): readonly Line[] {
  const head: Line = { id: group.id, group };
  if (isClosed) return [head];
  const rows = isWhole ? group.rows : group.rows.slice(0, SHOWN_ROWS);
  const rest = group.rows.length - rows.length;
  return [
    head,
    ...rows.map((row) => ({ id: `${group.id} ${row.invoice_id}`, group, row })),
    ...(rest > 0 ? [{ id: `${group.id} …`, group, rest }] : []),
  ];
}

interface Shown {
  readonly closed: ReadonlySet<string>;
  readonly toggle: (group: Group) => void;
  readonly summaries: Summaries;
}

const columns = ({ closed, toggle, summaries }: Shown): readonly Column<Line>[] => [
  {
    name: 'count',
    head: say('head.count'),
    align: 'right',
    cell: ({ group, row, rest }) =>
      row || rest ? null : (
        <>
          <IconButton
            icon={closed.has(group.id) ? 'right' : 'down'}
            name={say(pressOf(group, closed.has(group.id)), { code: group.code })}
            tabIndex={-1}
            onClick={() => toggle(group)}
          />{' '}
          <b>{group.rows.length}</b>
        </>
      ),
  },
  {
    name: 'what',
    head: say('head.what'),
    isName: true,
    isRest: ({ row, rest }) => row !== undefined || rest !== undefined,
    cell: ({ group, row, rest }) =>
      row ? (
        <OneInvoice row={row} summaries={summaries} />
      ) : rest ? (
        say('rest', { n: rest })
      ) : (
        <GroupTitle group={group} />
      ),
  },
  {
    name: 'owner',
    head: say('head.owner'),
    cell: ({ group }) => <Owner owner={group.owner} senderCanFix={group.senderCanFix} />,
  },
  {
    name: 'route',
    head: say('head.route'),
    leaves: 2,
    cell: ({ group }) =>
      group.routes.map((route) => (
        <Fragment key={route}>
          <Route route={route} />{' '}
        </Fragment>
      )),
  },
  {
    name: 'deadline',
    head: say('head.deadline'),
    cell: ({ group }) => <Due at={group.deadline} />,
  },
];

const pressOf = ({ rows }: Group, isClosed: boolean) =>
  packsIn(rows).length > 0 ? (isClosed ? 'open.packs' : 'hide.packs') : isClosed ? 'open' : 'hide';

const Due = ({ at }: { readonly at: string | undefined }) =>
  at ? <Deadline at={at} /> : <span class="quiet">{say('deadline.none')}</span>;

function timeLeft(at: string | undefined): string | undefined {
  if (!at) return undefined;
  const ms = Date.parse(at) - Date.now();
  const length = lengthOf(Math.abs(ms), language.value);
  return ms < 0 ? say('deadline.late', { length }) : say('left', { length });
}

function GroupTitle({ group: { code, field } }: { readonly group: Group }) {
  const title = useEntry(code)?.title;
  return (
    <>
      <span class="title">{title ?? code}</span>
      <span class="meta">
        {title && `${code} `}
        {field && (
          <>
            {title && '· '}
            <code>{field}</code>
          </>
        )}
      </span>
    </>
  );
}

interface OneProps {
  readonly row: CareRow;
  readonly summaries: Summaries;
}

/** Number and amount; below them the other side, and for how long it waits. */
function OneInvoice({ row, summaries }: OneProps) {
  const { invoice_id: id, invoice_ref: reference, age_seconds: age, note, assignee, reason } = row;
  const { party, total } = summaryColumns(summaries, 'other');
  const number = summaries.of(id)?.number;
  const since = say('since', { length: lengthOf(age * 1000, language.value) });
  const left = timeLeft(endOfDeadline(row));
  return (
    <span class="one">
      <RecordLink id={id}>{number ?? reference}</RecordLink>{' '}
      <span class="amount">{summaries.of(id) && total.cell({ id })}</span>{' '}
      <span class="about">
        <span class="party">{party.cell({ id })}</span> <Reference number={number} reference={reference} />{' '}
        <span class="meta">
          <span class="unbroken">{left === undefined ? since : `${since} ·`}</span>{' '}
          {left !== undefined && <span class="unbroken">{left}</span>}
        </span>
        {reason && <span class="meta noted">{reason}</span>}
        {(note || assignee) && (
          <span class="meta noted">
            <NoteText row={row} />
          </span>
        )}
      </span>
      <span class="to-tick" aria-hidden="true" />
    </span>
  );
}
