import { useAct } from '../../app/act.ts';
import { downloadDataset } from '../../app/dataset.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/chips.tsx';
import { PeriodFields } from '../../components/period-menu.tsx';
import { Problem } from '../../components/notice.tsx';
import type Words from '../../words/en/invoices.json';
import type { ListQuery } from './view.ts';

const say = wordsOf<typeof Words>('invoices');

const DATASETS = ['invoices', 'care', 'archive', 'events'] as const;

/** What the filters of the list leave, of all its pages. */
export function ExportMenu({ query }: { readonly query: ListQuery }) {
  const { busy, error, run } = useAct();
  const download = (dataset: (typeof DATASETS)[number]): Promise<void> =>
    run(dataset, () => downloadDataset(dataset, query));
  return (
    <Menu name={say('export')}>
      <PeriodFields />
      <p class="meta">{say('export.help')}</p>
      {DATASETS.map((dataset) => (
        <Button key={dataset} kind="quiet" isBusy={busy === dataset} onClick={() => void download(dataset)}>
          {say(`export.${dataset}`)}
        </Button>
      ))}
      {error ? <Problem error={error} /> : null}
    </Menu>
  );
}
