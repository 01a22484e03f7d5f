import type { Instruction, Rule, Schema, Test, XslFunction } from 'en16931-rules/engine/load/schema.ts';
import type { Expr } from 'en16931-rules/engine/xpath/ast.ts';
import { parseXPath } from 'en16931-rules/engine/xpath/parse.ts';
import type { Lexicon, PackFunction } from './making.ts';
import { lexiconOf } from './lexicon.ts';

/** One assert or report of a pack. */
export interface Assertion {
  /** From 0, in the order of the pack. */
  readonly index: number;
  readonly test: Test;
  readonly rule: Rule;
  /** The rules before it in its pattern. */
  readonly earlier: readonly Rule[];
}

export interface ParsedPack {
  readonly schema: Schema;
  readonly assertions: readonly Assertion[];
  readonly lexicon: Lexicon;
  parse(text: string): Expr;
  functionNamed(namespace: string, name: string): PackFunction | undefined;
}

export function parsePack(schema: Schema): ParsedPack {
  const known = new Map<string, Expr>();
  const parse = (text: string): Expr => {
    const expr = known.get(text) ?? parseXPath(text, (prefix) => schema.namespaces.get(prefix));
    known.set(text, expr);
    return expr;
  };
  const assertions: Assertion[] = [];
  for (const { rules } of schema.patterns)
    for (const [nth, rule] of rules.entries())
      for (const test of rule.tests)
        assertions.push({ index: assertions.length, test, rule, earlier: rules.slice(0, nth) });
  const texts = [
    ...schema.lets.map(({ value }) => value.text),
    ...schema.patterns.flatMap(({ rules }) => rules).flatMap(({ context, lets, tests }) => [context.text, ...lets.map(({ value }) => value.text), ...tests.map(({ test }) => test.text)]), // prettier-ignore
  ];
  const functions = new Map(
    schema.functions.map((fn) => [`${fn.namespace} ${fn.localName}`, packFunction(fn, parse)]),
  );
  return {
    schema,
    assertions,
    lexicon: lexiconOf(texts.map(parse)),
    parse,
    functionNamed: (namespace, name) => functions.get(`${namespace} ${name}`),
  };
}

function packFunction({ params, body }: XslFunction, parse: (text: string) => Expr): PackFunction {
  const variables: { name: string; value: Expr }[] = [];
  let result: Expr | undefined;
  for (const instruction of body) {
    const value = selected(instruction);
    if (!value || result) return { params: params.map(({ name }) => name), body: undefined };
    if (instruction.kind === 'variable') variables.push({ name: instruction.name, value: parse(value) });
    else result = parse(value);
  }
  return { params: params.map(({ name }) => name), body: result && { variables, result } };
}

function selected(instruction: Instruction): string | undefined {
  if (instruction.kind === 'sequence') return instruction.select.text;
  const value = instruction.kind === 'variable' ? instruction.value : undefined;
  return value && 'text' in value ? value.text : undefined;
}

/** The same pack, each test having its index as id. */
export function numbered(schema: Schema): Schema {
  let index = 0;
  const patterns = schema.patterns.map((pattern) => ({
    ...pattern,
    rules: pattern.rules.map((rule) => ({
      ...rule,
      tests: rule.tests.map((test) => ({ ...test, id: String(index++) })),
    })),
  }));
  return { ...schema, patterns };
}
