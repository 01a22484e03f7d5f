import SaxonJS from 'saxon-js';

/** `SaxonJS.XPath.evaluate`, which the engine's type declarations lack. */
interface Evaluator {
  readonly XPath: {
    evaluate(
      expression: string,
      context: null,
      options: { params: Readonly<Record<string, unknown>> },
    ): unknown;
  };
}

/** The string value of an XPath expression with parameters, or the code of its error. */
export function bySaxon(expression: string, params: Readonly<Record<string, unknown>> = {}): string {
  try {
    const result = (SaxonJS as unknown as Evaluator).XPath.evaluate(
      `string-join(for $r in (${expression}) return string($r), '|')`,
      null,
      { params },
    );
    return result as string;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    return code;
  }
}

/** The value of our engine, in the same form. */
export function byUs(compute: () => string): string {
  try {
    return compute();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    return code;
  }
}
