import { useState } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { titleOf } from '../../app/figures.ts';
import { isOfRoute } from '../../app/findings.ts';
import { nameOfInvoice } from '../../app/invoice-name.ts';
import { navigate } from '../../app/router.ts';
import { isCancelledInBooks } from '../../app/routes.ts';
import { isOperator, ownKey, service, submits } from '../../app/session.ts';
import { momentOf } from '../../app/format.ts';
import { useSummaries } from '../../app/summaries.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Question } from '../../components/dialog.tsx';
import { CareNote, Handled, useCare, useOpenCare } from '../../components/handled.tsx';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { Note } from '../../components/notice.tsx';
import {
  isToFetch,
  lookOfInvoice,
  lookOfState,
  type Role,
  State,
  wordOfInvoice,
  wordOfState,
} from '../../components/states.tsx';
import { VerdictStrip } from '../../components/verdict-strip.tsx';
import type Words from '../../words/en/invoice.json';
import { canCredit, findNext, isUnsettled, type Next, takesNext } from '../repair/next.ts';
import { RowNote } from '../to-correct/note.tsx';

const say = wordsOf<typeof Words>('invoice');

type Invoice = components['schemas']['Invoice'];
type Finding = components['schemas']['Finding'];

interface Props {
  readonly invoice: Invoice;
  /** The buyer's, if the invoice itself has none. */
  readonly findings: readonly Finding[];
}

/** What is wrong, and what the reader can do. */
export function Verdict({ invoice, findings }: Props) {
  const { sent_again_as: later } = invoice;
  if (later) return <Replaced invoice={invoice} later={later} />;
  if (findings.length === 0) return null;
  const isBuyers = invoice.buyer_status === 'refused' && !invoice.errors?.length;
  return isBuyers ? (
    <Refused invoice={invoice} findings={findings} />
  ) : (
    <Wrong invoice={invoice} findings={findings} />
  );
}

/** By the buyer, who has it: the sender settles that with them, and says here that it is done. */
function Refused({ invoice, findings }: Props) {
  const care = useCare(invoice, 'all', invoice.updated_at);
  const { data: rows = [], askAgain } = care;
  const settledAt = rows.find(({ handled_at: at }) => at)?.handled_at;
  const sent = useSent(invoice, isCancelledInBooks(invoice.route) ? ['invoice'] : NEXTS);
  const summary = useSummaries([invoice]).of(invoice.id);
  const mayStart = sent && takesNext(invoice) && maySend();
  const canStart = mayStart && !sent.invoice;
  const canTakeBack =
    mayStart && !sent['credit-note'] && summary !== undefined && canCredit(invoice, summary.type_code);
  return (
    <VerdictStrip
      findings={findings}
      route={invoice.route}
      note={
        <>
          {NEXTS.map((next) => sent?.[next] && <Sent key={next} next={next} invoice={sent[next]} />)}
          {isCancelledInBooks(invoice.route) && <p class="meta">{say('next.books')}</p>}
          {settledAt !== undefined && (
            <p class="icon-word ok">
              <Icon name="check" />
              {say('settled', { at: momentOf(new Date(settledAt), new Date(), language.value) })}
            </p>
          )}
          {rows.length > 0 && (
            <p class="care-note">
              <RowNote rows={rows} nameOf={() => nameOfInvoice(invoice)} onNoted={askAgain} />
            </p>
          )}
        </>
      }
      acts={
        <>
          {canStart && <Start invoice={invoice} next="invoice" />}
          {canTakeBack && <Start invoice={invoice} next="credit-note" />}
          <Handled record={invoice} care={care} name={say('settle')} isMain={!canStart} />
        </>
      }
    />
  );
}

const NEXTS = ['invoice', 'credit-note'] as const satisfies readonly Next[];

type InvoiceRow = components['schemas']['InvoiceRow'];

/** What was sent after it, by its kind; undefined before the service has answered. */
function useSent(
  invoice: Invoice,
  nexts: readonly Next[],
): Readonly<Partial<Record<Next, InvoiceRow>>> | undefined {
  const { data } = useAnswer(
    async (signal) => {
      const sent = await Promise.all(
        nexts.map(async (next) => [next, await findNext(invoice, next, signal)]),
      );
      return Object.fromEntries(sent);
    },
    [invoice.id, invoice.updated_at],
  );
  return data;
}

interface NextProps {
  readonly invoice: InvoiceRow;
  readonly next: Next;
}

/** The editor begins with the number, which the reader gives. */
const Start = ({ invoice: { id }, next }: NextProps) => (
  <Link
    class={`button ${next === 'invoice' ? 'primary' : 'plain'}`}
    to={`/invoices/${id}/next/${next}?at=number`}
  >
    {say(`next.${next}`)}
  </Link>
);

