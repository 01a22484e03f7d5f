import { useAct } from '../../app/act.ts';
import { dataOf } from '../../app/answer.ts';
import { saveAs } from '../../app/download.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/chips.tsx';
import { Problem } from '../../components/notice.tsx';
import type Words from '../../words/en/invoices.json';
import type { ListQuery } from './view.ts';

const say = wordsOf<typeof Words>('invoices');

const DATASETS = { invoices: 'csv', care: 'csv', events: 'ndjson', archive: 'zip' } as const;

/** Exports know days and client; the other filters do not apply, and the menu says so. */
export function ExportMenu({ query }: { readonly query: ListQuery }) {
  const { busy, error, run } = useAct();
  const download = (dataset: keyof typeof DATASETS): Promise<void> =>
    run(dataset, async () => {
      const { received_from: from, received_to: to, client } = query;
      const days = { ...(from && { from }), ...(to && { to }), ...(client && { client }) };
      const params = { path: { dataset }, query: days };
      const file = await dataOf(service().api.GET('/exports/{dataset}', { params, parseAs: 'blob' }));
      saveAs(file as Blob, `${dataset}.${DATASETS[dataset]}`);
    });
  return (
    <Menu name={say('export')}>
      <p class="meta">{say('export.help')}</p>
      {(Object.keys(DATASETS) as (keyof typeof DATASETS)[]).map((dataset) => (
        <Button key={dataset} kind="quiet" isBusy={busy === dataset} onClick={() => void download(dataset)}>
          {say(`export.${dataset}`)}
        </Button>
      ))}
      {error ? <Problem error={error} /> : null}
    </Menu>
  );
}
