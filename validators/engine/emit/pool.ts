import type { NodeTest } from '../xpath/ast.ts';
import { nodeOperations, operations } from '../runtime/operations.ts';
import { quote } from './writer.ts';

/** Constants of a module, each made once when the pack is linked. Names are counted, never taken from a pack. */
export class Pool {
  private readonly names = new Map<string, string>();

  /** @param expression source text that calls the run time; constants with the same text are one. */
  constant(expression: string): string {
    let name = this.names.get(expression);
    if (!name) this.names.set(expression, (name = `K${this.names.size}`));
    return name;
  }

  /** The id of an expanded name. */
  name(namespace: string, localName: string): string {
    return this.constant(`vocabulary.name(${quote(namespace)}, ${quote(localName)})`);
  }

  regex(pattern: string): string {
    return this.constant(`compileRegex(${quote(pattern)})`);
  }

  strings(strings: readonly string[]): string {
    return this.constant(`new StringSet([${strings.map(quote).join(', ')}])`);
  }

  codeList(list: string, separator: string): string {
    return this.constant(`new CodeList(${quote(list)}, ${quote(separator)})`);
  }

  /** A function of the run time. */
  operation(fn: string): string {
    if (fn in nodeOperations) return this.constant(`nodeOperations.${fn}`);
    if (!(fn in operations)) throw new Error(`the run time has no operation "${fn}"`);
    return this.constant(`operations.${fn}`);
  }

  decimal(digits: string): string {
    return this.constant(`operations.decimalFromString(${quote(digits)})`);
  }

  /** Whether a node, given as source text, passes the test; undefined if every node does. */
  nodeTest(test: NodeTest, node: string, attribute: boolean): string | undefined {
    if (test.kind !== 'name' && test.kind !== 'wildcard') return undefined;
    const column = attribute ? `attributeName[~${node}]` : `name[${node}]`;
    if (test.kind === 'name') return `${column} === ${this.name(test.name.namespace, test.name.localName)}`;
    const { namespace, localName } = test;
    if (namespace === undefined && localName === undefined) return attribute ? undefined : `${node} > 0`;
    const names = [namespace, localName].map((part) => (part === undefined ? 'undefined' : quote(part)));
    return `nameMatches(D, ${column}, ${names.join(', ')})`;
  }

  lines(): string[] {
    return [...this.names].map(([expression, name]) => `const ${name} = ${expression};`);
  }
}
