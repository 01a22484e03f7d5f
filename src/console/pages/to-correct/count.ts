import { computed, effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { type Answer, askAfterWait, isOverRate } from '../../app/answer.ts';
import { callOnEvents } from '../../app/live.ts';
import { readNotTaken } from '../../app/refusals.ts';
import { path, query } from '../../app/router.ts';
import { isOperator, ownKey, reads, service } from '../../app/session.ts';
import { language } from '../../app/words.ts';
import { BUYER_ASKS } from '../../app/care.ts';
import { byInvoice, type CareRow, invoicesIn, isForReader } from './groups.ts';

type Refusal = components['schemas']['Refusal'];

/** What waits for somebody: the number beside the entry, Now and To correct count these rows. */
export interface Waiting {
  readonly rows: readonly CareRow[];
  /** A question of the buyer corrects nothing: it has a line of its own on Now, and its invoice has the acts. */
  readonly questions: readonly CareRow[];
  readonly notTaken: readonly Refusal[];
}

const NOT_READ: Answer<Waiting> = {
  data: undefined,
  error: undefined,
  isAsking: true,
  askAgain: () => undefined,
};

/** Of the client in the address, or of all that the reader may see. */
const waiting = signal(NOT_READ);

/** A log-in leads to the first page. */
const SAME_MS = 2000;
let readAt = 0;
/** Pages that were opened, and their number when it was read: a page asks once, however long it and its parts take to come. */
let opened = 0;
let readIn = 0;
effect(() => {
  if (path.value) opened += 1;
});

/** For a page: asked again when it opens. */
export function useWaiting(): Answer<Waiting> {
  useEffect(() => {
    if (readIn !== opened && Date.now() - readAt > SAME_MS) waiting.peek().askAgain();
  }, []);
  return waiting.value;
}

/** For a list, as they were read last: it asks no call of its own. */
export const openRowsOfInvoice = computed(() => byInvoice(waiting.value.data?.rows ?? []));

const client = computed(() => query.value.get('client') ?? undefined);

/** What waits for the reader, beside the entry in the navigation: invoices, and for a client what was not taken. */
export const openForReader = computed(() => {
  const key = ownKey.value;
  const { data } = waiting.value;
  // The page says what is wrong; a number that cannot be read is not shown.
  if (!key || !data) return 0;
  const { rows, notTaken } = data;
  const operates = isOperator(key);
  return invoicesIn(rows.filter((row) => isForReader(row, operates))) + (operates ? 0 : notTaken.length);
});

/** The care list has a limit of 30 calls a minute, for the page and the number beside its entry. */
const MIN_MS_BETWEEN_CALLS = 10_000;

/** A page of the list: more than these are not counted. */
async function readOpenRows(of: string | undefined): Promise<readonly CareRow[]> {
  const rows: CareRow[] = [];
  const filter = { status: 'open', ...(of && { client: of }) } as const;
  for await (const row of service().list('/care', filter)) {
    rows.push(row);
    if (rows.length >= 1000) break;
  }
  return rows;
}

const isQuestion = ({ catalogue_code: code }: CareRow): boolean => code === BUYER_ASKS;

effect(() => {
  // The rows have texts in the reader's language.
  const [key, of, inLanguage] = [ownKey.value, client.value, language.value];
  waiting.value = NOT_READ;
  if (!key || !reads(key)) return undefined;
  let newest = 0;
  const read = async (): Promise<void> => {
    const no = (newest += 1);
    [readAt, readIn] = [Date.now(), opened];
    const state = { isAsking: false, askAgain: () => void read() };
    const answer = await Promise.all([readOpenRows(of), readNotTaken(of)]).then(
      ([open, notTaken]) => ({
        ...state,
        data: { rows: open.filter((row) => !isQuestion(row)), questions: open.filter(isQuestion), notTaken },
        error: undefined,
      }),
      (error: unknown) => ({
        ...state,
        data: isOverRate(error) ? waiting.peek().data : undefined,
        error,
      }),
    );
    // An answer that comes after a newer question is dropped.
    const isNewest = (): boolean =>
      no === newest && ownKey.peek() === key && language.peek() === inLanguage && client.peek() === of;
    if (isNewest()) waiting.value = answer;
    askAfterWait(answer.error, () => {
      if (isNewest()) void read();
    });
  };
  void read();
  return callOnEvents(MIN_MS_BETWEEN_CALLS, read);
});
