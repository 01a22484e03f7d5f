import { COUNTRIES } from '../../invoice/codes/countries.ts';
import { NOTE_SUBJECTS } from '../../invoice/codes/note-subjects.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import {
  type At,
  type Nodes,
  type Scope,
  hasValue,
  inside,
  insideEach,
  placeOf,
  reader,
  scopeOf,
  select,
} from './nodes.ts';
import {
  CALCULATIONS,
  FUNCTIONS,
  type Item,
  compare,
  decimalOf,
  itemOf,
  normalize,
  textOf,
} from './values.ts';
import type { Chain, Comparison, Expression, Link, Listed, ListName } from './written-rule.ts';

type Values = (at: At) => readonly Item[];
type Test = (at: At) => boolean;
/** For an expression with one value at most: many rules read it for ten thousand lines. */
type Value = (at: At) => Item | undefined;

type Parts = readonly Expression[];

/** Whether an expression holds; compiled once, run on every invoice. */
export function compileTest(expression: Expression, scope: Scope): Test {
  switch (expression[0]) {
    case 'and':
    case 'or': {
      const parts = (expression.slice(1) as Parts).map((part) => compileTest(part, scope));
      const isAll = expression[0] === 'and';
      return parts.length === 0 ? () => isAll : parts.reduce(isAll ? bothOf : eitherOf);
    }
    case 'not': {
      const test = compileTest(expression[1], scope);
      return (at) => !test(at);
    }
    case 'exists':
      return exists(expression[1], scope);
    case 'terms':
      return exists(expression, scope);
    case 'filled': {
      const text = compileText(expression[1], scope);
      return (at) => normalize(text(at)) !== '';
    }
    case 'compare':
      return comparison(expression, scope);
    case 'if': {
      const [, test, yes, no] = expression;
      const [when, then, otherwise] = [test, yes, no].map((part) => compileTest(part, scope)) as [
        Test,
        Test,
        Test,
      ];
      return (at) => (when(at) ? then(at) : otherwise(at));
    }
    case 'in-codes': {
      const [, of, ...lists] = expression;
      const text = compileText(of, scope);
      const codes = ` ${lists.flatMap(codesIn).join(' ')} `;
      return (at) => codes.includes(text(at));
    }
    default: {
      const values = compileValues(expression, scope);
      return (at) => values(at).some((value) => value !== false && value !== '');
    }
  }
}

// Two at a time: most rules have two parts, and calling them costs less than walking a list.
const bothOf =
  (one: Test, other: Test): Test =>
  (at) =>
    one(at) && other(at);
const eitherOf =
  (one: Test, other: Test): Test =>
  (at) =>
    one(at) || other(at);

const CODES: Readonly<Record<ListName, readonly string[]>> = {
  'iso-3166-country': [...COUNTRIES],
  'vat-prefix-greece': ['EL'],
  'untdid-4451': [...NOTE_SUBJECTS],
};

function codesIn(listed: Listed): readonly string[] {
  if (typeof listed === 'string') return CODES[listed];
  const [list, without] = listed;
  const lacking = new Set(without.split(' '));
  return CODES[list].filter((code) => !lacking.has(code));
}

/** The nodes that the chains select, seen from a scope. */
export function nodesOf(
  expression: Extract<Expression, readonly ['terms', ...unknown[]]>,
  scope: Scope,
): Nodes {
  const chains = (expression.slice(1) as readonly Chain[]).map((chain) => followChain(chain, scope));
  const [only] = chains;
  return only && chains.length === 1 ? only : (at) => chains.flatMap((nodes) => nodes(at));
}

function followChain([first, next, ...others]: Chain, scope: Scope): Nodes {
  const nodes = link(first, scope);
  if (next === undefined) return nodes;
  const inner = followChain([next, ...others], scopeOf(placeOf(termOf(first))));
  return (at) => nodes(at).flatMap((node) => inner(inside(at, node)));
}

export const termOf = (link: Link): string => (typeof link === 'string' ? link : link[0]);

function link(link: Link, scope: Scope): Nodes {
  if (typeof link === 'string') return select(link, scope);
  const [term, where] = link;
  const places = insideEach(term, scope);
  const test = compileTest(where, scopeOf(placeOf(term)));
  return (at) =>
    places(at)
      .filter(test)
      .flatMap(({ self }) => self ?? []);
}

