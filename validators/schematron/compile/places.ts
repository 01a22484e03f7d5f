import { PackRefused } from '../load/refusal.ts';
import type { Expression, Place } from '../load/schema.ts';
import type { Expr } from '../xpath/ast.ts';
import { XPathSyntaxError } from '../xpath/lex.ts';
import { parseXPath } from '../xpath/parse.ts';
import { NotUnderstood } from './make.ts';

export function parsed(expression: Expression, resolve: (prefix: string) => string | undefined): Expr {
  return located(expression.at, () => parseXPath(expression.text, resolve), expression.text);
}

/** Puts the place to what the compiler refuses. */
export function located<T>(at: Place, step: () => T, expression?: string): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof NotUnderstood) throw new PackRefused(at, error.message, expression);
    if (error instanceof XPathSyntaxError)
      throw new PackRefused(at, `${error.message} at character ${error.offset + 1}`, expression);
    throw error;
  }
}
