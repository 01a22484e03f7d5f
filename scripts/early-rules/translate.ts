import { translateRegex } from 'en16931-rules/engine/runtime/regex-translation.ts';
import {
  FUNCTION_NAMES,
  type Chain,
  type Expression,
  type FunctionName,
  type Link,
  type Listed,
  type ListName,
} from '../../src/domain/checks/early-rules/written-rule.ts';
import { PLACES } from '../../src/domain/invoice/canonical-places.ts';
import type { Expr, Step } from 'en16931-rules/engine/xpath/ast.ts';
import { parseXPath } from 'en16931-rules/engine/xpath/parse.ts';
import type { NamedPlace, Names } from './canonical-names.ts';
import type { CodeLists } from 'en16931-rules/packs/expand/code-lists.ts';

/** The rule needs more than terms of the canonical form: a syntax, a computed amount, or a loop. */
export class NotAboutTerms extends Error {}

export interface Seen {
  /** The place of the rule. */
  readonly place: NamedPlace;
  /** The rule's variables. */
  readonly lets: Readonly<Record<string, string>>;
  readonly names: Names;
  readonly codes: CodeLists;
  /** Codes of a list that the published rules for the other syntax alone allow. */
  readonly lacks: CodeLists;
  readonly phrases: Readonly<Record<string, string>>;
  /** Parts of tests that have another text in a canonical invoice. */
  readonly texts: Readonly<Record<string, string>>;
  /** The variable for the value before the brackets. */
  readonly bound?: string;
  /** The meaning of `.`, if it is not the value of the rule. */
  readonly item?: Expression;
}

/** A test of a rule file, in terms of the canonical form. @throws NotAboutTerms */
export function translate(text: string, seen: Seen): Expression {
  return expression(parse(text, seen), seen);
}

function parse(text: string, { phrases, texts }: Pick<Seen, 'phrases' | 'texts'>): Expr {
  const plain = Object.entries(texts)
    .reduce((left, [text, means]) => left.replaceAll(text, means), text)
    .replace(/\{([A-Z-]+)\}/g, (_, name: string) => phrases[name] ?? notOurs())
    // Weights are written one after the other, which is no XPath.
    .replace(/, (\d+(?: \d+)+)\)/g, ", '$1')");
  // `not($BT-148) or …` is XPath already: `BT-148` is the name of a variable.
  return parseXPath(plain, (prefix) => prefix);
}

function notOurs(): never {
  throw new NotAboutTerms('asks for a phrase of a syntax');
}

function expression(expr: Expr, seen: Seen): Expression {
  switch (expr.kind) {
    case 'and':
    case 'or':
      return [expr.kind, ...operands(expr, expr.kind).map((part) => expression(part, seen))];
    case 'compare':
      return ['compare', expr.op, expression(expr.left, seen), expression(expr.right, seen)];
    case 'arithmetic':
      if (expr.op === 'idiv') throw new NotAboutTerms(`computes with ${expr.op}`);
      return ['calculate', expr.op, expression(expr.left, seen), expression(expr.right, seen)];
    case 'if':
      return [
        'if',
        expression(expr.test, seen),
        expression(expr.then, seen),
        expression(expr.otherwise, seen),
      ];
    case 'string':
      return ['text', expr.value];
    case 'integer':
    case 'decimal':
    case 'double':
      return ['number', expr.digits];
    case 'sequence':
      return ['list', ...expr.items.map((item) => expression(item, seen))];
    case 'context-item':
      return seen.item ?? ['self'];
    case 'cast':
      return cast(expr.type.localName, expr.operand, seen);
    case 'castable':
      if (expr.type.localName !== 'date') throw new NotAboutTerms(`asks with ${expr.kind}`);
      return ['call', 'is-date', expression(expr.operand, seen)];
    case 'every':
      return everyOne(expr, seen);
    case 'call':
      return call(expr.name.localName, expr.args, seen);
    case 'variable':
      return variable(expr.name, seen);
    case 'path':
    case 'filter':
    case 'union':
      return selection(expr, seen);
    default:
      throw new NotAboutTerms(`asks with ${expr.kind}`);
  }
}

/** True if none of the values breaks the test. */
function everyOne(
  { bindings: [binding, ...more], body }: Extract<Expr, { kind: 'some' | 'every' }>,
  seen: Seen,
): Expression {
  const of = binding && chains(binding.in, seen);
  const [[link] = []] = of ?? [];
  if (!binding || more.length > 0 || of?.length !== 1 || link === undefined)
    throw new NotAboutTerms('asks with every');
  const holds = expression(body, { ...seen, bound: binding.variable });
  const [term, where] = typeof link === 'string' ? [link] : link;
  return ['not', ['terms', [[term, ['and', ...(where ? [where] : []), ['not', holds]]]]]];
}

