import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Answer, useAnswer } from './answer.ts';
import { atMostEvery, useEventsAfter } from './live.ts';

/** A page of a list as the API answers it. */
interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly total: number;
}

interface LiveList<Page> extends Answer<Page> {
  /** So many rows have come since; they wait until `showNew`. */
  readonly newRows: number;
  readonly showNew: () => void;
  /** Rows that have changed within the last two seconds. */
  readonly changed: ReadonlySet<string>;
}

/** An answer is asked for at most once in this time, however many events come. */
const MIN_MS_BETWEEN_CALLS = 1000;
const SHOWN_MS = 2000;

/**
 * A list that stays where it is: visible rows change in place, new ones are counted.
 * @param on what the question depends on, as for `useAnswer`.
 */
export function useLiveList<Row extends { readonly id: string }, Page extends ListPage<Row>>(
  ask: (signal: AbortSignal) => Promise<Page>,
  on: readonly (string | number | undefined)[],
): LiveList<Page> {
  const answer = useAnswer(ask, on);
  /** Whose rows are shown, and in which order. */
  const [base, setBase] = useState<Page | undefined>();
  const [fresh, setFresh] = useState<Page | undefined>();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const show = (page: Page | undefined): void => {
    setBase(page);
    setFresh(page);
  };
  useEffect(() => {
    if (answer.data) show(answer.data);
  }, [answer.data, answer.error]);
  const shown = base && fresh ? inPlace(base, fresh) : answer.data;
  const latest = useRef({ ask, shown, isAsking: answer.isAsking });
  latest.current = { ask, shown, isAsking: answer.isAsking };
  const refresh = useMemo(
    () =>
      atMostEvery(MIN_MS_BETWEEN_CALLS, async (signal) => {
        const page = await latest.current.ask(signal);
        // A question that was asked since is answered later than this one.
        if (signal.aborted || latest.current.isAsking || !latest.current.shown) return;
        const ids = changedRows(latest.current.shown.data, page.data);
        setFresh(page);
        if (ids.size === 0) return;
        setChanged(ids);
        setTimeout(() => setChanged(new Set()), SHOWN_MS);
      }),
    [...on],
  );
  useEffect(() => refresh.stop, [refresh]);
  useEventsAfter(answer, refresh.run);
  const newRows = base && fresh ? Math.max(0, fresh.total - base.total) : 0;
  return { ...answer, data: shown, newRows, showNew: () => show(fresh), changed };
}

/** The old rows in their order, each as it is now. */
function inPlace<Row extends { readonly id: string }, Page extends ListPage<Row>>(
  old: Page,
  fresh: Page,
): Page {
  const now = new Map(fresh.data.map((row) => [row.id, row]));
  return { ...fresh, data: old.data.map((row) => now.get(row.id) ?? row) };
}

function changedRows<Row extends { readonly id: string }>(
  old: readonly Row[],
  fresh: readonly Row[],
): ReadonlySet<string> {
  const before = new Map(old.map((row) => [row.id, JSON.stringify(row)]));
  const isChanged = (row: Row): boolean => before.has(row.id) && before.get(row.id) !== JSON.stringify(row);
  return new Set(fresh.filter(isChanged).map(({ id }) => id));
}
