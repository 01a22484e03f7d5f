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
import { Area, type Options, Select } from './inputs.tsx';
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

type Offered = components['schemas']['StatusOptionList'];
const NO_OPTIONS: Offered = { data: [] };

async function readOptions(of: Props['of'], id: string, signal: AbortSignal): Promise<Offered> {
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

const NOTHING_TYPED = { status: '', reason: '', wish: '', note: '', amount: '', rate: '' };
type Typed = typeof NOTHING_TYPED;

function StatusForm({ of, options, send, onSent }: StatusFormProps) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const put = (name: keyof Typed) => (value: string) => setTyped((before) => ({ ...before, [name]: value }));
  const option = options.find(({ status }) => status === typed.status) ?? NOT_CHOSEN;
  const isAnswer = of === 'received';
  const then = isAnswer ? wordFor('send-status', `then.${typed.status}`) : undefined;
  const submit = async (): Promise<void> => {
    await send(wishOf(option, typed));
    onSent();
  };
  return (
    <ActForm act={say('send')} reason={missingIn(option, typed, isAnswer)} onAct={submit}>
      <Select
        label={say(isAnswer ? 'answer' : 'status')}
        value={option.status}
        options={isAnswer ? answersOf(options) : statusesOf(options)}
        onChange={(status) => setTyped((before) => ({ ...before, status, reason: '', wish: '' }))}
      />
      {then && <Note role="accent" title={say('then')} children={<p>{then}</p>} />}
      <Reasons
        label={say('head.reason')}
        none={say(option.needs_reason ? 'reason.choose' : 'reason.none')}
        reasons={option.reasons.filter(({ wish }) => !wish)}
        value={typed.reason}
        onChange={put('reason')}
      />
      <Reasons
        label={say('wishes')}
        none={say('wish.none')}
        reasons={option.reasons.filter(({ wish }) => wish)}
        value={typed.wish}
        onChange={put('wish')}
      />
      {takesNote(option, typed) && (
        <Area
          label={say('note')}
          value={typed.note}
          rows={3}
          onInput={put('note')}
          hint={say('note.hint')}
          isProse
        />
      )}
      {option.takes_amounts && (
        <div class="pair">
          <Field
            label={say('amount')}
            value={typed.amount}
            onInput={put('amount')}
            hint={say('amount.hint')}
          />
          <Field label={say('rate')} value={typed.rate} onInput={put('rate')} />
        </div>
      )}
      <p class="meta">{say(isAnswer ? 'answer.once' : 'once')}</p>
    </ActForm>
  );
}

type Reason = Option['reasons'][number];

interface ReasonsProps {
  readonly label: string;
  /** Before one is chosen. */
  readonly none: string;
  readonly reasons: readonly Reason[];
  readonly value: string;
  readonly onChange: (code: string) => void;
}

const Reasons = ({ none, reasons, ...select }: ReasonsProps) =>
  reasons.length > 0 && (
    <Select
      {...select}
      options={[['', none], ...reasons.map((each) => [each.code, reasonWords(each)] as const)]}
    />
  );

const reasonIn = ({ reasons }: Option, { reason }: Typed): Reason | undefined =>
  reasons.find(({ code, wish }) => code === reason && !wish);

const takesNote = (option: Option, typed: Typed): boolean =>
  ['free', 'required'].includes(option.note) ||
  (option.note === 'with_reason' && reasonIn(option, typed) !== undefined);

function wishOf(option: Option, typed: Typed): Wish {
  const { wish, note, amount, rate } = typed;
  const reason = reasonIn(option, typed);
  return {
    status: option.status as Wish['status'],
    ...(reason && { reason_code: reason.code }),
    ...(wish && { wish_code: wish }),
    ...(takesNote(option, typed) && note.trim() && { note: note.trim() }),
    ...(option.takes_amounts && { amounts: [{ amount: amount.trim(), vat_rate: rate.trim() }] }),
  };
}

/** The decision first, then what leads to it and what follows it. */
const ORDER_OF_USE: readonly string[] = [
  ...['accepted', 'refused', 'partially_accepted', 'conditionally_accepted', 'disputed', 'under_query'],
  ...['suspended', 'received', 'in_process', 'payment_sent', 'paid', 'completed', 'message'],
];

const statusesOf = (options: readonly Option[]): Options => [
  ['', say('status.choose')],
  ...options.map(({ status }) => [status, wordOfAnswer(status)] as const),
];

/** What the reader does, not what the buyer did. */
const answersOf = (options: readonly Option[]): Options => [
  ['', say('answer.choose')],
  ...options
    .toSorted((one, other) => ORDER_OF_USE.indexOf(one.status) - ORDER_OF_USE.indexOf(other.status))
    .map(
      ({ status }) => [status, wordFor('send-status', `answer.${status}`) ?? wordOfAnswer(status)] as const,
    ),
];

/** What the button waits for. */
function missingIn(option: Option, typed: Typed, isAnswer: boolean): string | undefined {
  const { status, note, amount, rate } = typed;
  const reason = reasonIn(option, typed);
  if (status === '') return say('missing.status');
  if (option.needs_reason && !reason && !(option.note === 'free' && note.trim()))
    return say(isAnswer ? 'answer.missing.reason' : 'missing.reason');
  if ((reason?.needs_note || option.note === 'required') && !note.trim()) return say('missing.note');
  return option.takes_amounts && !(amount.trim() && rate.trim()) ? say('missing.amount') : undefined;
}

/** A code that has words is not named beside them. */
export const reasonWords = ({ code, title }: Pick<Reason, 'code' | 'title'>): string =>
  title ? capitalised(title, language.value) : code;
