import type { components } from '../../client/client.ts';
import { service } from './session.ts';

export type ClientRecord = components['schemas']['ClientRecord'];

/** Every row of a list that comes in pages. */
export async function collected<Row>(rows: AsyncIterable<Row>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

export const allClients = (): Promise<readonly ClientRecord[]> => collected(service().list('/clients'));
