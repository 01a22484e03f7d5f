import type { Expression, Let, Rule, Schema, Test, Visits, XmlElement } from '../load/schema.ts';
import type { LabelPath } from '../match/labels.ts';
import type { Expr, QName } from '../xpath/ast.ts';
import type { Compilation, Scope, Variable } from './compilation.ts';
import { contextCond, contextPaths, hasPredicates, kindOf, labelsOf } from './contexts.ts';
import type { ContextPath } from './contexts.ts';
import { asCond, common } from './convert.ts';
import { eagerLets, onlyRead } from './eager.ts';
import { Endings } from './endings.ts';
import { FunctionLibrary, joinedText } from './functions.ts';
import { findNeeded } from './guards.ts';
import { hoist, reference } from './hoist.ts';
import type { Cond, Kind, Lowered, Needs, Slot, Unit, UserFunction, Value } from './ir.ts';
import { stringOf } from './calls.ts';
import { structuralKey } from './key.ts';
import { lowerExpr } from './lower.ts';
import { DOCUMENT, NotUnderstood, ROOT_ELEMENT, call, isNode, local, not, text } from './make.ts';
import { inOrder } from './order.ts';
import { AT_ROOT_ELEMENT } from './paths.ts';
import { inRule, locate, parse } from './places.ts';
import { AT_CONTEXT, RuleLets, isInlined } from './rule-lets.ts';
import { SharedParts } from './shared.ts';
import type { Units } from './units.ts';
import { withoutVainLoops } from './vain-loops.ts';
import type { Plain } from './walk.ts';

/** A pack in the intermediate representation: everything that a back end needs, without the Schematron text. */
export interface PackIr {
  readonly visits: Visits;
  readonly units: readonly Unit[];
  readonly functions: readonly UserFunction[];
  readonly patterns: readonly (readonly RuleIr[])[];
}

interface RuleIr {
  readonly contexts: readonly ContextIr[];
  readonly tests: readonly TestIr[];
}

export interface ContextIr {
  readonly labels: LabelPath;
  /** The current node. */
  readonly node: Slot;
  /** Undefined: the labels decide alone. */
  readonly cond: Cond | undefined;
}

export interface TestIr {
  readonly source: Test;
  readonly node: Slot;
  readonly fires: Cond;
  /** The test can fire only if one of these occurs; undefined: it is always evaluated. */
  readonly guard: readonly LabelPath[] | undefined;
  readonly message: Value;
}

/** @throws PackRefused if any part of the pack is not understood. */
export function lowerPack(schema: Schema): PackIr {
  return new PackLowering(schema).pack();
}

class PackLowering {
  private readonly c: Compilation;
  private readonly functions: FunctionLibrary;
  private readonly globals: Scope;
  private readonly parses = new Map<Expression, Expr>();
  private readonly units: Unit[] = [];
  private readonly shared = new Map<string, Unit>();
  private readonly endings = new Endings();
  private slots = 0;

  constructor(private readonly schema: Schema) {
    this.c = this.compilation();
    const variables = new Map<string, Variable>();
    // Lets refer to each other in any order: they share one map, which is full before the first is read.
    this.globals = { item: { value: DOCUMENT, needs: AT_DOCUMENT }, variables };
    for (const variable of schema.lets) variables.set(variable.name, this.globalVariable(variable));
    this.functions = new FunctionLibrary(
      this.c,
      schema.functions,
      withoutItem(this.globals),
      this.parse,
      this.lowerText,
      locate,
    );
  }

  pack(): PackIr {
    for (const variable of this.schema.lets)
      locate(variable.value.at, () => this.globals.variables.get(variable.name)?.());
    const patterns = this.schema.patterns.map((pattern) => pattern.rules.map((rule) => this.rule(rule)));
    for (const fn of this.functions.made) fn.body = hoist(withoutVainLoops(fn.body), true, this.taken);
    for (const unit of [...this.units]) unit.body = hoist(unit.body, unit.context !== undefined, this.taken);
    return {
      visits: this.schema.visits,
      units: this.units,
      functions: this.functions.made,
      patterns: this.overSharedParts(patterns),
    };
  }

