import type { RuleWeights } from './catalogue.ts';

/** The weight of a rule in each syntax, in the order of telling. */
export type Weights = ReadonlyMap<string, RuleWeights[string]>;

const WEIGHT: Readonly<Record<RuleWeights[string], string>> = {
  fatal: 'an invoice that breaks this rule is refused',
  warning: 'this is a warning: the invoice passes, but the receiver may ask for a correction',
  information: 'this is a remark: the invoice passes',
};

/** Once if all syntaxes agree. */
export function weightInWords(weights: Weights): string {
  const [flag = 'fatal', ...others] = new Set(weights.values());
  if (others.length === 0) return sentence(WEIGHT[flag]);
  return sentence(
    [...weights].map(([syntax, one]) => `in ${syntax.toUpperCase()} ${WEIGHT[one]}`).join('; '),
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