/** `$parts[1]`, `(…)/substring(., 3, 9)`, or terms. */
function selection(expr: Extract<Expr, { kind: 'path' | 'filter' | 'union' }>, seen: Seen): Expression {
  if (expr.kind === 'filter') {
    const [at, ...more] = expr.predicates;
    if (at?.kind === 'integer' && more.length === 0)
      return ['call', 'item-at', expression(expr.base, seen), ['number', at.digits]];
  }
  if (expr.kind === 'path' && typeof expr.start !== 'string') {
    const [step, ...more] = expr.steps;
    const called = step && stepExpression(step);
    if (called?.kind === 'call' && more.length === 0) {
      const each = chains(expr.start, seen).map((chain) =>
        expression(called, { ...seen, item: ['terms', chain] }),
      );
      return ['list', ...each];
    }
  }
  const attribute = attributeOf(expr);
  return attribute === undefined ? ['terms', ...chains(expr, seen)] : ofScheme(attribute, seen);
}

function attributeOf(expr: Expr): string | undefined {
  if (expr.kind !== 'path' || expr.start !== 'context' || expr.steps.length !== 1) return undefined;
  const [step] = expr.steps;
  const isNamed = step?.kind === 'axis' && step.axis === 'attribute' && step.test.kind === 'name';
  return isNamed && step.test.kind === 'name' ? step.test.name.localName : undefined;
}

/** The scheme of an identifier is a term with the identifier's number: `BT-30-1`. */
function ofScheme(attribute: string, { place: { is } }: Seen): Expression {
  const scheme = `${String(is)}-1`;
  if (attribute !== 'schemeID' || !PLACES.has(scheme))
    throw new NotAboutTerms('asks for an element or attribute');
  return ['terms', [scheme]];
}

/** `a or b or c` as three. */
function operands(expr: Expr, kind: 'and' | 'or'): Expr[] {
  return expr.kind === kind ? [...operands(expr.left, kind), ...operands(expr.right, kind)] : [expr];
}

function cast(type: string, operand: Expr, seen: Seen): Expression {
  const of = expression(operand, seen);
  // Dates of the canonical form have one format, so they compare as texts.
  if (type === 'date') return of;
  // Whole numbers are decimal numbers, too; any other text ends the official layer.
  if (type === 'decimal' || type === 'integer') return ['call', 'decimal', of];
  throw new NotAboutTerms(`casts to ${type}`);
}

const isFunction = (name: string): name is FunctionName =>
  (FUNCTION_NAMES as readonly string[]).includes(name);

function call(name: string, args: readonly Expr[], seen: Seen): Expression {
  const [first, ...rest] = args;
  const of = (): Expression => {
    if (!first) throw new NotAboutTerms(`calls ${name} on nothing`);
    return expression(first, seen);
  };
  switch (name) {
    case 'true':
    case 'false':
      return name === 'true' ? ['and'] : ['or'];
    case 'not':
    case 'exists':
    case 'filled':
      return [name, of()];
    case 'decimal':
    case 'integer':
    case 'date':
      return cast(name, first!, seen);
    case 'total':
      return ['call', 'sum', of()];
    case 'string':
      return of();
    case 'codes':
      return ['list', ...seen.codes(nameOfList(first)).map((code): Expression => ['text', code])];
    case 'listed':
      return ['in-codes', asWord(of()), ...rest.map((list) => listed(list, seen))];
    case 'listed-prefix':
      return ['in-codes', of(), ...rest.map((list) => listed(list, seen))];
    case 'matches':
    case 'tokenize':
      return ['call', name, of(), ...rest.map((arg) => pattern(expression(arg, seen)))];
    default:
      if (!isFunction(name)) throw new NotAboutTerms(`calls ${name}`);
      return ['call', name, ...args.map((arg) => expression(arg, seen))];
  }
}

/** A pattern of XPath, in which `\d` is a digit of any script, for the expressions of JavaScript. */
const pattern = (of: Expression): Expression =>
  of[0] === 'text' ? ['text', translateRegex(of[1]).source] : of;

/** Codes of a list have blanks around them. */
const asWord = (of: Expression): Expression => [
  'call',
  'concat',
  ['text', ' '],
  ['call', 'normalize-space', of],
  ['text', ' '],
];

const LISTS: readonly string[] = ['iso-3166-country', 'vat-prefix-greece', 'untdid-4451'];

/** Lists are named without quotes. */
function nameOfList(expr: Expr | undefined): string {
  const step = expr?.kind === 'path' ? expr.steps[0] : undefined;
  return step?.kind === 'axis' && step.test.kind === 'name' ? step.test.name.localName : '';
}

function listed(expr: Expr, { lacks }: Seen): Listed {
  const name = nameOfList(expr);
  if (!LISTS.includes(name)) throw new NotAboutTerms(`asks the list ${name}`);
  const without = lacks(name);
  return without.length > 0 ? [name as ListName, without.join(' ')] : (name as ListName);
}

function variable(name: string, seen: Seen): Expression {
  if (/^[a-z]/.test(name)) {
    if (name === seen.bound) return ['self'];
    return expression(letOf(name, seen), seen);
  }
  return [
    'terms',
    ...findNamed(name, seen).flatMap((place) =>
      links(place.is).map((term): Chain => [narrowedLink(term, { ...seen, place })]),
    ),
  ];
}

