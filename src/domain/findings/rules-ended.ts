import { type Layer, outcomeOf } from './layer.ts';

/**
 * Rules that end with an error of their own would end so another time: an amount that may stand once stands twice, say, which the
 * schema of CII allows. In a file that is for its sender to correct. In a document that we wrote it is our fault, so the layer stays
 * one that did not run.
 */
export function forTheSender(layers: readonly Layer[]): readonly Layer[] {
  return layers.map((each) => {
    if (each.outcome !== 'not_run' || each.rulesEndWith === undefined) return each;
    const { rulesEndWith, code: _code, reason: _reason, ...layer } = each;
    const finding = {
      code: 'EI-XML-SYNTAX',
      severity: layer.advisory ? 'information' : 'error',
      source: layer.source,
      message: `The rules of ${layer.source} cannot judge this file: they end with ${rulesEndWith}.`,
      fixHint:
        'Write what EN 16931 has once only once (a total, a name, an id), and each value in the type of its syntax.',
      whoFixes: 'erp',
    } as const;
    return { ...layer, ...outcomeOf([finding]) };
  });
}
