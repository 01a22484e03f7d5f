import { useState } from 'preact/hooks';
import type { components } from '../../client/client.ts';
import { useAct } from '../app/act.ts';
import { confirm } from '../app/announce.ts';
import { dataOf } from '../app/answer.ts';
import { wholeTimeOf } from '../app/format.ts';
import { ownKey, service, shares } from '../app/session.ts';
import { language, wordsOf } from '../app/words.ts';
import type Words from '../words/en/share-link.json';
import { Button } from './button.tsx';
import { Copy } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import { Area, Select } from './inputs.tsx';
import { Problem } from './notice.tsx';

const say = wordsOf<typeof Words>('share-link');

type Share = components['schemas']['Share'];

const DAYS = ['1', '2', '7'] as const;

interface Props {
  readonly of: 'invoices' | 'refusals' | 'received';
  readonly id: string;
  /** The main act of its page. */
  readonly isMain?: boolean;
}

/** A link to report and page of one document, for the colleague who has to correct it and has no key. */
export function ShareLink({ of, id, isMain = false }: Props) {
  const key = ownKey.value;
  const [isOpen, setOpen] = useState(false);
  const [share, setShare] = useState<Share>();
  if (!key || !shares(key)) return null;
  const close = (): void => {
    setOpen(false);
    setShare(undefined);
  };
  return (
    <>
      <Button icon="link" kind={isMain ? 'primary' : 'plain'} onClick={() => setOpen(true)}>
        {say('act')}
      </Button>
      {isOpen && (
        // The link is shown once: when it is made, only a button closes the dialog.
        <Dialog title={say('title')} {...(!share && { onClose: close })}>
          {share ? <Made share={share} onClose={close} /> : <Make of={of} id={id} onMade={setShare} />}
        </Dialog>
      )}
    </>
  );
}

function Make({ of, id, onMade }: Props & { readonly onMade: (share: Share) => void }) {
  const [days, setDays] = useState<string>('7');
  const [note, setNote] = useState('');
  const { busy, error, run } = useAct();
  const make = (): Promise<void> =>
    run('make', async () => onMade(await post(of, id, { days: Number(days), note: note.trim() })));
  return (
    <div class="form">
      <p>{say('help')}</p>
      <Select
        label={say('works-for')}
        value={days}
        options={DAYS.map((each) => [each, say('days', { n: Number(each) })])}
        onChange={setDays}
      />
      <Area label={say('note')} value={note} rows={3} onInput={setNote} hint={say('note.hint')} isProse />
      {error ? <Problem error={error} /> : null}
      <div class="acts">
        <Button kind="primary" isBusy={busy === 'make'} onClick={() => void make()}>
          {say('make')}
        </Button>
      </div>
    </div>
  );
}

interface Wish {
  readonly days: number;
  readonly note: string;
}

function post(of: Props['of'], id: string, { days, note }: Wish): Promise<Share> {
  const call = { params: { path: { id } }, body: { days, ...(note && { note }) } };
  const { api } = service();
  const posts = {
    invoices: () => api.POST('/invoices/{id}/share', call),
    refusals: () => api.POST('/refusals/{id}/share', call),
    received: () => api.POST('/received/{id}/share', call),
  };
  return dataOf(posts[of]());
}

function Made({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const { id, url = '', expires_at: end } = share;
  const { busy, error, run } = useAct();
  const revoke = (): Promise<void> =>
    run('revoke', async () => {
      await service().api.POST('/shares/{id}/revoke', { params: { path: { id } } });
      confirm(say('revoked'));
      onClose();
    });
  return (
    <>
      <p>{say('made', { at: wholeTimeOf(new Date(end), language.value) })}</p>
      <p class="secret">
        <code>{url}</code> <Copy text={url} name={say('link')} />
      </p>
      {error ? <Problem error={error} /> : null}
      <div class="acts">
        <Button kind="primary" onClick={onClose}>
          {say('have-it')}
        </Button>
        <Button kind="danger" isBusy={busy === 'revoke'} onClick={() => void revoke()}>
          {say('revoke')}
        </Button>
      </div>
    </>
  );
}
