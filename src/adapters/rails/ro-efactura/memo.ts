import { parsed } from '../json.ts';

/** What the rail wants to know again of a submission. */
export interface Memo {
  /** Of the signed answer, once its id is known. */
  readonly download?: string;
  /** Download ids that were looked into and are other invoices': ten a day and message are allowed. */
  readonly others?: readonly string[];
}

export function memoOf(text: string | undefined): Memo {
  const read = text === undefined ? undefined : parsed(text);
  return typeof read === 'object' && read !== null ? (read as Memo) : {};
}

export const memoText = (memo: Memo): string => JSON.stringify(memo);
