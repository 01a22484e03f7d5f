import { useEffect, useRef } from 'preact/hooks';
import type { Invoice } from '../../../client/client.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { useEventsAfter } from '../../app/live.ts';
import { service } from '../../app/session.ts';
import { type History, isUnderWay, readHistory } from '../../components/timeline/history.ts';

export type Followed = History & { readonly invoice: Invoice };

/** Calls to the network that change no state make no event, so that the page asks while one may happen. */
const MIN_MS_BETWEEN_READS = 500;

/** An invoice and its calls, as they happen; what was read stays beside an error. */
export function useFollowed(id: string): { readonly data: Followed | undefined; readonly error: unknown } {
  const answer = useAnswer((signal) => readFollowed(id, signal), [id]);
  const { data, error, askAgain } = answer;
  const read = useRef(data);
  read.current = data ?? read.current;
  useEffect(() => {
    if (!data || !isUnderWay(data.invoice.state)) return undefined;
    const timer = setTimeout(askAgain, MIN_MS_BETWEEN_READS);
    return () => clearTimeout(timer);
  }, [data]);
  // After its end only the buyer changes something, and that makes an event.
  useEventsAfter(answer, (events) => {
    const reference = read.current?.invoice.invoice_ref;
    if (reference === undefined || events.some(({ invoice_ref: of }) => of === reference)) askAgain();
  });
  return { data: read.current, error };
}

async function readFollowed(id: string, signal: AbortSignal): Promise<Followed> {
  const [invoice, history] = await Promise.all([
    dataOf(service().api.GET('/invoices/{id}', { params: { path: { id } }, signal })),
    readHistory(id, signal),
  ]);
  return { ...history, invoice };
}
