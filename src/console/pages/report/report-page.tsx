import type { components } from '../../../client/client.ts';
import { type Answer, dataOf } from '../../app/answer.ts';
import { saveAs } from '../../app/download.ts';
import { useRecordWithEvents } from '../../app/record-with-events.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { CodeToCopy } from '../../components/copy.tsx';
import { DocumentFiles } from '../../components/document-files.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { Finding } from '../../components/finding.tsx';
import { Link } from '../../components/link.tsx';
import { Empty, Note } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { type Fact, Facts, Panel } from '../../components/panel.tsx';
import { nameOfRoute } from '../../app/routes.ts';
import { Pill, State } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type { PageProps } from '../../shell/page-row.ts';
import type Words from '../../words/en/report.json';
import type ListWords from '../../words/en/reports.json';
import { DueBy, isWritten, lookOf, periodOf, type Report, Unwritten } from '../../components/tax-report.tsx';

const say = wordsOf<typeof Words>('report');
const sayOfList = wordsOf<typeof ListWords>('reports');

type Event = components['schemas']['Event'];

/** One tax report: what keeps it, what was sent, and what came back. */
export default function ReportPage({ parameters: { id = '' } }: PageProps) {
  const params = { path: { id } };
  const { record, history } = useRecordWithEvents(id, {
    record: (signal) => dataOf(service().api.GET('/reports/{id}', { params, signal })),
    history: (signal) => dataOf(service().api.GET('/reports/{id}/events', { params, signal })),
    referenceOf: (report) => report.id,
  });
  return (
    <Answered answer={record} head={<PageHead title={say('page')} name={say('page')} above={<List />} />}>
      {(data) => <Shown data={data} history={history} />}
    </Answered>
  );
}

const List = () => <Link to="/reports">{sayOfList('page')}</Link>;

interface ShownProps {
  readonly data: Report;
  readonly history: Answer<components['schemas']['EventList']>;
}

function Shown({ data, history }: ShownProps) {
  const name = say(`title.${data.part}`, { period: periodOf(data) });
  return (
    <>
      <PageHead
        title={name}
        name={name}
        above={
          <>
            <List /> / {data.id}
          </>
        }
        beside={<Pill {...lookOf(data)} />}
        acts={<Evidence report={data} />}
      />
      <FactStrip report={data} />
      {data.held_since && (
        <Note role="warn" icon="pause" title={say('held')}>
          <p>{say('held.help')}</p>
        </Note>
      )}
      <div class="split">
        <div class="stack">
          <Panel title={say('head.what')} beside={say('errors.count', { n: data.errors.length })}>
            {data.errors.length === 0 && <Empty title={say(`errors.none.${standingOf(data)}`)} />}
            {data.errors.map((finding, index) => (
              <Finding key={index} finding={finding} />
            ))}
          </Panel>
          <Panel title={say('events')}>
            <Answered
              answer={history}
              rows={3}
              empty={({ data: events }) => events.length === 0 && say('events.none')}
            >
              {({ data: events }) => <Events events={events} />}
            </Answered>
          </Panel>
        </div>
        <Panel title={say('files')}>
          <div class="body">
            {data.documents.length === 0 ? (
              <Empty title={say('files.none')} />
            ) : (
              <DocumentFiles of="reports" invoice={{ ...data, invoice_ref: data.id }} />
            )}
          </div>
        </Panel>
      </div>
    </>
  );
}

function FactStrip({ report }: { readonly report: Report }) {
  const { part, way, declarant, legal_id: number, sales_stated: stated, send_at: sendAt, route } = report;
  const facts: Fact[] = [
    [sayOfList('head.part'), sayOfList(`part.${part}`)],
    [sayOfList('head.way'), sayOfList(`way.${way}`)],
    [sayOfList('head.declarant'), <code key="declarant">{declarant}</code>],
    [sayOfList('head.deadline'), <DueBy key="deadline" {...report} />],
    [sayOfList('head.stated'), isWritten(report) ? stated : <Unwritten key="stated" />],
    [say('head.route'), nameOfRoute(route)],
  ];
  if (way === 'own' && !isWritten(report))
    facts.push([say('fact.sent-from'), <Time key="sent" at={sendAt} />]);
  if (number)
    facts.push([
      say('fact.number'),
      <>
        <CodeToCopy text={number} />
      </>,
    ]);
  return <Facts facts={facts} />;
}

/** What a report without findings is at. */
const standingOf = ({ state }: Report): 'accepted' | 'sent' | 'waiting' =>
  state === 'accepted' ? 'accepted' : state === 'queued' ? 'waiting' : 'sent';

/** Documents, answers, events, hashes and a signature in one file. */
function Evidence({ report: { id } }: { readonly report: Report }) {
  const download = async (): Promise<void> => {
    const call = service().api.GET('/reports/{id}/evidence', { params: { path: { id } }, parseAs: 'blob' });
    saveAs((await dataOf<unknown>(call)) as Blob, `${id}-evidence.zip`);
  };
  return <DownloadButton onDownload={download}>{say('evidence')}</DownloadButton>;
}

const Events = ({ events }: { readonly events: readonly Event[] }) => (
  <Table
    caption={say('events')}
    look="rows-happened"
    columns={[
      {
        name: 'time',
        head: say('head.time'),
        isName: true,
        cell: ({ occurred_at: at }) => <Time at={at} />,
      },
      { name: 'state', head: sayOfList('head.state'), cell: ({ status }) => <State state={status} /> },
      {
        name: 'why',
        head: say('head.why'),
        cell: ({ errors = [] }) =>
          errors[0] ? <span class="meta">{errors[0].message}</span> : <span class="quiet">–</span>,
      },
    ]}
    rows={events}
    idOf={({ event_id: id }) => id}
  />
);