  /** Messages are left as they are: few are ever made. */
  private overSharedParts(patterns: PackIr['patterns']): PackIr['patterns'] {
    const parts = new SharedParts((body, context) => this.c.newUnit(body, context));
    const units = [...this.units];
    for (const { contexts, tests } of patterns.flat()) {
      for (const { cond, node } of contexts) if (cond) parts.count(cond, node);
      for (const { fires, node } of tests) parts.count(fires, node);
    }
    for (const { body, context } of units) parts.count(body, context);
    for (const unit of units) unit.body = parts.share(unit.body, unit.context);
    const inContext = (context: ContextIr): ContextIr =>
      context.cond ? { ...context, cond: parts.share(context.cond, context.node) } : context;
    return patterns.map((rules) =>
      rules.map(({ contexts, tests }) => ({
        contexts: contexts.map(inContext),
        tests: tests.map((test) => ({ ...test, fires: parts.share(test.fires, test.node) })),
      })),
    );
  }

  private rule(rule: Rule): RuleIr {
    const contexts = locate(rule.at, () => contextPaths(this.parse(rule.context))).map((path) =>
      this.endings.inLabel(path),
    );
    const isRoot = contexts.every(
      ({ steps }) => steps.length === 1 && !steps[0]!.label.anywhere && !steps[0]!.label.attribute,
    );
    const kind = contexts.map(kindOf).reduce<Kind>((a, b) => common(a, b) ?? 'node', 'none');
    const lets = new RuleLets(rule.lets, kind, this.globals, this.c, this.lowerText);
    const scopeAt = (node: Slot): Scope =>
      isRoot ? lets.scopeAt(ROOT_ELEMENT, AT_ROOT_ELEMENT) : lets.scopeAt(local(node), AT_CONTEXT);
    const tests = rule.tests.map((test) => {
      const node = this.c.newSlot(kind);
      const of = contexts.map(labelsOf);
      return inRule(test.id, () => this.test(test, node, scopeAt(node), of, !isRoot));
    });
    const eager = eagerLets(rule, this.parse).flatMap((index) => {
      const node = this.c.newSlot(kind);
      return this.eager(rule.lets[index]!, node, lets.readAt(index, scopeAt(node)));
    });
    lets.checkAll(isRoot ? ROOT_ELEMENT : undefined);
    return {
      contexts: contexts.map((path) => this.context(rule.context, path)),
      tests: [...eager, ...tests],
    };
  }

  /** A test that never fires and only evaluates a let. */
  private eager({ name, value }: Let, node: Slot, lowered: Lowered): readonly TestIr[] {
    const fires = onlyRead(lowered, this.c.newSlot);
    const source: Test = { kind: 'report', id: undefined, flag: undefined, role: undefined, test: { text: `$${name}`, at: value.at }, message: [], at: value.at }; // prettier-ignore
    return fires ? [{ source, node, fires, guard: undefined, message: text('') }] : [];
  }

  private context(source: Expression, path: ContextPath): ContextIr {
    const node = this.c.newSlot(kindOf(path));
    const labels = labelsOf(path);
    if (!hasPredicates(path)) return { labels, node, cond: undefined };
    const cond = locate(source.at, () => contextCond(this.c, path, local(node), this.globals), source.text);
    return { labels, node, cond: hoist(withoutVainLoops(cond), true, this.taken) };
  }

  private test(
    source: Test,
    node: Slot,
    scope: Scope,
    contexts: readonly LabelPath[],
    repeated: boolean,
  ): TestIr {
    const lowered = this.lowerText(source.test, scope);
    const holds = locate(source.at, () => asCond(lowered), source.test.text);
    const fires = source.kind === 'assert' ? not(holds) : holds;
    const message = locate(source.at, () => this.message(source, scope));
    return {
      source,
      node,
      fires: locate(source.at, () => hoist(withoutVainLoops(fires), repeated, this.taken), source.test.text),
      guard: guardOf(fires, contexts),
      message,
    };
  }

