import { LIMITS, PackTooLarge } from '../load/limits.ts';
import { PackRefused } from '../load/pack-refused.ts';
import type { Expression, Place } from '../load/schema.ts';
import type { Expr } from '../xpath/ast.ts';
import { XPathSyntaxError } from '../xpath/lex.ts';
import { nestingOf } from '../xpath/nesting.ts';
import { parseXPath } from '../xpath/parse.ts';
import { TooCostly } from './effort.ts';
import { NotUnderstood } from './make.ts';

export function parse({ text, at }: Expression, resolve: (prefix: string) => string | undefined): Expr {
  return locate(
    at,
    () => {
      if (text.length > LIMITS.expression) throw new PackTooLarge(at, 'a longer expression than are taken');
      const expr = parseXPath(text, resolve);
      if (nestingOf(expr) > LIMITS.nesting) throw tooDeep(at, text);
      return expr;
    },
    text,
  );
}

/** Adds the place to a error of the compiler. */
export function locate<T>(at: Place, step: () => T, expression?: string): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof NotUnderstood) throw new PackRefused(at, error.message, expression);
    if (error instanceof XPathSyntaxError)
      throw new PackRefused(at, `${error.message} at character ${error.offset + 1}`, expression);
    if (error instanceof TooCostly) throw new PackTooLarge(at, error.message, expression);
    // Expressions are walked by recursion: this one is deeper than the stack.
    if (error instanceof RangeError) throw tooDeep(at, expression);
    throw error;
  }
}

/** Names the rule in whose test an error is. */
export function inRule<T>(id: string | undefined, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof PackRefused && id !== undefined) error.rule = id;
    throw error;
  }
}

const tooDeep = (at: Place, expression?: string): PackTooLarge =>
  new PackTooLarge(at, 'nested too deeply', expression);
