import type { Expression, Instruction, Place, XslFunction } from '../load/schema.ts';
import type { Expr } from '../xpath/ast.ts';
import type { Compilation, Scope } from './compilation.ts';
import { withVariable } from './compilation.ts';
import { asAtomic, asCond, asSeq, asValue, mapSeq } from './convert.ts';
import { stringOf } from './calls.ts';
import { isEager, raisingValue } from './eager.ts';
import type { Lowered, Seq, Slot, UserFunction, Value } from './ir.ts';
import { ABSENT, EMPTY, NotUnderstood, choice, local, many, retag, text, through } from './make.ts';
import { inOrder } from './order.ts';
import { convert, sequenceType, convertUndeclared } from './sequence-type.ts';
import { isTotal } from './total.ts';
import type { Plain } from './walk.ts';

/** Parses and lowers an expression of the pack; refuses it with its place. */
type LowerText = (expression: Expression, scope: Scope) => Lowered;
/** Runs a step whose errors name the place `at`. */
type Located = <T>(at: Place, step: () => T) => T;

/**
 * `xsl:function` declarations, one copy per combination of argument kinds: an argument without a declared type may be a node in one call
 * and a string in another, and no kind means "anything".
 */
export class FunctionLibrary {
  readonly made: UserFunction[] = [];
  private readonly copies = new Map<string, UserFunction>();

  constructor(
    private readonly c: Compilation,
    private readonly declarations: readonly XslFunction[],
    private readonly globals: Scope,
    private readonly parse: (expression: Expression) => Expr,
    private readonly lowerText: LowerText,
    private readonly located: Located,
  ) {}

  call(
    namespace: string,
    localName: string,
    args: readonly Lowered[],
  ): { fn: UserFunction; args: readonly Plain[] } | undefined {
    const declaration = this.declarations.find(
      (fn) => fn.namespace === namespace && fn.localName === localName && fn.params.length === args.length,
    );
    if (!declaration) return undefined;
    const passed = args.map((arg, index) => {
      const as = declaration.params[index]!.as;
      return as === undefined ? convertUndeclared(arg, this.c.newSlot) : convert(arg, sequenceType(as));
    });
    return { fn: this.copyFor(declaration, passed), args: passed };
  }

  private copyFor(declaration: XslFunction, args: readonly (Value | Seq)[]): UserFunction {
    const shapes = args.map((arg) => `${arg.form} ${arg.kind} ${arg.form === 'value' && arg.optional}`);
    const key = [this.declarations.indexOf(declaration), ...shapes].join('|');
    const cached = this.copies.get(key);
    if (cached) return cached;
    const params = args.map((arg) =>
      this.c.newSlot(arg.kind, arg.form === 'seq', arg.form === 'value' && arg.optional),
    );
    const fn: UserFunction = { id: this.made.length, params, body: placeholder(declaration) };
    this.made.push(fn);
    this.copies.set(key, fn);
    fn.body = this.located(declaration.at, () => this.body(declaration, params));
    return fn;
  }

  private body(declaration: XslFunction, params: readonly Slot[]): Plain {
    const scope = declaration.params.reduce(
      (inner, param, index) => withVariable(inner, param.name, () => read(params[index]!)),
      this.globals,
    );
    return this.block(declaration.body, scope, declaration.as);
  }

  /** Variables, then one instruction for the result. */
  private block(body: readonly Instruction[], scope: Scope, as: string | undefined): Plain {
    const [first, ...rest] = body;
    if (!first) return as === undefined ? EMPTY : plain(EMPTY, as);
    if (first.kind === 'variable') return this.located(first.at, () => this.variable(first, rest, scope, as));
    if (rest.length > 0) throw new NotUnderstood('a function with more than one result instruction');
    return plain(this.result(first, scope), as);
  }

  private variable(
    variable: Extract<Instruction, { kind: 'variable' }>,
    rest: readonly Instruction[],
    scope: Scope,
    as: string | undefined,
  ): Plain {
    const lower = (): Lowered => this.variableValue(variable, scope);
    const lowered = lower();
    const eager = isEager([variable, ...rest], this.parse) ? raisingValue(lowered) : undefined;
    const init = eager ?? harmlessValue(lowered);
    if (!init) return this.block(rest, withVariable(scope, variable.name, lower), as);
    const slot = this.c.newSlot(init.kind, init.form === 'seq', init.form === 'value' && init.optional);
    return bind(
      slot,
      init,
      this.block(
        rest,
        withVariable(scope, variable.name, () => read(slot)),
        as,
      ),
    );
  }

