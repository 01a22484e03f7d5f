import { useAct } from '../app/act.ts';
import { type DatasetName, downloadDataset } from '../app/dataset.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { Button } from './button.tsx';
import { Problem } from './notice.tsx';

const say = wordsOf<typeof Words>('common');

interface Props {
  readonly dataset: DatasetName;
  readonly query: Parameters<typeof downloadDataset>[1];
}

/** The list as a table for accounting, with its filters. */
export function CsvButton({ dataset, query }: Props) {
  const { busy, error, run } = useAct();
  return (
    <>
      <Button
        icon="download"
        isBusy={busy === 'csv'}
        onClick={() => void run('csv', () => downloadDataset(dataset, query))}
      >
        {say('csv')}
      </Button>
      {error ? <Problem error={error} /> : null}
    </>
  );
}
