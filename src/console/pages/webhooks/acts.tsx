import { useState } from 'preact/hooks';
import { confirm } from '../../app/announce.ts';
import { useAct } from '../../app/act.ts';
import { dataOf } from '../../app/answer.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Question } from '../../components/dialog.tsx';
import { Note, Problem } from '../../components/notice.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import type { components } from '../../../client/client.ts';
import type Words from '../../words/en/webhooks.json';
import type { Webhook } from './calls.ts';
import { ReplayPeriod } from './replay-period.tsx';
import { Settings } from './settings.tsx';

const say = wordsOf<typeof Words>('webhooks');

interface Props {
  readonly webhook: Webhook | null;
  readonly onChanged: () => void;
}

type Open = 'settings' | 'rotate' | 'replay';

/** What a key with the scope admin does to its own webhook. */
export function useWebhookActs({ webhook, onChanged }: Props) {
  const [open, setOpen] = useState<Open>();
  const [secret, setSecret] = useState<string>();
  const [tested, setTested] = useState<components['schemas']['WebhookTest']>();
  const { busy, error, run } = useAct();
  const close = (): void => setOpen(undefined);
  const keep = (saved: Webhook): void => {
    close();
    setSecret(saved.secret);
    onChanged();
  };
  const test = (): Promise<void> =>
    run('test', async () => {
      setTested(undefined);
      setTested(await dataOf(service().api.POST('/webhook/test')));
    });
  const rotate = (): Promise<void> =>
    run('rotate', async () => {
      close();
      keep(await dataOf(service().api.PUT('/webhook', { body: { rotate_secret: true } })));
      confirm(say('rotated'));
    });
  const buttons = webhook ? (
    <>
      <Button isBusy={busy === 'test'} onClick={() => void test()}>
        {say('test')}
      </Button>
      <Button onClick={() => setOpen('replay')}>{say('replay')}</Button>
    </>
  ) : (
    <Button kind="primary" onClick={() => setOpen('settings')}>
      {say('set')}
    </Button>
  );
  const results = (
    <>
      {error ? <Problem error={error} /> : null}
      <div role="status">{tested && <TestResult answer={tested} />}</div>
      {open === 'settings' && <Settings webhook={webhook} onClose={close} onSaved={keep} />}
      {open === 'replay' && <ReplayPeriod onClose={close} onChanged={onChanged} />}
      {open === 'rotate' && (
        <Question title={say('rotate.ask')} act={say('rotate')} onAct={() => void rotate()} onClose={close}>
          <p>{say('rotate.help')}</p>
        </Question>
      )}
      {secret && (
        <ShownOnce
          title={say('secret')}
          name={say('secret')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
  return { buttons, results, open: setOpen };
}

function TestResult({
  answer: { delivered, http_status: status, error },
}: {
  readonly answer: components['schemas']['WebhookTest'];
}) {
  const answer = status ? say('test.answer', { status: String(status) }) : (error ?? '');
  return (
    <div class="test-result">
      <Note
        role={delivered ? 'ok' : 'bad'}
        icon={delivered ? 'checkRing' : 'octagon'}
        title={delivered ? say('test.right') : say('test.wrong')}
      >
        <p>{answer}</p>
      </Note>
    </div>
  );
}
