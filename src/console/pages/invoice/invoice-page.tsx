import { useEffect } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { type LiveEvent, onEvents } from '../../app/live.ts';
import { query } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Copy } from '../../components/copy.tsx';
import { Deadline } from '../../components/deadline.tsx';
import { useDocumentFacts } from '../../components/document-facts.tsx';
import { Link } from '../../components/link.tsx';
import { Problem, Skeleton } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Facts } from '../../components/panel.tsx';
import { nameOfRoute } from '../../components/route.tsx';
import { lookOfAnswer, lookOfState, Pill, wordOfAnswer, wordOfState } from '../../components/states.tsx';
import type { PageProps } from '../../shell/page-row.ts';
import type Words from '../../words/en/invoice.json';
import { Acts } from './acts.tsx';
import { StepDetail } from './step-detail.tsx';
import { firstStepToShow, stepsOf, waitsOf } from './steps.ts';
import { Timeline } from './timeline.tsx';
import { Verdict } from './verdict.tsx';

const say = wordsOf<typeof Words>('invoice');

type Invoice = components['schemas']['Invoice'];

export default function InvoicePage({ parameters: { id = '' } }: PageProps) {
  const invoice = useAnswer(
    (signal) => dataOf(service().api.GET('/invoices/{id}', { params: { path: { id } }, signal })),
    [id],
  );
  const history = useAnswer((signal) => readHistory(id, signal), [id]);
  const { data } = invoice;
  const again = (): void => {
    invoice.askAgain();
    history.askAgain();
  };
  useEffect(
    () =>
      onEvents((events) => {
        if (events.some(({ invoice_ref: reference }) => reference === data?.invoice_ref)) again();
      }),
    [data?.invoice_ref],
  );
  if (invoice.error) return <Failed error={invoice.error} askAgain={again} />;
  if (!data) return <Skeleton rows={10} />;
  return (
    <>
      <Head invoice={data} onChanged={again} />
      <Verdict invoice={data} findings={findingsOf(data, history.data?.events ?? [])} />
      <FactStrip invoice={data} />
      {history.error ? <Problem error={history.error} askAgain={again} /> : null}
      {history.data && <History invoice={data} {...history.data} />}
    </>
  );
}

/** Of a buyer who refuses or disputes, the event has the reason. */
function findingsOf({ errors = [], buyer_status: answer }: Invoice, events: readonly LiveEvent[]) {
  if (errors.length > 0 || (answer !== 'refused' && answer !== 'disputed')) return errors;
  return events.findLast((event) => event.buyer_status === answer && event.errors)?.errors ?? [];
}

const Failed = (props: { readonly error: unknown; readonly askAgain: () => void }) => (
  <>
    <PageHead title={say('page')} name={say('page')} above={<Link to="/invoices">{say('list')}</Link>} />
    <Problem {...props} />
  </>
);

async function readHistory(id: string, signal: AbortSignal) {
  const params = { path: { id } };
  const [events, calls] = await Promise.all([
    dataOf(service().api.GET('/invoices/{id}/events', { params, signal })),
    dataOf(service().api.GET('/invoices/{id}/attempts', { params, signal })),
  ]);
  return { events: events.data, calls: calls.data };
}

function Head({ invoice, onChanged }: { readonly invoice: Invoice; readonly onChanged: () => void }) {
  const {
    invoice_number: number,
    invoice_ref: reference,
    state,
    route,
    buyer_status: answer,
    attempts,
  } = invoice;
  const client = query.value.get('client');
  return (
    <PageHead
      title={number ?? reference}
      name={number ?? reference}
      above={
        <>
          <Link to={client ? `/invoices?client=${client}` : '/invoices'}>{say('list')}</Link> / {reference}
        </>
      }
      beside={
        <>
          <Pill {...lookOfState(state)} word={stateWord(state, route)} />
          {answer && (
            <Pill {...lookOfAnswer(answer)} word={say('buyer.head', { answer: wordOfAnswer(answer) })} />
          )}
          {(attempts?.length ?? 0) > 0 && (
            <span class="quiet">{say('tries', { n: attempts!.length + 1 })}</span>
          )}
        </>
      }
      acts={<Acts invoice={invoice} onChanged={onChanged} />}
    />
  );
}

/** In the head the network has its name. */
function stateWord(state: string, route: string): string {
  const named = {
    accepted: 'head.accepted',
    rejected: 'head.rejected',
    delivered: 'head.delivered',
  } as const;
  const name = named[state as keyof typeof named];
  // The platform has no name that fits a sentence.
  return name && route !== 'FR-PA' ? say(name, { route: nameOfRoute(route) }) : wordOfState(state);
}

function FactStrip({ invoice }: { readonly invoice: Invoice }) {
  const { deadline_at: deadline, state, legal_id: number, route } = invoice;
  const rows = [...useDocumentFacts('invoices', invoice)];
  rows.push([
    say('fact.deadline'),
    deadline ? (
      <Deadline at={deadline} state={state} />
    ) : (
      <span class="quiet">{say('fact.deadline.none')}</span>
    ),
  ]);
  if (number)
    rows.push([
      route === 'FR-PA' ? say('fact.number.platform') : say('fact.number', { route: nameOfRoute(route) }),
      <>
        <code>{number}</code> <Copy text={number} />
      </>,
    ]);
  else rows.push([say('fact.route'), nameOfRoute(route)]);
  return <Facts facts={rows} />;
}

type HistoryProps = Awaited<ReturnType<typeof readHistory>> & { readonly invoice: Invoice };

function History({ invoice, events, calls }: HistoryProps) {
  const steps = stepsOf(events, calls);
  const { route, state, deadline_at: deadline, next_attempt_at: next } = invoice;
  const due = deadline ? Date.parse(deadline) : undefined;
  const shown = due !== undefined && due > (steps[0]?.from ?? 0) ? due : undefined;
  const waits = waitsOf(steps, next ? Date.parse(next) : undefined, Date.now());
  const named = steps.find(({ no }) => String(no) === query.value.get('step'));
  const selected = named ?? firstStepToShow(steps);
  return (
    <div class="split">
      <Timeline
        route={route}
        state={state}
        steps={steps}
        waits={waits}
        deadline={shown}
        selected={selected}
      />
      {selected && <StepDetail invoice={invoice} step={selected} count={steps.length} />}
    </div>
  );
}
