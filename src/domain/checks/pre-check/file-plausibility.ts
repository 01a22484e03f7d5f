import type { Finding } from '../../findings/finding.ts';
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

function withoutField({ field, ...finding }: Finding): Finding {
  const [, index] = /^lines\[(\d+)\]/.exec(field ?? '') ?? [];
  if (index === undefined) return finding;
  return { ...finding, message: finding.message.replace(/\.$/, ` (line ${Number(index) + 1}).`) };
}
