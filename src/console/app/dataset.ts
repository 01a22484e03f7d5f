import type { operations } from '../../client/client.ts';
import { attachedName, saveAs } from './download.ts';
import { service } from './session.ts';
import { language } from './words.ts';

type Filters = NonNullable<operations['listInvoices']['parameters']['query']>;

const DATASETS = {
  invoices: 'csv',
  received: 'csv',
  refusals: 'csv',
  care: 'csv',
  events: 'ndjson',
  archive: 'zip',
} as const;

export type DatasetName = keyof typeof DATASETS;

/** A file of all rows that the filters of a list leave, on every page of it. */
export async function downloadDataset(dataset: DatasetName, filters: Filters): Promise<void> {
  const { received_from: from, received_to: to, sort: _, page: __, page_size: ___, ...others } = filters;
  const query = {
    ...others,
    ...(from && { from }),
    ...(to && { to }),
    lang: language.value,
    tables: 'spreadsheet' as const,
  };
  const params = { path: { dataset }, query };
  const { data, response } = await service().api.GET('/exports/{dataset}', { params, parseAs: 'blob' });
  saveAs(data as unknown as Blob, attachedName(response) ?? `${dataset}.${DATASETS[dataset]}`);
}
