import type { Invoice, StatusEvent } from '../../client/client.ts';
import { markIn } from './invoice-number.ts';

type Row = Partial<Pick<Invoice, 'invoice_number' | 'state' | 'buyer_status'>> & Partial<StatusEvent>;

/** What an event changes, as an invoice shows it. */
export const stateOf = ({ invoice_number: number, status, buyer_status: buyer }: StatusEvent): string =>
  inWords(number, status, buyer);

const inWords = (number: string | undefined, state: string, buyer: string | null | undefined): string =>
  `${number} is "${state}"${buyer ? `, buyer "${buyer}"` : ''}`;

interface Shown {
  readonly mark: string;
  readonly shown: string;
}

/** The invoices and events of scenarios that an answer shows: one, or a list of them. */
export function shownIn(body: string): readonly Shown[] {
  return rowsIn(body).flatMap(({ invoice_number: number, state, status = state, buyer_status: buyer }) => {
    const mark = markIn(number);
    if (mark === undefined || status === undefined) return [];
    // Who reads what the buyer answers reads the state, too.
    const both = buyer ? [inWords(number, status, undefined), inWords(number, status, buyer)] : undefined;
    return (both ?? [inWords(number, status, undefined)]).map((shown) => ({ mark, shown }));
  });
}

function rowsIn(body: string): readonly Row[] {
  try {
    const read = JSON.parse(body) as (Row & { readonly data?: unknown }) | null;
    return Array.isArray(read?.data) ? (read.data as readonly Row[]) : read ? [read] : [];
  } catch {
    return [];
  }
}
