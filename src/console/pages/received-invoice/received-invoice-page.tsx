import { useState } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { type Answer, dataOf } from '../../app/answer.ts';
import { nameOfInvoice } from '../../app/invoice-name.ts';
import type { LiveEvent } from '../../app/live.ts';
import { addressOfRecord } from '../../app/record-address.ts';
import { useRecordWithEvents } from '../../app/record-with-events.ts';
import { query } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { CodeToCopy } from '../../components/copy.tsx';
import { useDocumentFacts } from '../../components/document-facts.tsx';
import { DocumentFiles, DownloadAll } from '../../components/document-files.tsx';
import { Finding } from '../../components/finding.tsx';
import { CareNote, Handled, useOpenCare } from '../../components/handled.tsx';
import { Link } from '../../components/link.tsx';
import { Empty, Note } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Facts, Panel } from '../../components/panel.tsx';
import { nameOfRoute } from '../../app/routes.ts';
import { lookOf, wordOf } from '../../components/received-answer.tsx';
import { reasonWords, SendStatus } from '../../components/send-status.tsx';
import { ShareLink } from '../../components/share-link.tsx';
import { lookOfState, Pill, wordOfState } from '../../components/states.tsx';
import { courseOfReceived } from '../../components/timeline/history.ts';
import { stepsOf } from '../../components/timeline/steps.ts';
import { Timeline } from '../../components/timeline/timeline.tsx';
import { VerdictStrip } from '../../components/verdict-strip.tsx';
import type { PageProps } from '../../shell/page-row.ts';
import type Words from '../../words/en/received-invoice.json';

const say = wordsOf<typeof Words>('received-invoice');

type Received = components['schemas']['ReceivedInvoice'];

export default function ReceivedInvoicePage({ parameters: { id = '' } }: PageProps) {
  const params = { path: { id } };
  const { record, history, askAgain } = useRecordWithEvents(id, {
    record: (signal) => dataOf(service().api.GET('/received/{id}', { params, signal })),
    history: (signal) => dataOf(service().api.GET('/received/{id}/events', { params, signal })),
    referenceOf: (invoice) => invoice.invoice_ref,
  });
  return (
    <Answered
      answer={{ ...record, askAgain }}
      head={<PageHead title={say('page')} name={say('page')} above={<List />} />}
    >
      {(data) => <Shown data={data} history={{ ...history, askAgain }} />}
    </Answered>
  );
}

const List = () => <Link to="/received">{say('list')}</Link>;

interface ShownProps {
  readonly data: Received;
  readonly history: Answer<components['schemas']['EventList']>;
}