const narrowedLink = (term: string, seen: Seen): Link =>
  seen.place.where === undefined ? term : [term, translate(seen.place.where, seen)];

function letOf(name: string, seen: Seen): Expr {
  const stated = seen.lets[name];
  if (stated === undefined) throw new NotAboutTerms(`asks with $${name}`);
  return parse(stated, seen);
}

/** `$final/…`, if a variable of the rule holds terms. */
const resolveMeaning = (expr: Expr, seen: Seen): Expr =>
  expr.kind === 'variable' && /^[a-z]/.test(expr.name) ? letOf(expr.name, seen) : expr;

const links = (is: NamedPlace['is']): readonly string[] => (typeof is === 'string' ? [is] : is);

/** The meaning of a name: in the place around, in the table of names, or a term. */
function findNamed(name: string, { place, names }: Seen): readonly NamedPlace[] {
  const inside = place.inside?.[name];
  if (inside !== undefined) return [requireKnown({ is: inside })];
  return (names[name] ?? [{ is: name }]).map(requireKnown);
}

function requireKnown(place: NamedPlace): NamedPlace {
  const lost = links(place.is).find((term) => !PLACES.has(term));
  if (lost !== undefined) throw new NotAboutTerms(`no place for ${lost}`);
  return place;
}

/** A selection of terms: `$BG-25[$BT-151 = 'S']/$BT-131`. */
const chains = (expr: Expr, seen: Seen): Chain[] => selections(expr, seen).map(shorten);

/** `$BG-25/$BT-151` is every BT-151: the path through its group is left out. */
function shorten(chain: Chain): Chain {
  const [first, next, ...rest] = chain;
  if (typeof first !== 'string' || next === undefined) return chain;
  const [around, inner] = [PLACES.get(first), PLACES.get(typeof next === 'string' ? next : next[0])];
  const isInside = around?.steps.every(({ name }, index) => inner?.steps[index]?.name === name);
  return isInside && (around?.steps.length ?? 0) > 0 ? shorten([next, ...rest]) : chain;
}

function selections(expr: Expr, seen: Seen): Chain[] {
  switch (expr.kind) {
    case 'variable':
      return (expression(expr, seen) as ['terms', ...Chain[]]).slice(1) as Chain[];
    case 'union':
      return [...selections(expr.left, seen), ...selections(expr.right, seen)];
    case 'filter':
      return filter(expr.base, expr.predicates, seen).map(({ made }) => made);
    case 'path':
      return path(expr, seen);
    default:
      throw new NotAboutTerms(`selects with ${expr.kind}`);
  }
}

interface Selection {
  readonly made: Chain;
  /** For names that apply inside it. */
  readonly place: NamedPlace;
}

function filter(base: Expr, predicates: readonly Expr[], seen: Seen): Selection[] {
  if (base.kind !== 'variable') throw new NotAboutTerms(`selects with ${base.kind}`);
  return findNamed(base.name, seen).flatMap((place) =>
    links(place.is).map((term) => ({ made: [restrict(term, predicates, { ...seen, place })], place })),
  );
}

function restrict(term: string, predicates: readonly Expr[], seen: Seen): Link {
  const [first, ...more] = predicates.map((predicate) => expression(predicate, seen));
  if (!first) return term;
  return [term, more.length > 0 ? ['and', first, ...more] : first];
}

function path({ start, steps }: Extract<Expr, { kind: 'path' }>, seen: Seen): Chain[] {
  if (start === 'context') throw new NotAboutTerms('asks for an element or attribute');
  // `/*/$BT-5`: from the document, which is the default.
  const rooted = start === 'root';
  const first = rooted ? steps[1] : undefined;
  const base = rooted ? first && stepExpression(first) : resolveMeaning(start, seen);
  if (!base) throw new NotAboutTerms('asks for an element');
  const rest = rooted ? steps.slice(2) : steps;
  const from = base.kind === 'filter' ? filter(base.base, base.predicates, seen) : filter(base, [], seen);
  return from.flatMap(({ made, place }) => continueChain(made, rest, { ...seen, place }));
}

function continueChain(made: Chain, [step, ...rest]: readonly Step[], seen: Seen): Chain[] {
  if (!step) return [made];
  // `$BG-14/*`: anything in the group.
  if (step.kind === 'axis' && step.test.kind === 'wildcard' && rest.length === 0) return [made];
  const base = stepExpression(step);
  if (!base) throw new NotAboutTerms('asks for an element');
  const inner = base.kind === 'filter' ? filter(base.base, base.predicates, seen) : filter(base, [], seen);
  return inner.flatMap(({ made: [link], place }) => continueChain([...made, link], rest, { ...seen, place }));
}

const stepExpression = (step: Step): Expr | undefined => (step.kind === 'expression' ? step.expr : undefined);
