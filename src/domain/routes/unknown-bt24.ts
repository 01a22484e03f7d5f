import { say } from 'en16931-rules/vocabulary/message.ts';
import { isOfEn16931 } from 'en16931-rules/vocabulary/syntax.ts';
import { isComingEdition } from 'en16931-rules/vocabulary/coming-edition.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { type Layer, outcomeOf } from 'en16931-rules/vocabulary/layer.ts';
import { profileOf } from './all.ts';
import {
  type KnownBt24,
  type SubjectOfChecks,
  isKnown,
  specificationOf,
} from 'en16931-rules/layers/layer-selection.ts';

/**
 * Adds a finding to the last layer for a specification identifier that no pack has: such a document never passes silently. It is a warning
 * if a rule of the route is about BT-24, too, else an error (decisions, "rules that saw nothing"). A file without one breaks BR-01.
 */
export function withUnknownBt24(
  layers: readonly Layer[],
  subject: SubjectOfChecks,
  known: KnownBt24,
): readonly Layer[] {
  const { syntax, route } = subject;
  const customization = specificationOf(subject);
  const last = layers.at(-1);
  if (!last || customization === null || !isOfEn16931(syntax) || isKnown(customization, known)) return layers;
  if (isComingEdition(customization)) return layers;
  const severity = route === null ? 'warning' : profileOf(route).layers.unknownBt24;
  const finding: Finding = {
    code: 'EI-BT24-UNKNOWN',
    severity: severity === 'error' || !last.advisory ? severity : 'information',
    source: last.source,
    message: say('routes-unknown-bt24.EI-BT24-UNKNOWN.message'),
    whoFixes: 'erp',
    term: 'BT-24',
  };
  const findings = [...last.findings, finding];
  const outcome = last.outcome === 'not_run' ? { ...last, findings } : { ...last, ...outcomeOf(findings) };
  return [...layers.slice(0, -1), outcome];
}
