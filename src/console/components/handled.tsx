import type { components } from '../../client/client.ts';
import { useAct } from '../app/act.ts';
import { confirm } from '../app/announce.ts';
import { type Answer, useAnswer } from '../app/answer.ts';
import { ownKey, service, submits } from '../app/session.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/invoice.json';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Problem } from './notice.tsx';

const say = wordsOf<typeof Words>('invoice');

interface Record {
  readonly id: string;
  readonly client?: string;
}

type CareRow = components['schemas']['CareRow'];

interface Props {
  readonly record: Record;
  /** As `useOpenCare` answers. */
  readonly care: Answer<readonly CareRow[]>;
}

/** The open care rows of a record. */
export const useOpenCare = ({ id, client }: Record): Props['care'] =>
  useAnswer(() => openRows(id, client), [id]);

/** Only while its care rows are open, and only for a key that may. */
export function Handled({ record: { id }, care }: Props) {
  const key = ownKey.value;
  const { busy, error, run } = useAct();
  if (!key || !submits(key) || !care.data?.length) return null;
  const handle = (): Promise<void> =>
    run('handle', async () => {
      await service().api.POST('/care/{id}/handled', { params: { path: { id } } });
      confirm(say('handled'));
      care.askAgain();
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

/** What colleagues have noted: who takes it, and what is known. */
export const CareNote = ({ care: { data = [] } }: Pick<Props, 'care'>) =>
  data
    .filter(({ note, assignee }) => note || assignee)
    .map(({ catalogue_code: code, note, assignee }) => (
      <p key={code} class="care-note">
        <Icon name="pencil" /> <b>{say('care-note')}</b> {[assignee, note].filter(Boolean).join(': ')}
      </p>
    ));

async function openRows(id: string, client: string | undefined): Promise<readonly CareRow[]> {
  const filter = { status: 'open', ...(client && { client }) } as const;
  const rows: CareRow[] = [];
  for await (const row of service().list('/care', filter)) if (row.invoice_id === id) rows.push(row);
  return rows;
}
