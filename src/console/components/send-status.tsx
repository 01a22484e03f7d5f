import { useEffect, useState } from 'preact/hooks';
import type { components } from '../../client/client.ts';
import { confirm } from '../app/announce.ts';
import { dataOf, useAnswer } from '../app/answer.ts';
import { ownKey, service, submits } from '../app/session.ts';
import { capitalised } from '../app/format.ts';
import { language, wordFor, wordsOf } from '../app/words.ts';
import type Words from '../words/en/send-status.json';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Area, Select } from './inputs.tsx';
import { Note } from './notice.tsx';
import { wordOfAnswer } from './states.tsx';
import { ActForm } from './form.tsx';

const say = wordsOf<typeof Words>('send-status');

type Option = components['schemas']['StatusOption'];
type Wish = components['schemas']['StatusRequest'];

interface Props {
  readonly of: 'invoices' | 'received';
  readonly id: string;
  /** Changes when the invoice does: what may follow is asked again. */
  readonly version: string;
  /** An answer before it did not reach the seller. */
  readonly isAgain?: boolean;
  /** The seller waits for the first. */
  readonly isAwaited?: boolean;
  /** Told why, if none can be sent at all. */
  readonly onNone?: (reason: string) => void;
  readonly onSent: () => void;
}

/** A status for the other party. Absent if the key or the invoice takes none. */
export function SendStatus({ of, id, version, isAgain = false, isAwaited = false, onNone, onSent }: Props) {
  const key = ownKey.value;
  const may = key !== undefined && submits(key);
  const [isOpen, setOpen] = useState(false);
  const options = useAnswer(
    (signal) => (may ? readOptions(of, id, signal) : Promise.resolve(NO_OPTIONS)),
    [of, id, version],
  );
  const { data: offered = [], reason } = options.data ?? NO_OPTIONS;
  useEffect(() => {
    if (reason !== undefined) onNone?.(reason);
  }, [reason]);
  if (!may || offered.length === 0) return null;
  const close = (): void => setOpen(false);
  return (
    <>
      <Button kind={isAgain || isAwaited ? 'primary' : 'plain'} onClick={() => setOpen(true)}>
        {say(isAgain ? 'act.again' : of === 'received' ? 'act.seller' : 'act')}
      </Button>
      {isOpen && (
        <Dialog title={say(of === 'received' ? 'title.seller' : 'title.buyer')} onClose={close}>
          <StatusForm
            of={of}
            options={offered}
            send={(wish) => post(of, id, wish)}
            onSent={() => {
              close();
              confirm(say(of === 'received' ? 'answer.sent' : 'sent'));
              options.askAgain();
              onSent();
            }}
          />
        </Dialog>
      )}
    </>
  );
}

type Options = components['schemas']['StatusOptionList'];
const NO_OPTIONS: Options = { data: [] };

async function readOptions(of: Props['of'], id: string, signal: AbortSignal): Promise<Options> {
  const call = { params: { path: { id } }, signal };
  const { api } = service();
  const answer =
    of === 'invoices' ? api.GET('/invoices/{id}/statuses', call) : api.GET('/received/{id}/statuses', call);
  return dataOf(answer);
}

async function post(of: Props['of'], id: string, body: Wish): Promise<void> {
  const header = { 'Idempotency-Key': crypto.randomUUID() };
  const call = { params: { path: { id }, header }, body };
  const { api } = service();
  await (of === 'invoices'
    ? api.POST('/invoices/{id}/statuses', call)
    : api.POST('/received/{id}/statuses', call));
}

interface StatusFormProps {
  readonly of: Props['of'];
  readonly options: readonly Option[];
  readonly send: (wish: Wish) => Promise<void>;
  readonly onSent: () => void;
}

/** Before the reader has chosen. */
const NOT_CHOSEN: Option = {
  status: '',
  code: '',
  reasons: [],
  note: 'none',
  takes_amounts: false,
  needs_reason: false,
};

