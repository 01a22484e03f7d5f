import { effect, signal } from '@preact/signals';
import { callOnEvents } from '../../app/live.ts';
import { isOperator, ownKey, reads, service } from '../../app/session.ts';
import { type CareRow, invoicesIn, isForReader } from './groups.ts';

/** Invoices that wait for the reader, beside the entry in the navigation. */
export const openForReader = signal(0);

/** The care list has a limit of 30 calls a minute, for the page and the number beside its entry. */
export const MIN_MS_BETWEEN_CALLS = 10_000;

/** A page of the list: more than these are not counted. */
export async function readOpenRows(client: string | undefined): Promise<readonly CareRow[]> {
  const rows: CareRow[] = [];
  const filter = { status: 'open', ...(client && { client }) } as const;
  for await (const row of service().list('/care', filter)) {
    rows.push(row);
    if (rows.length >= 1000) break;
  }
  return rows;
}

effect(() => {
  const key = ownKey.value;
  openForReader.value = 0;
  if (!key || !reads(key)) return undefined;
  const count = async (): Promise<void> => {
    const rows = await readOpenRows(undefined);
    if (ownKey.peek() === key)
      openForReader.value = invoicesIn(rows.filter((row) => isForReader(row, isOperator(key))));
  };
  // The page says what is wrong; a number that cannot be read is not shown.
  count().catch(() => undefined);
  return callOnEvents(MIN_MS_BETWEEN_CALLS, count);
});
