import type { operations } from '../../client/client.ts';
import { dataOf } from './answer.ts';
import { saveAs } from './download.ts';
import { service } from './session.ts';
import { language } from './words.ts';

type Filters = NonNullable<operations['listInvoices']['parameters']['query']>;

export const DATASETS = {
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
  const query = { ...others, ...(from && { from }), ...(to && { to }), lang: language.value };
  const params = { path: { dataset }, query };
  const file = await dataOf(service().api.GET('/exports/{dataset}', { params, parseAs: 'blob' }));
  const type = DATASETS[dataset];
  saveAs(type === 'csv' ? forSpreadsheets(file as Blob) : (file as Blob), `${dataset}.${type}`);
}

/** A spreadsheet takes a table for UTF-8 only if it begins with the mark of it; programs read the table without one. */
const forSpreadsheets = (table: Blob): Blob => new Blob(['\uFEFF', table], { type: table.type });
