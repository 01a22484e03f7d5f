import { useAct } from '../app/act.ts';
import { confirm } from '../app/announce.ts';
import { useAnswer } from '../app/answer.ts';
import { ownKey, service, submits } from '../app/session.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/invoice.json';
import { Button } from './button.tsx';
import { Problem } from './notice.tsx';

const say = wordsOf<typeof Words>('invoice');

interface Record {
  readonly id: string;
  readonly client?: string;
}

/** Only while its care rows are open, and only for a key that may. */
export function Handled({ record: { id, client } }: { readonly record: Record }) {
  const key = ownKey.value;
  const { busy, error, run } = useAct();
  const open = useAnswer(() => isOpen(id, client), [id]);
  if (!key || !submits(key) || !open.data) return null;
  const handle = (): Promise<void> =>
    run('handle', async () => {
      await service().api.POST('/care/{id}/handled', { params: { path: { id } } });
      confirm(say('handled'));
      open.askAgain();
    });
  return (
    <>
      <Button isBusy={busy === 'handle'} onClick={() => void handle()}>
        {say('handle')}
      </Button>
      {error ? <Problem error={error} /> : null}
    </>
  );
}

async function isOpen(id: string, client: string | undefined): Promise<boolean> {
  const filter = { status: 'open', ...(client && { client }) } as const;
  for await (const { invoice_id: row } of service().list('/care', filter)) if (row === id) return true;
  return false;
}
