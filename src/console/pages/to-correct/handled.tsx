import { useEffect } from 'preact/hooks';
import { useAct } from '../../app/act.ts';
import { confirm } from '../../app/announce.ts';
import { isPack } from '../../app/record-address.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Note, Problem } from '../../components/notice.tsx';
import type Words from '../../words/en/to-correct.json';
import type { Group } from './groups.ts';

const say = wordsOf<typeof Words>('to-correct');

/** What a press has just closed. */
export interface Closed {
  readonly code: string;
  readonly invoices: readonly string[];
  /** Invoices that a worker held, which stay open. */
  readonly busy: number;
}

export const handledWords = ({ invoices }: Closed): string =>
  say(invoices.some(isPack) ? 'handled.packs' : 'handled', { n: invoices.length });

/**
 * Closes every open row of the group, also those that the page does not show.
 * @param client that the operator looks at; undefined: of all.
 */
export async function closeGroup(
  { code, field, owner }: Pick<Group, 'code' | 'field' | 'owner'>,
  client: string | undefined,
): Promise<Closed> {
  const body = { catalogue_code: code, who_acts: owner, ...(field && { field }), ...(client && { client }) };
  const invoices: string[] = [];
  for (;;) {
    const { data } = await service().api.POST('/care/groups/handled', { body });
    invoices.push(...(data?.invoice_ids ?? []));
    // A call that closed nothing has met only invoices that a worker holds.
    if (!data?.truncated || data.handled === 0) return { code, invoices, busy: data?.busy ?? 0 };
  }
}

/** So many invoices one call opens. */
const MAX_INVOICES = 200;

/**
 * The service takes a press back for some minutes.
 * @returns how many rows it opened.
 */
async function reopen(code: string, invoices: readonly string[]): Promise<number> {
  let opened = 0;
  for (let from = 0; from < invoices.length; from += MAX_INVOICES) {
    const body = { catalogue_code: code, invoice_ids: invoices.slice(from, from + MAX_INVOICES) };
    const { data } = await service().api.POST('/care/groups/reopened', { body });
    opened += data?.reopened ?? 0;
  }
  return opened;
}

const SHOWN_MS = 8000;

interface Props {
  readonly closed: Closed;
  readonly onOpened: () => void;
  readonly onGone: () => void;
}

/** Takes a press back, for some seconds; afterwards the tab "Handled" does. */
export function Undo({ closed, onOpened, onGone }: Props) {
  const { busy, error, run } = useAct();
  useEffect(() => {
    const timer = busy || error ? undefined : setTimeout(onGone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [closed, busy, error]);
  const undo = (): Promise<void> =>
    run('undo', async () => {
      await reopen(closed.code, closed.invoices);
      confirm(say('reopened', { n: closed.invoices.length }));
      onOpened();
    });
  const n = closed.invoices.length;
  return (
    <div class="undo">
      <Note role="ok" icon="check" title={handledWords(closed)}>
        {closed.busy > 0 && <p>{say('handled.busy', { n: closed.busy })}</p>}
        {n > 0 && (
          <Button size="small" isBusy={busy === 'undo'} onClick={() => void undo()}>
            {say('undo')}
          </Button>
        )}
        {error ? <Problem error={error} /> : null}
      </Note>
    </div>
  );
}

/** In the tab "Handled". */
export const openGroup = ({ code, rows }: Pick<Group, 'code' | 'rows'>): Promise<number> =>
  reopen(code, [...new Set(rows.map(({ invoice_id: id }) => id))]);
