import { useEffect, useState } from 'preact/hooks';
import type { Invoice } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { onEvents } from '../../app/live.ts';
import { service } from '../../app/session.ts';
import { type History, isUnderWay, readHistory } from '../../components/timeline/history.ts';

export type Followed = History & { readonly invoice: Invoice };

/** Calls to the network that change no state make no event, so that the page asks while one may happen. */
const MIN_MS_BETWEEN_READS = 500;

/** An invoice and its calls, as they happen. */
export function useFollowed(id: string): { readonly data?: Followed; readonly error?: unknown } {
  const [state, setState] = useState<{ readonly data?: Followed; readonly error?: unknown }>({});
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reference: string | undefined;
    const read = async (): Promise<void> => {
      const data = await readFollowed(id, signal);
      if (signal.aborted) return;
      reference = data.invoice.invoice_ref;
      setState({ data });
      clearTimeout(timer);
      if (isUnderWay(data.invoice.state)) timer = setTimeout(again, MIN_MS_BETWEEN_READS);
    };
    const again = (): void =>
      void read().catch((error: unknown) => {
        if (!signal.aborted) setState((before) => ({ ...before, error }));
      });
    again();
    // After its end only the buyer changes something, and that makes an event.
    const stop = onEvents((events) => {
      if (reference === undefined || events.some(({ invoice_ref: of }) => of === reference)) again();
    });
    return () => {
      left.abort();
      clearTimeout(timer);
      stop();
    };
  }, [id]);
  return state;
}

async function readFollowed(id: string, signal: AbortSignal): Promise<Followed> {
  const [invoice, history] = await Promise.all([
    dataOf(service().api.GET('/invoices/{id}', { params: { path: { id } }, signal })),
    readHistory(id, signal),
  ]);
  return { ...history, invoice };
}
