import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Node = Readonly<Record<string, unknown>>;

/** What callers rely on, as facts by their place: `GET /search query q` is `required`, `CareRow.route` is `optional Route`. */
type Summary = Readonly<Record<string, string>>;

export interface Change {
  readonly at: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly before?: string;
  readonly after?: string;
  /** A caller that worked before may not work after it. */
  readonly breaking: boolean;
}

const PROJECT = new URL('../../', import.meta.url);
/** The release that the unreleased description is compared with. */
const BASE = '0.1.0';
export const pathOf = (name: string): URL => new URL(`docs/api-changes/${name}.json`, PROJECT);
const readSummary = (name: string): Summary => JSON.parse(readFileSync(pathOf(name), 'utf8')) as Summary;
const presentSummary = (): Summary =>
  summaryOf(
    parse(readFileSync(new URL('openapi.yaml', PROJECT), 'utf8'), { merge: true, maxAliasCount: -1 }) as Node,
  );

const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch']);
const nodeAt = (of: unknown, name: string): Node => ((of as Node | undefined)?.[name] ?? {}) as Node;
const listAt = (of: Node, name: string): readonly Node[] => (of[name] ?? []) as readonly Node[];
const refName = (node: Node): string => String(node['$ref']).split('/').at(-1) ?? '';

export function summaryOf(description: Node): Summary {
  const facts: Record<string, string> = {};
  const resolve = (node: Node): Node =>
    typeof node['$ref'] !== 'string'
      ? node
      : node['$ref'].split('/').slice(1).reduce<Node>(nodeAt, description);
  for (const [path, item] of Object.entries(nodeAt(description, 'paths')) as [string, Node][])
    for (const [method, call] of Object.entries(item) as [string, Node][]) {
      if (!METHODS.has(method)) continue;
      const name = `${method.toUpperCase()} ${path}`;
      facts[name] = String(call['x-scope'] ?? 'open');
      for (const one of [...listAt(item, 'parameters'), ...listAt(call, 'parameters')].map(resolve))
        facts[`${name} ${String(one['in'])} ${String(one['name'])}`] =
          one['required'] === true ? 'required' : 'optional';
      const body = nodeAt(call, 'requestBody');
      for (const [type, content] of Object.entries(nodeAt(resolve(body), 'content')) as [string, Node][])
        addSchema(`${name} body ${type}`, nodeAt(content, 'schema'), 'takes', facts);
      for (const [status, answer] of Object.entries(nodeAt(call, 'responses')) as [string, Node][])
        if (status.startsWith('2'))
          for (const [type, content] of Object.entries(nodeAt(resolve(answer), 'content')) as [
            string,
            Node,
          ][])
            addSchema(`${name} ${status} ${type}`, nodeAt(content, 'schema'), 'gives', facts);
    }
  for (const [name, schema] of Object.entries(nodeAt(nodeAt(description, 'components'), 'schemas')) as [
    string,
    Node,
  ][])
    addSchema(`schema ${name}`, schema, 'is', facts);
  return Object.fromEntries(Object.entries(facts).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** A schema with a name of its own is described once, under `schema`. */
function addSchema(at: string, schema: Node, verb: string, facts: Record<string, string>): void {
  facts[at] = `${verb} ${typeOf(schema)}`;
  if (typeof schema['$ref'] === 'string') return;
  for (const part of ['allOf', 'oneOf', 'anyOf'])
    for (const [index, one] of listAt(schema, part).entries())
      addSchema(`${at} ${part} ${index}`, one, 'is', facts);
  if (schema['items'] !== undefined) addSchema(`${at}[]`, nodeAt(schema, 'items'), 'is', facts);
  const needed = (schema['required'] ?? []) as readonly string[];
  for (const [name, member] of Object.entries(nodeAt(schema, 'properties')) as [string, Node][])
    addSchema(`${at}.${name}`, member, needed.includes(name) ? 'required' : 'optional', facts);
  for (const value of (schema['enum'] ?? []) as readonly unknown[])
    facts[`${at} value ${String(value)}`] = 'is allowed';
}

const typeOf = (schema: Node): string =>
  typeof schema['$ref'] === 'string'
    ? refName(schema)
    : [schema['type'] ?? 'any'].flat().map(String).join(' or ');

/** What is added breaks a caller only if it has to be given; what is taken away, or becomes something else, may. */
export function changesBetween(before: Summary, after: Summary): readonly Change[] {
  const places = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return places.flatMap((at): Change[] => {
    const [was, is] = [before[at], after[at]];
    if (was === is) return [];
    if (was === undefined)
      return [{ at, change: 'added', after: is!, breaking: isDemanded(at, is!) && isOld(at, before) }];
    if (is === undefined) return [{ at, change: 'removed', before: was, breaking: true }];
    return [{ at, change: 'changed', before: was, after: is, breaking: !isEased(at, was, is) }];
  });
}

const isDemanded = (at: string, is: string): boolean => is.startsWith('required') && !/ 2\d\d /.test(at);

/** A part of something new asks nothing of a caller who does not use it. */
const isOld = (at: string, before: Summary): boolean =>
  at.replace(/[ .][^ .]*$/, '').replace(/ (?:query|header)$/, '') in before;

/** A parameter that may be left out from now on. */
const isEased = (at: string, was: string, is: string): boolean =>
  / (?:query|header) /.test(at) && was === 'required' && is === 'optional';

export const presentChanges = () => ({
  from: BASE,
  to: 'unreleased',
  changes: changesBetween(readSummary(BASE), presentSummary()),
});
