import type { Finding } from '../findings/finding.ts';
import { schemaFinding } from '../findings/schema-finding.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import type { MemberRule } from '../invoice/placed.ts';
import { judged } from '../invoice/unjudged.ts';

/** What rules refuse of an invoice. */
export const refusedBy = (rules: readonly MemberRule[], invoice: CanonicalInvoice): Finding[] =>
  brokenBy(rules, invoice).map(([field, { message, fix, rule }]) =>
    schemaFinding(field, message, { fixHint: fix, related: rule && [rule] }),
  );

/** What rules leave out of a document, because nothing legal hangs on it. */
export const leftOutBy = (rules: readonly MemberRule[], invoice: CanonicalInvoice): Finding[] =>
  brokenBy(rules, invoice).map(([field, { message, fix }]): Finding => ({
    code: 'EI-NOT-WRITTEN',
    severity: 'information',
    source: 'serializer',
    message,
    field,
    fixHint: fix,
    whoFixes: 'erp',
  }));

/** A rule that asks for a member that was refused is neither kept nor broken. */
const brokenBy = (
  rules: readonly MemberRule[],
  invoice: CanonicalInvoice,
): (readonly [string, MemberRule])[] =>
  rules.flatMap((rule) => judged(() => rule.broken(invoice), []).map((field) => [field, rule] as const));