function Shown({ data, history }: ShownProps) {
  const { id } = data;
  const { askAgain } = history;
  const name = nameOfInvoice(data);
  const { answer } = data;
  const [reason = data.no_answer_reason, setReason] = useState<string>();
  return (
    <>
      <PageHead
        title={name}
        name={name}
        above={
          <>
            <List /> / {data.invoice_ref}
          </>
        }
        beside={
          <>
            <Pill {...lookOfState(data.state)} word={wordOfState(data.state)} />
            {isOver(data) && (
              <Pill {...lookOfState(data.present_status)} word={wordOfState(data.present_status)} />
            )}
            {answer && <Pill {...lookOf(answer)} word={wordOf(answer)} />}
          </>
        }
        acts={
          <>
            <ShareLink of="received" id={id} />
            <Link class="button plain" to={`/received/${id}/document`}>
              {say('document')}
            </Link>
            {answer?.state !== 'failed' && <OwnAnswer invoice={data} onNone={setReason} onSent={askAgain} />}
            <DownloadAll of="received" invoice={data} />
          </>
        }
      />
      {answer?.state === 'failed' && (
        <FailedAnswer invoice={data} events={history.data?.data ?? []} onSent={askAgain} />
      )}
      {!answer && reason !== undefined && !isOver(data) && (
        <Note role="mute" icon="info" title={say('no-answer')}>
          <p>{say('no-answer.do', { reason })}</p>
        </Note>
      )}
      <FactStrip invoice={data} />
      <div class="split">
        <div class="stack">
          <Findings invoice={data} />
          <Answered answer={history} rows={3}>
            {({ data: events }) => <Course invoice={data} events={events} />}
          </Answered>
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

interface AnswerProps {
  readonly invoice: Received;
  readonly onNone?: (reason: string) => void;
  readonly onSent: () => void;
}

const OwnAnswer = ({ invoice: { id, state, answer }, onNone, onSent }: AnswerProps) => (
  <SendStatus
    of="received"
    id={id}
    version={`${state} ${answer?.state ?? ''} ${answer?.status ?? ''}`}
    isAgain={answer?.state === 'failed'}
    isAwaited={answer?.state === 'none'}
    {...(onNone && { onNone })}
    onSent={onSent}
  />
);

/** The last answer did not reach the seller: what to do comes first. */
function FailedAnswer({ invoice, events, onSent }: AnswerProps & { readonly events: readonly LiveEvent[] }) {
  const last = stepsOf(events, []).findLast(({ kind, status }) => kind === 'buyer' && status === undefined);
  const findings = last?.event?.errors ?? [];
  const care = useOpenCare(invoice);
  const acts = (
    <>
      <OwnAnswer invoice={invoice} onSent={onSent} />
      <Handled record={invoice} care={care} />
    </>
  );
  return findings.length > 0 ? (
    <VerdictStrip
      title={say('answer-refused')}
      findings={findings}
      route={invoice.route}
      note={
        <>
          <p>{say('answer-refused.do')}</p>
          <CareNote care={care} />
        </>
      }
      acts={acts}
    />
  ) : (
    <Note role="bad" icon="octagon" title={say('answer-refused')}>
      <p>{say('answer-refused.do')}</p>
      <div class="acts">{acts}</div>
    </Note>
  );
}

/** The network has rejected it, or its seller has cancelled it. */
const isOver = (
  invoice: Received,
): invoice is Received & { readonly present_status: 'rejected' | 'cancelled' } =>
  invoice.present_status === 'rejected' || invoice.present_status === 'cancelled';

function FactStrip({ invoice }: { readonly invoice: Received }) {
  const { rail_id: number, route, answer } = invoice;
  const rows = [...useDocumentFacts(invoice)];
  rows.push([say('head.route'), nameOfRoute(route)]);
  if (number) rows.push([say('fact.number'), <CodeToCopy text={number} />]);
  if (answer?.reason) rows.push([say('fact.reason'), <Named reason={answer.reason} />]);
  if (answer?.wish) rows.push([say('fact.wish'), <Named reason={answer.wish} />]);
  if (answer?.note) rows.push([say('fact.note'), answer.note]);
  return <Facts facts={rows} />;
}

/** In words; its code is at hand for who looks after the ERP. */
const Named = ({ reason }: { readonly reason: Parameters<typeof reasonWords>[0] }) => (
  <span title={reason.code}>{reasonWords(reason)}</span>
);

/** Its seller has sent another document under the number. */
const REPEATED = 'EI-RECEIVED-REPEATED';

const OtherDocument = ({ id }: { readonly id: string }) => (
  <Link class="button plain small" to={addressOfRecord(id)}>
    {say('finding.other')}
  </Link>
);

function Findings({ invoice: { errors = [], warnings = [] } }: { readonly invoice: Received }) {
  const all = [...errors, ...warnings];
  return (
    <Panel title={say('findings')} beside={say('findings.n', { n: all.length })}>
      {all.length === 0 && <Empty title={say('findings.none')} />}
      {all.map((finding, index) => (
        <Finding key={index} finding={finding} isReceived>
          {finding.code === REPEATED && <OtherDocument id={String(finding.values?.['id'] ?? '')} />}
        </Finding>
      ))}
    </Panel>
  );
}

/** The steps, as of an invoice that was sent. */
function Course({ invoice, events }: { readonly invoice: Received; readonly events: readonly LiveEvent[] }) {
  const course = courseOfReceived(invoice, events);
  const named = course.steps.find(({ no }) => String(no) === query.value.get('step'));
  return <Timeline {...course} selected={named} />;
}
