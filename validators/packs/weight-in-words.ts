import { say, sentences, type Text } from '../vocabulary/message.ts';
import type { RuleWeights } from './catalogue.ts';

/** The weight of a rule in each syntax, in the order of telling. */
export type Weights = ReadonlyMap<string, RuleWeights[string]>;

/** Once if all syntaxes agree. */
export function weightInWords(weights: Weights): Text {
  const [weight = 'fatal', ...others] = new Set(weights.values());
  if (others.length === 0) return say('rules.weight', { weight });
  const each = [...weights].map(([syntax, one]) =>
    say('rules.weight-in', { syntax: syntax.toUpperCase(), weight: one }),
  );
  return sentences(...each);
}
