import type { components } from '../../../client/client.ts';
import { useAct } from '../../app/act.ts';
import { confirm } from '../../app/announce.ts';
import { useAnswer } from '../../app/answer.ts';
import { BUYER_ASKS } from '../../app/care.ts';
import { momentOf } from '../../app/format.ts';
import { nameOfInvoice } from '../../app/invoice-name.ts';
import { ownKey, service, submits } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Note, Problem } from '../../components/notice.tsx';
import { ASKS, lookOfAnswer } from '../../components/states.tsx';
import type Words from '../../words/en/invoice.json';
import { RowNote } from '../to-correct/note.tsx';

const say = wordsOf<typeof Words>('invoice');

type Invoice = components['schemas']['Invoice'];
type CareRow = components['schemas']['CareRow'];

/** The buyer waits: why, what the sender does next, and that it is done. */
export function Asked({ invoice }: { readonly invoice: Invoice }) {
  const { id, buyer_status: answer, updated_at: at } = invoice;
  const asks = ASKS.find((each) => each === answer);
  const row = useAnswer(async () => (asks ? readRow(invoice) : undefined), [id, asks, at]);
  if (!asks) return null;
  const { data: care, error, askAgain } = row;
  const handledAt = care?.handled_at;
  const done = handledAt !== undefined && momentOf(new Date(handledAt), new Date(), language.value);
  return (
    <Note
      {...(done ? ({ icon: 'check', role: 'ok' } as const) : lookOfAnswer(asks))}
      title={done ? say('asks.answered', { at: done }) : say(`asks.${asks}`)}
    >
      {care?.reason && <p>{care.reason}</p>}
      {!done && <p>{say(`asks.${asks}.do`)}</p>}
      {care && <Acts care={care} name={nameOfInvoice(invoice)} onChanged={askAgain} />}
      {error ? <Problem error={error} askAgain={askAgain} /> : null}
    </Note>
  );
}

interface Props {
  readonly care: CareRow;
  /** Of the invoice. */
  readonly name: string;
  readonly onChanged: () => void;
}

function Acts({ care, name, onChanged }: Props) {
  const { invoice_id: id, handled: isHandled } = care;
  const { busy, error, run } = useAct();
  const key = ownKey.value;
  const press = (): Promise<void> =>
    run('press', async () => {
      const call = { params: { path: { id } }, body: { catalogue_code: BUYER_ASKS } };
      if (isHandled) {
        const { data } = await service().api.POST('/care/{id}/reopened', call);
        confirm(say(data?.reopened ? 'asks.reopened' : 'asks.not-reopened'));
      } else {
        await service().api.POST('/care/{id}/handled', call);
        confirm(say('handled'));
      }
      onChanged();
    });
  return (
    <>
      <p class="care-note">
        <RowNote rows={[care]} nameOf={() => name} onNoted={onChanged} />
      </p>
      {key && submits(key) && (
        <div class="acts">
          <Button
            kind={isHandled ? 'plain' : 'primary'}
            isBusy={busy === 'press'}
            onClick={() => void press()}
          >
            {say(isHandled ? 'asks.reopen' : 'asks.answer')}
          </Button>
        </div>
      )}
      {error ? <Problem error={error} /> : null}
    </>
  );
}

/** Undefined for a question that came before the service had a row for it. */
async function readRow({ id, client }: Invoice): Promise<CareRow | undefined> {
  const query = { status: 'all', invoice_id: id, catalogue_code: BUYER_ASKS, client } as const;
  const { data } = await service().api.GET('/care', { params: { query } });
  return data?.data[0];
}