  /** With its white space as written: a report in another program's form has it so. */
  private message({ message }: Test, scope: Scope): Value {
    const parts = message.map((part): Value => {
      if (part.kind === 'text') return text(part.text);
      if (part.kind === 'value-of') return joinedText(this.c, this.lowerText(part.select, scope));
      return nameText(part.path ? this.lowerText(part.path, scope) : scope.item!.value);
    });
    if (parts.every((part) => part.op === 'const')) return text(parts.map(({ value }) => value).join(''));
    return call('string', 'concat', ...parts);
  }

  private globalVariable({ value }: Let): Variable {
    let reading = false;
    let read: Variable | undefined;
    return () => {
      if (read) return read();
      if (reading) throw new NotUnderstood('a variable that is defined by itself');
      reading = true;
      const lower = (): Lowered => this.lowerText(value, this.globals);
      const lowered = lower();
      read = isInlined(lowered) ? lower : this.keepOnce(lowered as Plain);
      return read();
    };
  }

  private keepOnce(lowered: Plain): Variable {
    const body = lowered.form === 'seq' ? inOrder(lowered, 'exact') : lowered;
    const unit = this.c.newUnit(withoutVainLoops(body));
    return () => reference(unit, body);
  }

  /** The units that `hoisted` makes. */
  private readonly taken: Units = {
    share: (body) => {
      const key = structuralKey(body);
      const cached = this.shared.get(key);
      if (cached) return cached;
      const unit = this.c.newUnit(body);
      this.shared.set(key, unit);
      unit.body = hoist(body, false, this.taken);
      return unit;
    },
    over: (context, body) => {
      const unit = this.c.newUnit(body, context);
      unit.body = hoist(body, true, this.taken);
      return unit;
    },
    newSlot: (...of) => this.c.newSlot(...of),
  };

  private readonly resolve = (prefix: string): string | undefined => this.schema.namespaces.get(prefix);

  /** A variable is lowered at each use, from one tree. */
  private readonly parse = (expression: Expression): Expr => {
    const cached = this.parses.get(expression);
    if (cached) return cached;
    const expr = parse(expression, this.resolve);
    this.parses.set(expression, expr);
    return expr;
  };

  private readonly lowerText = (expression: Expression, scope: Scope): Lowered =>
    locate(expression.at, () => lowerExpr(this.c, this.parse(expression), scope), expression.text);

  private compilation(): Compilation {
    const c: Compilation = {
      lower: (expr: Expr, scope: Scope) => lowerExpr(c, expr, scope),
      newSlot: (kind, isMany = false, optional = false) => ({
        id: this.slots++,
        kind,
        many: isMany,
        optional,
      }),
      newUnit: (body, context) => {
        const unit: Unit = { id: this.units.length, context, body };
        this.units.push(unit);
        return unit;
      },
      userFunction: (name: QName, args) => this.functions.call(name.namespace, name.localName, args),
      document: (name): XmlElement | undefined => this.schema.documents.get(name),
    };
    return c;
  }
}

const AT_DOCUMENT: Needs = { from: 'root', alternatives: [[]], sealed: false };

/** Functions have no context item. */
const withoutItem = (scope: Scope): Scope => ({ ...scope, item: undefined });

/** More patterns than these take longer to follow than the test that they could save. */
const MAX_GUARDS = 64;

function guardOf(fires: Cond, contexts: readonly LabelPath[]): readonly LabelPath[] | undefined {
  const needs = findNeeded(fires, true);
  if (!needs) return undefined;
  const paths = needs.flatMap(({ from, alternatives }) =>
    from === 'root'
      ? alternatives
      : contexts.flatMap((context) => alternatives.map((path) => [...context, ...path])),
  );
  const isVain = needs.some(({ alternatives }) => alternatives.some((path) => path.length === 0));
  return isVain || paths.length > MAX_GUARDS ? undefined : paths;
}

function nameText(lowered: Lowered): Value {
  const value =
    lowered.form === 'seq'
      ? ({
          form: 'value',
          op: 'first',
          kind: lowered.kind,
          optional: true,
          seq: inOrder(lowered, 'exact'),
        } as const)
      : lowered;
  if (value.form !== 'value' || !isNode(value.kind))
    throw new NotUnderstood('<name> of something that is no node');
  return stringOf(call('string', 'qname', value));
}