  private variableValue({ value, as }: Extract<Instruction, { kind: 'variable' }>, scope: Scope): Lowered {
    const lowered = 'text' in value ? this.lowerText(value, scope) : this.content(value, scope);
    return as === undefined ? lowered : convert(lowered, sequenceType(as));
  }

  private content(body: readonly Instruction[], scope: Scope): Lowered {
    if (body.length !== 1) throw new NotUnderstood('a variable with more than one instruction');
    return this.result(body[0]!, scope);
  }

  private result(instruction: Instruction, scope: Scope): Lowered {
    switch (instruction.kind) {
      case 'sequence':
        return this.lowerText(instruction.select, scope);
      case 'value-of':
        return retag(joinedText(this.c, this.lowerText(instruction.select, scope)), 'text');
      case 'text':
        return retag(text(instruction.text), 'text');
      case 'choose':
        return this.located(instruction.at, () => this.choose(instruction, scope));
      case 'variable':
        throw new NotUnderstood('a variable where a result is expected');
      default:
        return instruction satisfies never;
    }
  }

  private choose({ branches, otherwise }: Extract<Instruction, { kind: 'choose' }>, scope: Scope): Lowered {
    const last: Lowered = otherwise ? this.block(otherwise, scope, undefined) : EMPTY;
    return branches.reduceRight<Lowered>(
      (rest, { test, body }) =>
        choice(asCond(this.lowerText(test, scope)), this.block(body, scope, undefined), rest),
      last,
    );
  }
}

/** `xsl:value-of`: all items as strings, one space between them. */
export function joinedText(c: Compilation, lowered: Lowered): Value {
  const asText = (one: Exclude<Lowered, { form: 'choice' }>): Lowered => {
    if (one.form !== 'seq') return stringOf(asAtomic(one));
    if (one === EMPTY) return text('');
    const strings = mapSeq(inOrder(asSeq(one, c.newSlot), 'exact'), c.newSlot, (item) =>
      stringOf(asAtomic(item)),
    );
    return {
      form: 'value',
      op: 'fold',
      kind: 'string',
      optional: false,
      fn: 'stringJoin',
      seq: strings,
      args: [text(' ')],
    };
  };
  const joined = through<Lowered>(lowered, asText, choice);
  return stringOf(asAtomic(joined));
}

/** The assumed result of a recursive call while its function is being compiled. */
function placeholder(declaration: XslFunction): Value {
  if (declaration.as === undefined) return ABSENT;
  const { kind, optional } = sequenceType(declaration.as);
  return { ...ABSENT, kind, optional };
}

function plain(lowered: Lowered, as: string | undefined): Plain {
  if (as !== undefined) return convert(lowered, sequenceType(as));
  return lowered.form === 'choice' ? asValue(lowered) : lowered;
}

/**
 * What may be evaluated before it is read. Undefined: an expression that may raise is evaluated at its use, and not at all without one;
 * so is an `if` with branches of two kinds.
 */
function harmlessValue(lowered: Lowered): Value | Seq | undefined {
  if (lowered.form === 'choice' || lowered.form === 'cond' || isSimple(lowered)) return undefined;
  if (!isTotal(lowered)) return undefined;
  return lowered.form === 'seq' ? inOrder(lowered, 'exact') : lowered;
}

const isSimple = (lowered: Plain): boolean =>
  lowered.op === 'const' || lowered.op === 'local' || lowered.op === 'list';

function read(slot: Slot): Lowered {
  return slot.many ? { ...many(slot.kind, 'exact'), op: 'list', slot } : local(slot);
}

function bind(slot: Slot, init: Value | Seq, body: Plain): Plain {
  if (body.form === 'value')
    return { form: 'value', op: 'let', kind: body.kind, optional: body.optional, slot, init, body };
  if (body.form === 'cond') return { form: 'cond', op: 'let', slot, init, body };
  return { ...many(body.kind, body.order), op: 'let', slot, init, body };
}
