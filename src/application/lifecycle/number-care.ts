import { REPEATED_NUMBER } from '../../domain/checks/pre-check/repeated-number.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { careRows } from '../care/care.ts';

/** The route or the buyer has the document, or may fetch it. */
const OUT: ReadonlySet<InvoiceState> = new Set(['submitted', 'ready', 'accepted', 'delivered']);

/** The intake only warns, so the invoice may go out beside another document of its number: which one counts, a person decides. */
export function careForRepeatedNumber(
  { state, warnings = [] }: Pick<InvoiceRecord, 'state' | 'warnings'>,
  now: Date,
): readonly CareRow[] {
  if (!OUT.has(state) || !warnings.some(({ code }) => code === REPEATED_NUMBER.code)) return [];
  const fixHint = say('calls.EI-NUMBER-REPEATED.hint-once-out');
  return careRows([{ ...REPEATED_NUMBER, severity: 'error', fixHint }], now);
}

/** Rows that are over once the route has refused the invoice: its number is free again. */
export const OVER_ONCE_REFUSED: ReadonlySet<string> = new Set([REPEATED_NUMBER.code]);
