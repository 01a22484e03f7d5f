import { useState } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { useAct } from '../../app/act.ts';
import { confirm } from '../../app/announce.ts';
import { ownKey, service, submits } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Question } from '../../components/dialog.tsx';
import { DownloadAll, downloadFile } from '../../components/document-files.tsx';
import { Link } from '../../components/link.tsx';
import { Problem } from '../../components/notice.tsx';
import { SendStatus } from '../../components/send-status.tsx';
import { ShareLink } from '../../components/share-link.tsx';
import { wordOfState } from '../../components/states.tsx';
import type Words from '../../words/en/invoice.json';

const say = wordsOf<typeof Words>('invoice');

type Invoice = components['schemas']['Invoice'];

/** States in which the route has not got the invoice yet. */
const CAN_CANCEL: ReadonlySet<string> = new Set(['received', 'validated', 'queued']);
/** It can no longer be cancelled; the button says why. After the end there is no button. */
const HOLDS: ReadonlySet<string> = new Set(['submitting', 'submitted', 'accepted', 'delivered']);

function reasonAgainstCancel(state: string): string {
  return state === 'submitting'
    ? say('cancel.off.submitting')
    : say('cancel.off', { state: wordOfState(state) });
}

interface Props {
  readonly invoice: Invoice;
  /** The service called the network for it; undefined while that is not known. */
  readonly wasCalled: boolean | undefined;
  readonly onChanged: () => void;
}

export function Acts({ invoice, wasCalled, onChanged }: Props) {
  const { busy, error, run } = useAct();
  const key = ownKey.value;
  const { id, state } = invoice;
  const prove = (): Promise<void> => run('proof', () => downloadFile({ of: 'invoices', invoice }, 'proof'));
  const reason = CAN_CANCEL.has(state) ? undefined : reasonAgainstCancel(state);
  return (
    <>
      {key?.kind === 'operator' && state === 'dead_letter' && (
        <Withdraw
          act="release"
          invoice={invoice}
          reason={wasCalled === false ? undefined : say('release.off')}
          onDone={onChanged}
        />
      )}
      <SendStatus
        of="invoices"
        id={id}
        version={`${state} ${invoice.buyer_status ?? ''}`}
        onSent={onChanged}
      />
      <ShareLink of="invoices" id={id} />
      <Link class="button plain" to={`/invoices/${id}/document`}>
        {say('document')}
      </Link>
      <Button icon="download" isBusy={busy === 'proof'} onClick={() => void prove()}>
        {say('proof')}
      </Button>
      <DownloadAll of="invoices" invoice={invoice} />
      {key && submits(key) && (CAN_CANCEL.has(state) || HOLDS.has(state)) && (
        <Withdraw act="cancel" invoice={invoice} reason={reason} onDone={onChanged} />
      )}
      {error ? <Problem error={error} /> : null}
    </>
  );
}

interface WithdrawProps {
  /** A dead letter holds its document. The operator gives it free, unless the network may have it. */
  readonly act: 'cancel' | 'release';
  readonly invoice: Invoice;
  /** Why it cannot be. */
  readonly reason: string | undefined;
  readonly onDone: () => void;
}

function Withdraw({ act, invoice: { id, invoice_ref: reference }, reason, onDone }: WithdrawProps) {
  const [isOpen, setAsked] = useState(false);
  const { busy, error, run } = useAct();
  const withdraw = (): Promise<void> =>
    run(act, async () => {
      setAsked(false);
      const header = { 'Idempotency-Key': crypto.randomUUID() };
      await service().api.POST('/invoices/{id}/cancel', { params: { path: { id }, header } });
      confirm(say(act === 'cancel' ? 'cancelled' : 'released'));
      onDone();
    });
  return (
    <>
      <Button kind="danger" reason={reason} isBusy={busy === act} onClick={() => setAsked(true)}>
        {say(act)}
      </Button>
      {error ? <Problem error={error} /> : null}
      {isOpen && (
        <Question
          title={say(`${act}.ask`, { reference })}
          act={say(act)}
          onAct={() => void withdraw()}
          onClose={() => setAsked(false)}
        >
          <p>{say(`${act}.help`)}</p>
        </Question>
      )}
    </>
  );
}
