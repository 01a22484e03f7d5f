import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CompleteInvoice } from '../../invoice/en16931.ts';
import { leaveUnjudged } from '../../invoice/unjudged.ts';
import type { Partly } from '../../invoice/partly.ts';
import { doubtedFile } from '../plausibility/doubted-invoice.ts';
import type { Arrival } from '../plausibility/plausibility-check.ts';
import { checkContents } from './plausibility.ts';

/**
 * The same checks for a finished file, as far as it was read. Its members have no names of the canonical form: findings name the business
 * term, and the line.
 */
export const checkFilePlausibility = (
  read: Partly<CompleteInvoice>,
  arrival: Arrival = {},
): readonly Finding[] =>
  checkContents(doubtedFile(read), arrival, () => read.totals?.withVat ?? leaveUnjudged()).map(withoutField);

/** The messages about a line, by code. */
const IN_LINE: Readonly<Record<string, (n: number) => Text>> = {
  'EI-VAT-RATE': (n) => say('checks.EI-VAT-RATE.message-in-line', { n }),
  'EI-CREDIT-NEGATIVE': (n) => say('checks.EI-CREDIT-NEGATIVE.message-in-line', { n }),
};

function withoutField({ field, ...finding }: Finding): Finding {
  const [, index] = /^lines\[(\d+)\]/.exec(field ?? '') ?? [];
  const inLine = index === undefined ? undefined : IN_LINE[finding.code]?.(Number(index) + 1);
  return inLine === undefined ? finding : { ...finding, message: inLine };
}
