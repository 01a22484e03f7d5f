import { say } from 'en16931-rules/vocabulary/message.ts';
import { type Finding, isError, type NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceTotal } from '../../domain/checks/pre-check/usual-total.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import { type InvoiceFacts, factsOf } from './invoice-facts.ts';
import type { Progress } from './subject.ts';

/** The findings that a waiting caller gets. */
export type EarlyFindings = {
  /** As far as the document can be read. */
  readonly summary?: InvoiceSummary | undefined;
} & (
  | {
      readonly findings: readonly Finding[];
      /** There is no error. */
      readonly fit: {
        readonly facts: InvoiceFacts;
        readonly fingerprintText: string;
        /** Undefined if it cannot be computed. */
        readonly total?: InvoiceTotal | undefined;
      };
    }
  | { readonly findings: NonEmpty<Finding>; readonly fit?: never }
);

/** A reader that refuses without a finding has an error; the caller still gets an answer to act on. */
export const UNREADABLE: Finding = {
  code: 'EI-SCHEMA',
  severity: 'error',
  source: 'schema',
  message: say('calls.EI-SCHEMA.message'),
  fixHint: say('calls.EI-SCHEMA.hint'),
  whoFixes: 'us',
};

export function earlyFindings(
  { findings, progress }: { readonly findings: readonly Finding[]; readonly progress: Progress },
  fingerprintText: () => string,
): EarlyFindings {
  const { invoice, total, summary } = progress;
  const [error, ...others] = findings.filter(isError);
  if (error) return { findings: [error, ...others], summary };
  if (!invoice) return { findings: [UNREADABLE], summary };
  return { findings, summary, fit: { facts: factsOf(invoice), fingerprintText: fingerprintText(), total } };
}
