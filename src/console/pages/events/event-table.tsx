import { nameOfInvoice } from '../../app/invoice-name.ts';
import { changeQuery, query } from '../../app/router.ts';
import type { LiveEvent } from '../../app/live.ts';
import { wordsOf } from '../../app/words.ts';
import { NOTHING } from '../../components/nothing.tsx';
import { NumberText } from '../../components/number-text.tsx';
import { Route } from '../../components/route.tsx';
import { BuyerAnswer, EventName } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/events.json';

const say = wordsOf<typeof Words>('events');

export const EventTable = ({ events }: { readonly events: readonly LiveEvent[] }) => (
  <Table
    caption={say('page')}
    look="rows-events"
    columns={columns()}
    rows={events}
    idOf={(event) => event.event_id}
    selected={query.value.get('sel') ?? undefined}
    onSelect={(event) => changeQuery({ sel: event.event_id }, { replace: true })}
  />
);

const columns = (): readonly Column<LiveEvent>[] => [
  { name: 'time', head: say('head.time'), cell: ({ occurred_at: at }) => <Time at={at} /> },
  { name: 'event', head: say('head.event'), cell: (event) => <EventName event={event} /> },
  {
    name: 'invoice',
    head: say('head.invoice'),
    isName: true,
    cell: (event) => <NumberText text={nameOfInvoice(event)} />,
  },
  { name: 'route', head: say('head.route'), cell: ({ country_route: route }) => <Route route={route} /> },
  {
    name: 'findings',
    head: say('findings'),
    leaves: 2,
    cell: ({ errors = [], warnings = [] }) => {
      const codes = new Set([...errors, ...warnings].map(({ code }) => code));
      return codes.size > 0 ? <code>{[...codes].join(', ')}</code> : NOTHING;
    },
  },
  {
    name: 'buyer',
    head: say('summary.buyer'),
    leaves: 1,
    cell: ({ buyer_status: status }) => (status ? <BuyerAnswer status={status} /> : NOTHING),
  },
];
