import type { components } from '../../../client/client.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { nameOfInvoice } from '../../app/invoice-name.ts';
import type { LiveEvent } from '../../app/live.ts';
import { useRecordWithEvents } from '../../app/record-with-events.ts';
import { query } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { CodeToCopy } from '../../components/copy.tsx';
import { endingOf, endOfDeadline, momentOf } from '../../app/format.ts';
import { Deadline } from '../../components/deadline.tsx';
import { useDocumentFacts } from '../../components/document-facts.tsx';
import { Link } from '../../components/link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Facts } from '../../components/panel.tsx';
import { nameOfRoute } from '../../app/routes.ts';
import { AnswerPill, ASKS, lookOfInvoice, Pill, wordOfInvoice } from '../../components/states.tsx';
import { courseOf, findingsOfBuyer, type History, readHistory } from '../../components/timeline/history.ts';
import { firstStepToShow } from '../../components/timeline/steps.ts';
import { Timeline } from '../../components/timeline/timeline.tsx';
import type { PageProps } from '../../shell/page-row.ts';
import type Words from '../../words/en/invoice.json';
import { Acts } from './acts.tsx';
import { Asked } from './asked.tsx';
import { StepDetail } from './step-detail.tsx';
import { ToFetch } from './to-fetch.tsx';
import { Verdict } from './verdict.tsx';

const say = wordsOf<typeof Words>('invoice');

type Invoice = components['schemas']['Invoice'];

export default function InvoicePage({ parameters: { id = '' } }: PageProps) {
  const { record, history, askAgain } = useRecordWithEvents(id, {
    record: (signal) => dataOf(service().api.GET('/invoices/{id}', { params: { path: { id } }, signal })),
    history: (signal) => readHistory(id, signal),
    referenceOf: (invoice) => invoice.invoice_ref,
  });
  return (
    <Answered
      answer={{ ...record, askAgain }}
      rows={10}
      head={
        <PageHead title={say('page')} name={say('page')} above={<Link to="/invoices">{say('list')}</Link>} />
      }
    >
      {(invoice) => (
        <>
          <Head invoice={invoice} history={history.data} onChanged={askAgain} />
          <ToFetch invoice={invoice} onFetched={askAgain} />
          <Asked invoice={invoice} />
          <Verdict invoice={invoice} findings={findingsOf(invoice, history.data?.events ?? [])} />
          <FactStrip invoice={invoice} />
          <Answered answer={{ ...history, askAgain }} rows={6}>
            {(happened) => <Course invoice={invoice} history={happened} />}
          </Answered>
        </>
      )}
    </Answered>
  );
}

function findingsOf(invoice: Invoice, events: readonly LiveEvent[]) {
  const { errors = [], buyer_status: answer } = invoice;
  if (errors.length > 0 || (answer !== 'refused' && !ASKS.some((each) => each === answer))) return errors;
  return findingsOfBuyer(invoice, events);
}

interface HeadProps {
  readonly invoice: Invoice;
  readonly history: History | undefined;
  readonly onChanged: () => void;
}

function Head({ invoice, history, onChanged }: HeadProps) {
  const { invoice_ref: reference, state, buyer_status: answer, attempts, sent_again_as: later } = invoice;
  const client = query.value.get('client');
  const since = history?.events.findLast(({ status }) => status === state)?.occurred_at;
  return (
    <PageHead
      title={nameOfInvoice(invoice)}
      name={nameOfInvoice(invoice)}
      above={
        <>
          <Link to={client ? `/invoices?client=${client}` : '/invoices'}>{say('list')}</Link> / {reference}
        </>
      }
      beside={
        <>
          {answer && <AnswerPill status={answer} />}
          <Pill
            {...lookOfInvoice(invoice)}
            {...(later && { role: 'mute' as const })}
            word={stateWord(invoice)}
          />
          {since && (
            <time class="quiet" dateTime={since} title={since}>
              {momentOf(new Date(since), new Date(), language.value)}
            </time>
          )}
          {(attempts?.length ?? 0) > 0 && (
            <span class="quiet">{say('tries', { n: attempts!.length + 1 })}</span>
          )}
        </>
      }
      below={invoice.waits?.reason}
      acts={
        <Acts
          invoice={invoice}
          wasCalled={history?.calls.some(({ purpose }) => purpose === 'send')}
          onChanged={onChanged}
        />
      }
    />
  );
}

/** In the head the network has its name. */
function stateWord(invoice: Invoice): string {
  const { state, route } = invoice;
  const named = {
    accepted: 'head.accepted',
    rejected: 'head.rejected',
    delivered: 'head.delivered',
  } as const;
  const name = named[state as keyof typeof named];
  // The platform has no name that fits a sentence.
  return name && route !== 'FR-PA' ? say(name, { route: nameOfRoute(route) }) : wordOfInvoice(invoice);
}

function FactStrip({ invoice }: { readonly invoice: Invoice }) {
  const { legal_id: number, route, state } = invoice;
  const receiver = useReceiver(invoice);
  const deadline = endOfDeadline(invoice);
  const rows = [...useDocumentFacts(invoice)];
  rows.push([
    say('head.deadline'),
    deadline ? (
      <Deadline at={deadline} ending={endingOf(invoice)} />
    ) : (
      <span class="quiet">{say('deadline.none')}</span>
    ),
  ]);
  if (receiver)
    rows.push([
      say(state === 'delivered' ? 'fact.delivered-to' : 'fact.addressed-to'),
      <>
        {route === 'PEPPOL' && 'Peppol '}
        <CodeToCopy text={addressText(receiver)} />
      </>,
    ]);
  if (number)
    rows.push([
      route === 'FR-PA' ? say('fact.number.platform') : say('fact.number', { route: nameOfRoute(route) }),
      <CodeToCopy text={number} />,
    ]);
  // The address of the receiver names its network.
  else if (!receiver || route !== 'PEPPOL') rows.push([say('head.route'), nameOfRoute(route)]);
  return <Facts facts={rows} />;
}

/** What the record says only with the content of the document. */
function useReceiver({ id, state }: Invoice): Invoice['receiver'] {
  const params = { path: { id }, query: { figures: true } };
  const read = (signal: AbortSignal): Promise<Invoice> =>
    dataOf(service().api.GET('/invoices/{id}', { params, signal }));
  return useAnswer(read, [id, state]).data?.receiver;
}

/** UNECE code list EAS: an e-mail address. */
const E_MAIL = 'EM';

const addressText = ({ scheme, id }: NonNullable<Invoice['receiver']>): string =>
  scheme === E_MAIL ? id : `${scheme}:${id}`;

function Course({ invoice, history }: { readonly invoice: Invoice; readonly history: History }) {
  const course = courseOf(invoice, history, Date.now());
  const named = course.steps.find(({ no }) => String(no) === query.value.get('step'));
  const selected = named ?? firstStepToShow(course.steps);
  return (
    <div class="split">
      <Timeline {...course} selected={selected} />
      {selected && <StepDetail invoice={invoice} step={selected} steps={course.steps} />}
    </div>
  );
}
