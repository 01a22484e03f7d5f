import type { components } from '../../client/client.ts';
import { useAct } from '../app/act.ts';
import { confirm } from '../app/announce.ts';
import { type Answer, dataOf, useAnswer } from '../app/answer.ts';
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
  /** As `useCare` answers. */
  readonly care: Answer<readonly CareRow[]>;
}

/** The open care rows of a record. */
export const useOpenCare = (record: Record): Props['care'] => useCare(record, 'open');

/** @param version asks again when it changes. */
export const useCare = (
  { id, client }: Record,
  status: 'open' | 'all' = 'all',
  version?: string,
): Props['care'] =>
  useAnswer(async () => {
    const query = { status, invoice_id: id, ...(client && { client }) } as const;
    return (await dataOf(service().api.GET('/care', { params: { query } }))).data;
  }, [id, version]);

interface HandledProps extends Props {
  readonly name?: string;
  /** No other act goes before it. */
  readonly isMain?: boolean;
}

/** Only while its care rows are open, and only for a key that may. */
export function Handled({ record: { id }, care, name, isMain = name !== undefined }: HandledProps) {
  const key = ownKey.value;
  const { busy, error, run } = useAct();
  const mayHandle = key && submits(key) && care.data?.some(({ handled: isHandled }) => !isHandled);
  const handle = (): Promise<void> =>
    run('handle', async () => {
      await service().api.POST('/care/{id}/handled', { params: { path: { id } } });
      confirm(say('handled'));
      care.askAgain();
    });
  return (
    <>
      {mayHandle && (
        <Button kind={isMain ? 'primary' : 'plain'} isBusy={busy === 'handle'} onClick={() => void handle()}>
          {name ?? say('handle')}
        </Button>
      )}
      {error ? <Problem error={error} /> : null}
      {care.error ? <Problem error={care.error} askAgain={care.askAgain} /> : null}
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
