import { shortened } from '../../app/format.ts';
import { changeQuery, query } from '../../app/router.ts';
import { type Summaries, useSummaries } from '../../app/summaries.ts';
import { wordsOf } from '../../app/words.ts';
import { NOTHING } from '../../components/nothing.tsx';
import { NumberText } from '../../components/number-text.tsx';
import { RecordLink } from '../../components/record-link.tsx';
import { IconWord, type Look } from '../../components/states.tsx';
import { summaryColumns } from '../../components/summary-columns.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/webhooks.json';
import { type Deliveries, type Delivery, type DeliveryState } from './calls.ts';

const say = wordsOf<typeof Words>('webhooks');

export const LOOKS = {
  delivered: { icon: 'checkDisc', role: 'ok' },
  pending: { icon: 'clock', role: 'warn' },
  dead: { icon: 'flag', role: 'bad' },
} as const satisfies Readonly<Record<DeliveryState, Look>>;

export function DeliveryTable({ list, isOld }: { readonly list: Deliveries; readonly isOld: boolean }) {
  const summaries = useSummaries(list.data.map(({ invoice_id: id }) => ({ id })));
  return (
    <Table
      caption={say('deliveries')}
      look="rows-deliveries"
      columns={columns(summaries)}
      rows={list.data}
      idOf={(row) => row.event_id}
      selected={query.value.get('sel') ?? undefined}
      onSelect={(row) => changeQuery({ sel: row.event_id }, { replace: true })}
      isOld={isOld}
    />
  );
}

const columns = (summaries: Summaries): readonly Column<Delivery>[] => [
  {
    name: 'state',
    head: say('head.state'),
    cell: ({ state }) => <IconWord {...LOOKS[state]} word={say(`state.${state}`)} />,
  },
  {
    name: 'invoice',
    head: say('head.invoice'),
    isName: true,
    cell: ({ invoice_id: id }) => (
      <RecordLink id={id} class="name">
        <NumberOf id={id} summaries={summaries} />
      </RecordLink>
    ),
  },
  ...partyAndTotal(summaries),
  {
    name: 'order',
    head: say('head.order'),
    align: 'right',
    leaves: 1,
    cell: ({ sequence }) => sequence,
  },
  { name: 'tries', head: say('head.tries'), align: 'right', cell: triesOf },
  {
    name: 'error',
    head: say('head.error'),
    leaves: 3,
    cell: ({ error, state }) =>
      error ? <span class={state === 'delivered' ? 'quiet' : ''}>{error}</span> : NOTHING,
  },
  {
    name: 'last',
    head: say('head.last'),
    align: 'right',
    cell: ({ last_attempt_at: at }) => (at ? <Time at={at} /> : NOTHING),
  },
];

function NumberOf({ id, summaries }: { readonly id: string; readonly summaries: Summaries }) {
  const number = summaries.of(id)?.number;
  return number === undefined ? <code title={id}>{shortened(id, 16)}</code> : <NumberText text={number} />;
}

/** The buyer of an invoice that was sent, the seller of one that came. */
function partyAndTotal(summaries: Summaries): readonly Column<Delivery>[] {
  const { party, total } = summaryColumns(summaries, 'other');
  const ofInvoice = ({ cell, name, head, align, leaves }: typeof party): Column<Delivery> => ({
    ...{ name, head, ...(align && { align }), ...(leaves && { leaves }) },
    cell: ({ invoice_id: id }) => cell({ id }),
  });
  return [ofInvoice(party), ofInvoice(total)];
}

export const triesOf = ({ attempts, failures, state }: Delivery): number =>
  attempts ?? failures + (state === 'delivered' ? 1 : 0);
