import type { Place } from './schema.ts';

/**
 * The whole pack is refused because part of it is not understood. Never thrown for one rule alone: a pack without one of its rules would
 * call invalid documents valid.
 */
export class PackRefused extends Error {
  /** The id of the rule in whose test it is, if it is in one. */
  rule?: string;

  constructor(
    readonly at: Place,
    readonly reason: string,
    /** The XPath or attribute value that caused it, if there is one. */
    readonly expression?: string,
  ) {
    super(`${at.file}:${at.line}: ${reason}${expression === undefined ? '' : ` in "${show(expression)}"`}`);
    this.name = 'PackRefused';
  }
}

const LONGEST = 300;

const show = (expression: string): string =>
  expression.length > LONGEST ? `${expression.slice(0, LONGEST)}…` : expression;
