import type { Place } from './schema.ts';

/**
 * The pack as a whole is not taken: something in it is not understood. Never thrown for one rule alone, because a pack
 * that runs without one of its rules calls documents valid that are not.
 */
export class PackRefused extends Error {
  constructor(
    readonly at: Place,
    readonly reason: string,
    /** The XPath or attribute value that is to blame, where there is one. */
    readonly expression?: string,
  ) {
    super(`${at.file}:${at.line}: ${reason}${expression === undefined ? '' : ` in "${shown(expression)}"`}`);
    this.name = 'PackRefused';
  }
}

const LONGEST = 300;

const shown = (expression: string): string =>
  expression.length > LONGEST ? `${expression.slice(0, LONGEST)}…` : expression;
