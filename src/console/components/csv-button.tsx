import { type DatasetName, downloadDataset } from '../app/dataset.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { DownloadButton } from './download-button.tsx';

const say = wordsOf<typeof Words>('common');

interface Props {
  readonly dataset: DatasetName;
  readonly query: Parameters<typeof downloadDataset>[1];
}

/** The list as a table for accounting, with its filters. */
export const CsvButton = ({ dataset, query }: Props) => (
  <DownloadButton onDownload={() => downloadDataset(dataset, query)}>{say('csv')}</DownloadButton>
);
