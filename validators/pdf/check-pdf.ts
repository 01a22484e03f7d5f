import { type Message, say } from '../vocabulary/message.ts';
import type { Finding, Severity } from '../vocabulary/finding.ts';
import { type Outcome, outcomeOf } from '../vocabulary/layer.ts';
import type { CheckedPdf, PdfBreach, PdfCheck, PdfRule } from './pdf-rule.ts';
import { PdfBroken, PdfOverLimit } from './read/failure.ts';
import { ARITHMETIC } from './rules/arithmetic.ts';
import { ABOUT_ATTACHMENTS } from './rules/attachments.ts';
import { ABOUT_INVOICE } from './rules/invoice.ts';
import { ON_THE_PAGE } from './rules/page.ts';
import { ABOUT_PDFA } from './rules/pdfa.ts';
import { ABOUT_XMP } from './rules/xmp.ts';

/** `EI-PDF-1` refuses a PDF before it gets here. */
const RULES: readonly PdfRule[] = [
  ABOUT_PDFA,
  ...ABOUT_XMP,
  ...ABOUT_ATTACHMENTS,
  ...ABOUT_INVOICE,
  ARITHMETIC,
  ON_THE_PAGE,
];

/** Findings of one rule. */
const MAX_OF_ONE_RULE = 20;

/** Findings about a hybrid PDF beyond its invoice (Factur-X 1.09.2, ISO 19005-3). */
export function checkPdf(checked: CheckedPdf): Outcome {
  const findings: Finding[] = [];
  let unchecked: Message | undefined;
  for (const rule of RULES) {
    const { breaches, ended } = breachesOf(rule, checked);
    findings.push(
      ...breaches.slice(0, MAX_OF_ONE_RULE).map((breach) => findingOf(rule, breach, checked.check)),
    );
    unchecked ??= ended;
  }
  const outcome = outcomeOf(findings);
  if (unchecked === undefined) return outcome;
  // The PDF is invalid in any case.
  if (outcome.outcome === 'invalid') return outcomeOf([...findings, notAllChecked(unchecked)]);
  return { outcome: 'not_run', code: 'EI-PDF-CHECK', reason: unchecked, findings };
}

interface Breaches {
  readonly breaches: readonly PdfBreach[];
  /** Why the rule could not check all of the file. */
  readonly ended?: Message;
}

function breachesOf(rule: PdfRule, checked: CheckedPdf): Breaches {
  try {
    return { breaches: rule.breaches(checked) };
  } catch (error) {
    if (error instanceof PdfOverLimit)
      return { breaches: [], ended: say('pdf.pdf-asks-for-more-than-is', { reason: error.reason }) };
    if (!(error instanceof PdfBroken)) throw error;
    return { breaches: [{ message: say('pdf.part-of-pdf-cannot-be-read', { reason: error.reason }) }] };
  }
}

/** Checks that only warn about a submitted PDF on lenient routes: most senders there break them. */
const LENIENT = new Set([2, 3, 4, 5, 6, 7, 8, 10]);
/** Checks of contents that no other layer has. */
const REMARKS = new Set([15, 16]);

function severityOf(number: number, { isLenient, isBuiltHere }: PdfCheck): Severity {
  if (REMARKS.has(number)) return 'warning';
  return LENIENT.has(number) && isLenient && !isBuiltHere ? 'warning' : 'error';
}

const findingOf = (
  { number }: PdfRule,
  { message, severity, related }: PdfBreach,
  check: PdfCheck,
): Finding => ({
  code: `EI-PDF-${number}`,
  severity: severity ?? severityOf(number, check),
  source: SOURCE,
  message,
  whoFixes: check.isBuiltHere ? 'us' : 'erp',
  ...(related && { related }),
});

const SOURCE = 'PDF';

const notAllChecked = (reason: Message): Finding => ({
  code: 'EI-PDF-CHECK',
  severity: 'warning',
  source: SOURCE,
  message: say('pdf.not-all-of-pdf-was-checked', { reason }),
  whoFixes: 'us',
});
