import { type Layer, outcomeOf, type RulesEnd } from './layer.ts';

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
const REASONS: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^XPTY0004$/, 'it reads one value, and the file has several or none there'],
  [/^FORG0001$|^FODT|^FOCA/, 'it reads a number or a date, and the file has something else there'],
  [/^FOAR/, 'it computes with a value that is zero or too large'],
];

const NUMBERS = ['', '', 'two', 'three', 'four'];

function reasonOf({ code, repeated }: RulesEnd): string {
  if (repeated)
    return `it reads one value, and the file has ${NUMBERS[repeated.count] ?? repeated.count} ${repeated.several}; EN 16931 allows one`;
  const [, reason = 'it ends with an error'] = REASONS.find(([codes]) => codes.test(code)) ?? [];
  return reason;
}

function messageOf(end: RulesEnd, source: string): string {
  const { code, rule } = end;
  const which = rule === undefined ? `A rule of ${source}` : `Rule ${rule} of ${source}`;
  return `${which} cannot judge this file: ${reasonOf(end)} (${code}). No rule of this layer gives a verdict on the file.`;
}