function StatusForm({ of, options, send, onSent }: StatusFormProps) {
  const [status, setStatus] = useState('');
  const [reason, setReason] = useState('');
  const [wish, setWish] = useState('');
  const [note, setNote] = useState('');
  const [amount, setAmount] = useState('');
  const [rate, setRate] = useState('');
  const option = options.find((each) => each.status === status) ?? NOT_CHOSEN;
  const isAnswer = of === 'received';
  const then = isAnswer ? wordFor('send-status', `then.${status}`) : undefined;
  const reasons = option.reasons.filter((each) => !each.wish);
  const wishes = option.reasons.filter((each) => each.wish);
  const chosen = reasons.find(({ code }) => code === reason);
  const takesNote =
    ['free', 'required'].includes(option.note) || (option.note === 'with_reason' && chosen !== undefined);
  const missing =
    status === ''
      ? say('missing.status')
      : missingIn(option, { isAnswer, reason: chosen, note, amount, rate });
  const submit = async (): Promise<void> => {
    await send({
      status: option.status as Wish['status'],
      ...(chosen && { reason_code: chosen.code }),
      ...(wish && { wish_code: wish }),
      ...(takesNote && note.trim() && { note: note.trim() }),
      ...(option.takes_amounts && { amounts: [{ amount: amount.trim(), vat_rate: rate.trim() }] }),
    });
    onSent();
  };
  return (
    <ActForm act={say('send')} reason={missing} onAct={submit}>
      <Select
        label={say(isAnswer ? 'answer' : 'status')}
        value={option.status}
        options={[
          ['', say(isAnswer ? 'answer.choose' : 'status.choose')] as const,
          ...(isAnswer ? inOrderOfUse(options) : options).map(
            ({ status }) => [status, isAnswer ? wordOfAct(status) : wordOfAnswer(status)] as const,
          ),
        ]}
        onChange={(next) => {
          setStatus(next);
          setReason('');
          setWish('');
        }}
      />
      {then && (
        <Note role="accent" title={say('then')}>
          <p>{then}</p>
        </Note>
      )}
      {reasons.length > 0 && (
        <Select
          label={say('head.reason')}
          value={reason}
          options={[['', say(option.needs_reason ? 'reason.choose' : 'reason.none')], ...named(reasons)]}
          onChange={setReason}
        />
      )}
      {wishes.length > 0 && (
        <Select
          label={say('wishes')}
          value={wish}
          options={[['', say('wish.none')], ...named(wishes)]}
          onChange={setWish}
        />
      )}
      {takesNote && (
        <Area label={say('note')} value={note} rows={3} onInput={setNote} hint={say('note.hint')} isProse />
      )}
      {option.takes_amounts && (
        <div class="pair">
          <Field label={say('amount')} value={amount} onInput={setAmount} hint={say('amount.hint')} />
          <Field label={say('rate')} value={rate} onInput={setRate} />
        </div>
      )}
      <p class="meta">{say(isAnswer ? 'answer.once' : 'once')}</p>
    </ActForm>
  );
}

/** The decision first, then what leads to it and what follows it. */
const ORDER_OF_USE: readonly string[] = [
  ...['accepted', 'refused', 'partially_accepted', 'conditionally_accepted', 'disputed', 'under_query'],
  ...['suspended', 'received', 'in_process', 'payment_sent', 'paid', 'completed', 'message'],
];

const inOrderOfUse = (options: readonly Option[]): readonly Option[] =>
  options.toSorted((one, other) => ORDER_OF_USE.indexOf(one.status) - ORDER_OF_USE.indexOf(other.status));

const named = (reasons: Option['reasons']) => reasons.map((each) => [each.code, reasonWords(each)] as const);

/** What the reader does, not what the buyer did. */
const wordOfAct = (status: string): string =>
  wordFor('send-status', `answer.${status}`) ?? wordOfAnswer(status);

interface Typed {
  readonly isAnswer: boolean;
  readonly reason: Option['reasons'][number] | undefined;
  readonly note: string;
  readonly amount: string;
  readonly rate: string;
}

/** What the button waits for. */
function missingIn(option: Option, { isAnswer, reason, note, amount, rate }: Typed): string | undefined {
  if (option.needs_reason && !reason && !(option.note === 'free' && note.trim()))
    return say(isAnswer ? 'answer.missing.reason' : 'missing.reason');
  if ((reason?.needs_note || option.note === 'required') && !note.trim()) return say('missing.note');
  return option.takes_amounts && !(amount.trim() && rate.trim()) ? say('missing.amount') : undefined;
}

/** A code that has words is not named beside them. */
export const reasonWords = ({ code, title }: Pick<Option['reasons'][number], 'code' | 'title'>): string =>
  title ? capitalised(title, language.value) : code;