/** What went out after the refused one. */
const Sent = ({ invoice, next }: NextProps) => (
  <p>
    <Link to={`/invoices/${invoice.id}`}>{say(`next.${next}.sent`, { number: nameOfInvoice(invoice) })}</Link>{' '}
    <State {...invoice} />
  </p>
);

function Wrong({ invoice, findings }: Props) {
  const { route, correction } = invoice;
  const care = useOpenCare(invoice);
  const isToSendAgain = isUnsettled(invoice);
  const sent = useSent(invoice, isToSendAgain ? ['invoice'] : []);
  return (
    <VerdictStrip
      findings={findings}
      route={route}
      note={
        <>
          {correction?.reason === 'may_be_delivered' && <p class="meta">{say('correct.may_be_delivered')}</p>}
          {sent?.invoice && <Sent next="invoice" invoice={sent.invoice} />}
          <CareNote care={care} />
        </>
      }
      acts={
        <>
          <Correct invoice={invoice} />
          {isToSendAgain && sent && !sent.invoice && maySend() && <UnderOtherNumber invoice={invoice} />}
          <Handled record={invoice} care={care} />
        </>
      }
    />
  );
}

/** The reader says first that the network does not have it: a second one would reach the buyer twice. */
function UnderOtherNumber({ invoice }: { readonly invoice: Invoice }) {
  const [isAsked, ask] = useState(false);
  return (
    <>
      <Button onClick={() => ask(true)}>{say('other-number')}</Button>
      {isAsked && (
        <Question
          title={say('other-number.ask')}
          act={say('other-number.act')}
          onAct={() => navigate(`/invoices/${invoice.id}/next/invoice?at=number`)}
          onClose={() => ask(false)}
        >
          <p>{say('other-number.help')}</p>
        </Question>
      )}
    </>
  );
}

interface ReplacedProps {
  readonly invoice: Invoice;
  readonly later: components['schemas']['Attempt'];
}

/** Another invoice stands in its place: what is left to do is said of that one. */
function Replaced({ invoice: { id, invoice_ref: reference, client }, later }: ReplacedProps) {
  const care = useOpenCare({ id, client });
  const number = nameOfInvoice({ ...later, invoice_ref: reference });
  const isBad = lookOfState(later.state).role === 'bad';
  const newest = useAnswer<Invoice | undefined>(
    async (signal) =>
      isBad || later.state === 'ready'
        ? dataOf(service().api.GET('/invoices/{id}', { params: { path: { id: later.id } }, signal }))
        : undefined,
    [later.id, later.state],
  ).data;
  const { icon, role } = lookOfInvoice(newest ?? later);
  const state = newest ? wordOfInvoice(newest) : wordOfState(later.state);
  const [wrong] = newest?.errors ?? [];
  const then = thenOf(role, newest);
  return (
    <Note role={role} icon={icon} title={say('replaced', { number, state })}>
      {wrong && <p>{titleOf(wrong)}</p>}
      <p>{say(`replaced.${then}`, { number })}</p>
      <CareNote care={care} />
      <div class="acts">
        {isBad && newest && <Correct invoice={newest} name={say('replaced.correct.act', { number })} />}
        <Link
          class={`button ${then === 'bad' || then === 'fetch' ? 'primary' : 'plain'}`}
          to={`/invoices/${later.id}`}
        >
          {say('replaced.open', { number })}
        </Link>
        <Link class="button plain" to={`/invoices/${id}/correct`}>
          {say('compare')}
        </Link>
      </div>
    </Note>
  );
}

/** What is left to do, by what became of the newest one. */
function thenOf(role: Role, newest: Invoice | undefined) {
  if (role === 'bad') return newest && canCorrect(newest) ? 'correct' : role;
  if (newest && isToFetch(newest)) return 'fetch';
  return role === 'busy' ? role : 'done';
}

function canCorrect({ correction }: Invoice): boolean {
  return correction?.allowed === true && maySend();
}

/** The operator hands nothing in for a client. */
function maySend(): boolean {
  const key = ownKey.value;
  return key !== undefined && submits(key) && !isOperator(key);
}

/** @param name of the button, if another invoice than the page's is corrected. */
function Correct({ invoice, name }: { readonly invoice: Invoice; readonly name?: string }) {
  if (!canCorrect(invoice)) return null;
  const { id, correction, errors = [] } = invoice;
  const at = correction?.number === 'new' ? 'number' : errors.some(isOfRoute) ? 'route' : undefined;
  // Where another one acts, the sender may correct it, but it is not what helps.
  const isMain = errors.some(({ sender_can_fix: canFix }) => canFix !== false);
  return (
    <Link
      class={`button ${isMain ? 'primary' : 'plain'}`}
      to={`/invoices/${id}/correct${at === undefined ? '' : `?at=${at}`}`}
    >
      {name ?? say(at === undefined ? 'correct' : `correct.new-${at}`)}
    </Link>
  );
}
