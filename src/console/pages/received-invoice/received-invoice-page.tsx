import { useEffect } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { onEvents } from '../../app/live.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Copy } from '../../components/copy.tsx';
import { useDocumentFacts } from '../../components/document-facts.tsx';
import { DocumentFiles, DownloadAll } from '../../components/document-files.tsx';
import { Finding } from '../../components/finding.tsx';
import { Link } from '../../components/link.tsx';
import { NOTHING } from '../../components/nothing.tsx';
import { Empty, Problem, Skeleton } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Facts, Panel } from '../../components/panel.tsx';
import { nameOfRoute } from '../../components/route.tsx';
import { SendStatus } from '../../components/send-status.tsx';
import {
  BuyerAnswer,
  lookOfAnswer,
  lookOfState,
  Pill,
  State,
  wordOfAnswer,
  wordOfState,
} from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type { PageProps } from '../../shell/page-row.ts';
import type Words from '../../words/en/received-invoice.json';

const say = wordsOf<typeof Words>('received-invoice');

type Received = components['schemas']['ReceivedInvoice'];
type Event = components['schemas']['Event'];

export default function ReceivedInvoicePage({ parameters: { id = '' } }: PageProps) {
  const params = { path: { id } };
  const { data, error, askAgain } = useAnswer(
    (signal) => dataOf(service().api.GET('/received/{id}', { params, signal })),
    [id],
  );
  const events = useAnswer(
    (signal) => dataOf(service().api.GET('/received/{id}/events', { params, signal })),
    [id],
  );
  const again = (): void => {
    askAgain();
    events.askAgain();
  };
  useEffect(
    () =>
      onEvents((come) => {
        if (come.some(({ invoice_ref: reference }) => reference === data?.invoice_ref)) again();
      }),
    [data?.invoice_ref],
  );
  const list = <Link to="/received">{say('list')}</Link>;
  if (error)
    return (
      <>
        <PageHead title={say('page')} name={say('page')} above={list} />
        <Problem error={error} askAgain={askAgain} />
      </>
    );
  if (!data) return <Skeleton />;
  const name = data.invoice_number ?? data.invoice_ref;
  const answer = events.data?.data.findLast((event) => event.buyer_status)?.buyer_status;
  return (
    <>
      <PageHead
        title={name}
        name={name}
        above={
          <>
            {list} / {data.invoice_ref}
          </>
        }
        beside={
          <>
            <Pill {...lookOfState(data.state)} word={wordOfState(data.state)} />
            {isOver(data) && (
              <Pill {...lookOfState(data.present_status)} word={wordOfState(data.present_status)} />
            )}
            {answer && <Pill {...lookOfAnswer(answer)} word={say('you', { answer: wordOfAnswer(answer) })} />}
          </>
        }
        acts={
          <>
            <Link class="button plain" to={`/received/${id}/document`}>
              {say('document')}
            </Link>
            <SendStatus of="received" id={id} version={`${data.state} ${answer ?? ''}`} onSent={again} />
            <DownloadAll of="received" invoice={data} />
          </>
        }
      />
      <FactStrip invoice={data} />
      <div class="split">
        <div class="stack">
          <Findings invoice={data} />
          <Panel title={say('events')}>
            {events.data ? <Events events={events.data.data} /> : <Skeleton rows={3} />}
          </Panel>
        </div>
        <Panel title={say('files')}>
          <div class="body">
            <DocumentFiles of="received" invoice={data} />
          </div>
        </Panel>
      </div>
    </>
  );
}

/** The network has rejected it, or its seller has cancelled it. */
const isOver = (
  invoice: Received,
): invoice is Received & { readonly present_status: 'rejected' | 'cancelled' } =>
  invoice.present_status === 'rejected' || invoice.present_status === 'cancelled';

function FactStrip({ invoice }: { readonly invoice: Received }) {
  const { rail_id: number, route } = invoice;
  const rows = [...useDocumentFacts('received', invoice)];
  rows.push([say('fact.route'), nameOfRoute(route)]);
  if (number)
    rows.push([
      say('fact.number'),
      <>
        <code>{number}</code> <Copy text={number} />
      </>,
    ]);
  return <Facts facts={rows} />;
}

function Findings({ invoice: { errors = [], warnings = [] } }: { readonly invoice: Received }) {
  const all = [...errors, ...warnings];
  return (
    <Panel title={say('findings')} beside={say('findings.count', { n: all.length })}>
      {all.length === 0 && <Empty title={say('findings.none')} />}
      {all.map((finding, index) => (
        <Finding key={index} finding={finding} isReceived />
      ))}
    </Panel>
  );
}

const Events = ({ events }: { readonly events: readonly Event[] }) => (
  <Table
    caption={say('events')}
    columns={[
      { name: 'time', head: say('head.time'), cell: ({ occurred_at: at }) => <Time at={at} />, isName: true },
      { name: 'state', head: say('head.state'), cell: ({ status }) => <State state={status} /> },
      {
        name: 'buyer',
        head: say('head.you'),
        cell: (event) => <OwnAnswer event={event} />,
      },
    ]}
    rows={events}
    idOf={({ event_id: id }) => id}
  />
);

/** A status that the network or the seller refused stands with its reason. */
function OwnAnswer({ event: { buyer_status: answer, errors = [] } }: { readonly event: Event }) {
  if (answer && errors.length === 0) return <BuyerAnswer status={answer} />;
  const [finding] = errors;
  return finding ? <span class="meta">{finding.message ?? finding.code}</span> : NOTHING;
}
