import type { Finding, RelatedFinding } from 'en16931-rules/vocabulary/finding.ts';
import { schemaFinding } from '../findings/schema-finding.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import type { MemberRule } from '../invoice/placed.ts';
import { judgeOr } from '../invoice/unjudged.ts';

/**
 * Findings of rules that refuse an invoice.
 * @param usual named by the findings of rules that correspond to no rule of EN 16931.
 */
export const findBreaches = (
  rules: readonly MemberRule[],
  invoice: CanonicalInvoice,
  usual?: RelatedFinding,
): Finding[] =>
  findBroken(rules, invoice).map(([field, { message, fix, rule = usual }]) =>
    schemaFinding(field, message, { fixHint: fix, related: rule && [rule] }),
  );

/** Findings of rules that leave members out of a document: they have no legal effect. */
export const leftOutBy = (rules: readonly MemberRule[], invoice: CanonicalInvoice): Finding[] =>
  findBroken(rules, invoice).map(([field, { message, fix }]): Finding => ({
    code: 'EI-NOT-WRITTEN',
    severity: 'information',
    source: 'serializer',
    message,
    field,
    fixHint: fix,
    whoFixes: 'erp',
  }));

/** A rule on a refused member is neither kept nor broken. */
const findBroken = (
  rules: readonly MemberRule[],
  invoice: CanonicalInvoice,
): (readonly [string, MemberRule])[] =>
  rules.flatMap((rule) => judgeOr(() => rule.broken(invoice), []).map((field) => [field, rule] as const));
