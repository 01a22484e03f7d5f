import type { Pattern, Rule, Test } from '../load/schema.ts';
import type { Attributes } from './xslt.ts';

/** The output of a transpiled pack; its forms are here, the rules themselves in `transpile.ts`. */
export interface Output {
  readonly method: 'text' | 'xml';
  /** Templates that the rest calls. */
  declarations(write: Writer): string;
  /** Around everything. */
  whole(write: Writer, content: string): string;
  /** At the beginning of a pattern's rules. */
  pattern(write: Writer, pattern: Pattern): string;
  /** When a rule has been reached. */
  reach(write: Writer, rule: Rule): string;
  /** @param number of the test, counted over the schema from 0. @param message instructions that write it. */
  fire(write: Writer, test: Test, number: number, message: string): string;
}

/** Writes XSLT with the prefixes of one stylesheet. */
export interface Writer {
  /** Prefix for names of our own, which no name of the pack can equal. */
  readonly own: string;
  x(name: string, attributes: Attributes, ...content: readonly string[]): string;
  text(text: string): string;
}

/**
 * A record a line: `.` for every rule that was reached, `=` at the end, and for every test that fired its number, the place as child
 * positions (`/1/4/@currencyID`), and the message, separated by tabs. A record cannot contain a tab or line feed: messages have their white
 * space collapsed.
 */
export const RECORDS: Output = {
  method: 'text',
  declarations: ({ own, x, text }) =>
    x(
      'template',
      { name: `${own}:fired` },
      x('param', { name: `${own}:test`, as: 'xs:integer' }),
      x('param', { name: `${own}:message` }),
      x('value-of', {
        select:
          `string-join((string($${own}:test), ` +
          `concat(string-join(ancestor-or-self::*/concat('/', 1 + count(preceding-sibling::*)), ''), self::attribute()/concat('/@', name())), ` +
          `normalize-space($${own}:message)), '\t')`,
      }),
      text('\n'),
    ),
  whole: ({ text }, content) => content + text('=\n'),
  pattern: () => '',
  reach: ({ text }) => text('.\n'),
  fire: ({ own, x }, _test, number, message) =>
    x(
      'call-template',
      { name: `${own}:fired` },
      x('with-param', { name: `${own}:test`, select: String(number) }),
      x('with-param', { name: `${own}:message` }, message),
    ),
};

export const SVRL_NAMESPACE = 'http://purl.oclc.org/dsdl/svrl';

/**
 * Schematron Validation Report Language (ISO/IEC 19757-3, annex D), as publishers' stylesheets write it: every pattern, every rule that was
 * reached, and the place and text of every firing. For fair comparisons.
 */
export const SVRL: Output = {
  method: 'xml',
  declarations: () => '',
  whole: (write, content) => svrl(write, 'schematron-output', {}, content),
  pattern: (write, { id }) => svrl(write, 'active-pattern', { id }),
  reach: (write, { context }) => svrl(write, 'fired-rule', { context: context.text }),
  fire: (write, { kind, id, flag, role, test }, _number, message) =>
    svrl(
      write,
      kind === 'assert' ? 'failed-assert' : 'successful-report',
      { test: test.text, id, flag, role },
      write.x('attribute', { name: 'location', select: 'path()' }),
      svrl(write, 'text', {}, message),
    ),
};

function svrl(
  { x, text }: Writer,
  name: string,
  attributes: Attributes,
  ...content: readonly string[]
): string {
  const written = Object.entries(attributes).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return x(
    'element',
    { name: `svrl:${name}`, namespace: SVRL_NAMESPACE },
    ...written.map(([attribute, value]) => x('attribute', { name: attribute }, text(value))),
    ...content,
  );
}
