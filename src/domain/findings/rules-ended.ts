import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { type Layer, outcomeOf, type RulesEnd } from 'en16931-rules/vocabulary/layer.ts';

/**
 * Rules that end with an error on a document do so at every try: for example, an amount that may occur once occurs twice, which the schema
 * of CII allows. In a file the sender has to correct that. In a document that we wrote it is our fault, so the layer stays `not_run`.
 */
export function forTheSender(layers: readonly Layer[]): readonly Layer[] {
  return layers.map((each) => {
    if (each.outcome !== 'not_run' || each.rulesEnd === undefined) return each;
    const { code: _code, reason: _reason, ...layer } = each;
    const { rulesEnd } = each;
    const { repeated } = rulesEnd;
    const location = repeated?.location ?? rulesEnd.location;
    const finding = {
      code: 'EI-RULES-END',
      severity: layer.advisory ? 'information' : 'error',
      source: layer.source,
      message: messageOf(rulesEnd, layer.source),
      whoFixes: 'erp',
      ...(repeated && { fixHint: repeated.remedy }),
      ...(location && { location }),
    } as const;
    return { ...layer, ...outcomeOf([finding]) };
  });
}

/** By the W3C's codes: the content that a rule could not read. */
const REASONS: readonly (readonly [codes: RegExp, reason: Text])[] = [
  [/^XPTY0004$/, say('findings.it-reads-one-value-and-file-has-several')],
  [/^FORG0001$|^FODT|^FOCA/, say('findings.it-reads-number-or-date-and-file-has')],
  [/^FOAR/, say('findings.it-computes-with-value-that-is-zero-or')],
];

function reasonOf({ code, repeated }: RulesEnd): Text {
  if (repeated)
    return say('findings.it-reads-one-value-and-file-has-en', {
      count: repeated.count,
      several: repeated.several,
    });
  const [, reason = say('findings.it-ends-with-error')] = REASONS.find(([codes]) => codes.test(code)) ?? [];
  return reason;
}

function messageOf(end: RulesEnd, source: string): Text {
  const { code, rule } = end;
  const values = { source, end: reasonOf(end), code };
  return rule === undefined
    ? say('findings.rule-of-source-cannot-judge-this-file', values)
    : say('findings.rule-cannot-judge-this-file', { rule, ...values });
}
