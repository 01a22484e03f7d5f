import { say } from 'en16931-rules/vocabulary/message.ts';
import { schemaFinding } from '../../findings/schema-finding.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { judgeOr } from '../../invoice/unjudged.ts';
import type { Breach, EarlyRule } from './early-rule.ts';
import { atInvoice } from './nodes.ts';
import type { RouteRules } from './rule-sets.ts';
import type { RuleSyntax } from './written-rule.ts';

type Found = Breach & Pick<EarlyRule, 'id' | 'source' | 'title' | 'fix'>;

/**
 * The broken rules of an invoice, as `EI-SCHEMA` with the rules in `related`. Rules that find one member missing, or unwanted, have one
 * cause and make one finding.
 */
export function brokenRules(
  { written, coded }: RouteRules,
  syntax: RuleSyntax,
  invoice: CanonicalInvoice,
): Finding[] {
  const at = atInvoice(invoice);
  const breaches: Found[] = [];
  for (const rule of written[syntax])
    for (const breach of rule.brokenAt(at)) breaches.push({ ...rule, ...breach });
  for (const rule of coded.filter(({ only = syntax }) => only === syntax))
    for (const breach of judgeOr(() => rule.broken(invoice), [])) breaches.push({ ...rule, ...breach });
  return byCause(breaches).map(finding);
}

function byCause(breaches: readonly Found[]): (readonly [Found, ...Found[]])[] {
  const causes = new Map<string, [Found, ...Found[]]>();
  const explained = new Set(breaches.flatMap((one) => (one.explains === 'every-fault' ? [one.field] : [])));
  for (const one of breaches) {
    const fault = one.fault === 'wrong' ? (one.requirement ?? one.id) : one.fault;
    const cause = explained.has(one.field) ? one.field : `${one.field} ${fault}`;
    const same = causes.get(cause);
    if (same && one.explains) same.unshift(one);
    else if (same) same.push(one);
    else causes.set(cause, [one]);
  }
  return [...causes.values()];
}

function finding([first, ...others]: readonly [Found, ...Found[]]): Finding {
  const ids = new Map([first, ...others].map(({ id, source }) => [id, { code: id, source }]));
  const { field, term, title, fix } = first;
  return schemaFinding(
    field,
    say('checks.title-with-rules', { text: title, rules: [...ids.keys()].join(', ') }),
    {
      term,
      fixHint: fix,
      related: [...ids.values()],
    },
  );
}
