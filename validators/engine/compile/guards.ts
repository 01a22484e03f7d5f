import type { Cond, Needs, Seq, Value } from './ir.ts';
import { isTotal } from './total.ts';

/**
 * Labels that must occur in a document for a condition to be worth evaluating: `not(a/b/c)` can neither be false nor raise without an
 * `a/b/c`. One of the needs makes it possible; with an empty list it never happens.
 * @returns undefined if there is no such bound.
 */
export function findNeeded(cond: Cond, outcome: boolean): Needs[] | undefined {
  switch (cond.op) {
    case 'const':
      return cond.value === outcome ? undefined : [];
    case 'not':
      return findNeeded(cond.operand, !outcome);
    case 'and':
      return outcome ? eitherSide(cond.left, cond.right, true) : bothSides(cond.left, cond.right, false);
    case 'or':
      return outcome ? bothSides(cond.left, cond.right, true) : eitherSide(cond.left, cond.right, false);
    case 'if':
      return isTotal(cond.test) ? bothSides(cond.then, cond.otherwise, outcome) : undefined;
    case 'exists':
      return outcome ? itemsOf(cond.seq) : undefined;
    case 'some':
      return outcome ? itemsOf(cond.seq) : undefined;
    case 'present':
    case 'holds':
      return outcome ? presenceOf(cond.value) : undefined;
    case 'test':
      return outcome ? anyAbsent(cond.args) : undefined;
    case 'among':
    case 'listed':
    case 'found':
    case 'beside':
      return outcome ? presenceOf(cond.value) : undefined;
    case 'let':
      return isTotal(cond.init) ? findNeeded(cond.body, outcome) : undefined;
    case 'unit':
      return cond.unit.context || cond.unit.body.form !== 'cond'
        ? undefined
        : findNeeded(cond.unit.body, outcome);
    default:
      return cond satisfies never;
  }
}

/**
 * Both sides must have the outcome, so the needs of one of them are enough. The left one is evaluated first: it must be sure not to raise
 * if the right one is impossible.
 */
function eitherSide(left: Cond, right: Cond, outcome: boolean): Needs[] | undefined {
  return findNeeded(left, outcome) ?? (isTotal(left) ? findNeeded(right, outcome) : undefined);
}

function bothSides(left: Cond, right: Cond, outcome: boolean): Needs[] | undefined {
  const a = findNeeded(left, outcome);
  const b = a && findNeeded(right, outcome);
  return b && [...a, ...b];
}

function itemsOf(seq: Seq): Needs[] | undefined {
  if (seq.needs) return [seq.needs];
  if (seq.op !== 'concat') return undefined;
  const parts = seq.parts.map(itemsOf);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function presenceOf(value: Value): Needs[] | undefined {
  switch (value.op) {
    case 'only':
    case 'first':
      return itemsOf(value.seq);
    case 'call':
      return anyAbsent(value.args);
    default:
      return undefined;
  }
}

/** Strict: absent if one argument is absent, provided that no other argument raises before. */
function anyAbsent(args: readonly Value[]): Needs[] | undefined {
  for (const [index, arg] of args.entries()) {
    const needs = presenceOf(arg);
    if (needs && args.every((other, at) => at === index || isTotal(other))) return needs;
  }
  return undefined;
}
