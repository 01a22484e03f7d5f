import { useAct } from '../../app/act.ts';
import { attachedName, saveAs } from '../../app/download.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/notice.tsx';
import type Words from '../../words/en/invoices.json';

const say = wordsOf<typeof Words>('invoices');

/** In place of the filters while rows are chosen. */
export function Chosen({
  ids,
  onClear,
}: {
  readonly ids: ReadonlySet<string>;
  readonly onClear: () => void;
}) {
  const { busy, error, run } = useAct();
  const download = (): Promise<void> =>
    run('download', async () => {
      const body = { ids: [...ids] };
      const { data, response } = await service().api.POST('/invoices/export', { body, parseAs: 'blob' });
      saveAs(data as unknown as Blob, attachedName(response) ?? 'invoices.zip');
    });
  return (
    <>
      <div class="filters chosen" role="group" aria-label={say('chosen', { n: ids.size })}>
        <b>{say('chosen', { n: ids.size })}</b>
        <Button size="small" icon="download" isBusy={busy === 'download'} onClick={() => void download()}>
          {say('chosen.download')}
        </Button>
        <Button size="small" kind="quiet" onClick={onClear}>
          {say('chosen.clear')}
        </Button>
      </div>
      {error ? <Problem error={error} /> : null}
    </>
  );
}
