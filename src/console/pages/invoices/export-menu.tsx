import { useState } from 'preact/hooks';
import { useAct } from '../../app/act.ts';
import { announce } from '../../app/announce.ts';
import { downloadDataset } from '../../app/dataset.ts';
import { query } from '../../app/router.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Menu } from '../../components/chips.tsx';
import { type DaysChange, PeriodFields } from '../../components/period-menu.tsx';
import { Problem } from '../../components/notice.tsx';
import type Words from '../../words/en/invoices.json';
import { listQuery } from './view.ts';

const say = wordsOf<typeof Words>('invoices');

const DATASETS = ['invoices', 'care', 'archive', 'events'] as const;
type Dataset = (typeof DATASETS)[number];

/** What the filters of the list leave, of all its pages. */
export const ExportMenu = () => (
  <Menu name={say('export')}>
    <ExportBox />
  </Menu>
);

/** The period that is chosen here is that of the file: the list stays as it is. */
function ExportBox() {
  const [days, setDays] = useState<DaysChange>({});
  const [word, setWord] = useState('');
  const { busy, error, run } = useAct();
  const address = new URLSearchParams(query.value);
  for (const [name, value] of Object.entries(days))
    if (value) address.set(name, value);
    else address.delete(name);
  const tell = (text: string): void => {
    setWord(text);
    announce(text);
  };
  const download = (dataset: Dataset): Promise<void> =>
    run(dataset, async () => {
      const what = say(`export.${dataset}`);
      tell(say('export.making', { what }));
      await downloadDataset(dataset, listQuery(address, new Date())).catch((error: unknown) => {
        setWord('');
        throw error;
      });
      tell(say('export.made', { what }));
    });
  return (
    <>
      <PeriodFields address={address} onChange={(change) => setDays({ ...days, ...change })} />
      <p class="meta">{say('export.help')}</p>
      {DATASETS.map((dataset) => (
        <Button
          key={dataset}
          icon="download"
          isBusy={busy === dataset}
          onClick={() => void download(dataset)}
        >
          {say(`export.${dataset}`)}
        </Button>
      ))}
      {word && <p class="meta made">{word}</p>}
      {error ? <Problem error={error} /> : null}
    </>
  );
}