function exists(of: Expression, scope: Scope): Test {
  const read = onlyReader(of, scope);
  if (read) return (at) => hasValue(read(at));
  if (of[0] !== 'terms') {
    const values = compileValues(of, scope);
    return (at) => values(at).length > 0;
  }
  const nodes = nodesOf(of, scope);
  return (at) => nodes(at).length > 0;
}

/** For a single term that occurs once at most in the scope. */
function onlyReader(of: Expression, scope: Scope): ((at: At) => unknown) | undefined {
  if (of[0] !== 'terms' || of.length !== 2) return undefined;
  const [link, ...further] = of[1] ?? [];
  return typeof link === 'string' && further.length === 0 ? reader(link, scope) : undefined;
}

/** XPath's general comparison: true if any value of one side fits any of the other. */
function comparison(
  [, how, left, right]: Extract<Expression, readonly ['compare', ...unknown[]]>,
  scope: Scope,
): Test {
  const one = singleValue(left, scope);
  const others = compileValues(right, scope);
  if (one)
    return (at) => {
      const value = one(at);
      return value !== undefined && fitsAny(how, value, others(at));
    };
  const ones = compileValues(left, scope);
  return (at) => ones(at).some((value) => fitsAny(how, value, others(at)));
}

function fitsAny(how: Comparison, value: Item, others: readonly Item[]): boolean {
  for (const other of others) if (compare(how, value, other)) return true;
  return false;
}

/** Undefined if an expression may have several values. */
function singleValue(expression: Expression, scope: Scope): Value | undefined {
  switch (expression[0]) {
    case 'self':
      return ({ self }) => self && itemOf(self.value);
    case 'terms': {
      const read = onlyReader(expression, scope);
      if (!read) return undefined;
      return (at) => {
        const value = read(at);
        return value === undefined ? undefined : itemOf(value);
      };
    }
    case 'call': {
      const [, name, of] = expression;
      const value = of && singleValue(of, scope);
      if (!value) return undefined;
      if (name === 'normalize-space') return (at) => normalize(textOf(value(at)));
      return name === 'decimal' ? (at) => decimalOf(value(at)) : undefined;
    }
    default:
      return undefined;
  }
}

function compileValues(expression: Expression, scope: Scope): Values {
  const constants = constantsOf(expression);
  if (constants) return () => constants;
  const single = singleValue(expression, scope);
  if (single)
    return (at) => {
      const value = single(at);
      return value === undefined ? [] : [value];
    };
  switch (expression[0]) {
    case 'terms': {
      const nodes = nodesOf(expression, scope);
      return (at) => nodes(at).map(({ value }) => itemOf(value));
    }
    case 'list': {
      const parts = (expression.slice(1) as Parts).map((part) => compileValues(part, scope));
      return (at) => parts.flatMap((part) => part(at));
    }
    case 'if': {
      const [, test, yes, no] = expression;
      const when = compileTest(test, scope);
      const [then, otherwise] = [compileValues(yes, scope), compileValues(no, scope)];
      return (at) => (when(at) ? then(at) : otherwise(at));
    }
    case 'calculate': {
      const [, how, left, right] = expression;
      const [one, other] = [compileValues(left, scope), compileValues(right, scope)];
      return (at) => {
        const [first, second] = [decimalOf(one(at)[0]), decimalOf(other(at)[0])];
        return first && second ? [CALCULATIONS[how](first, second)] : [];
      };
    }
    case 'call': {
      const [, name, ...args] = expression;
      const values = args.map((arg) => compileValues(arg, scope));
      return (at) => FUNCTIONS[name](values.map((value) => value(at)));
    }
    default: {
      const test = compileTest(expression, scope);
      return (at) => [test(at)];
    }
  }
}

/** Undefined if the values depend on the invoice. */
function constantsOf(expression: Expression): readonly Item[] | undefined {
  switch (expression[0]) {
    case 'text':
      return [expression[1]];
    case 'number':
      return [new Decimal(expression[1])];
    case 'list': {
      const parts = (expression.slice(1) as Parts).map(constantsOf);
      return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
    }
    default:
      return undefined;
  }
}

function compileText(expression: Expression, scope: Scope): (at: At) => string {
  const values = compileValues(expression, scope);
  return (at) => textOf(values(at)[0]);
}
